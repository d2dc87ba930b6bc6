/**
 * "Protect your agents in five minutes": the README's commands, in its order, as a new user types them: an empty home, npm's
 * own prefix, the packed tarball and two agents. At the end both agents' config entries deny a call.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../architecture/source-tree.js";
import { removeFolder } from "../support/remove-folder.js";
import { missingLine, readBlocks } from "../support/snippets.js";

const AGENTS = { claude: "2.1.325 (Claude Code)", codex: "codex-cli 0.166.0" };
/** Characters of a line that a terminal of 80 columns shows. */
const COLUMNS = 80;

const top = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-quick-start-")));
const [home, prefix, agents] = ["home", "prefix", "agents/bin"].map((name) => join(top, name)) as [
  string,
  string,
  string,
];
const steps = readBlocks("README.md", "packed");
/** npm finds packages in its usual cache; everything else is new. */
let cache = "";

beforeAll(() => {
  for (const folder of [home, prefix, agents]) mkdirSync(folder, { recursive: true });
  for (const [name, version] of Object.entries(AGENTS)) {
    writeFileSync(join(agents, name), `#!/bin/sh\necho "${version}"\n`);
    chmodSync(join(agents, name), 0o755);
  }
  const silent = ["ignore", "pipe", "ignore"] as const;
  cache = execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8", stdio: [...silent] }).trim();
  // `npm test` has built it; building again would replace the program while other tests run it.
  execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", home], { cwd: ROOT, stdio: "ignore" });
});
afterAll(() => removeFolder(top));

function shell(script: string, input?: string) {
  return spawnSync("sh", ["-euc", `exec 2>&1\n${script}`], {
    cwd: home,
    env: {
      PATH: [join(prefix, "bin"), agents, process.env["PATH"]].join(":"),
      HOME: home,
      COLUMNS: String(COLUMNS),
      npm_config_prefix: prefix,
      npm_config_cache: cache,
      npm_config_prefer_offline: "true",
      npm_config_audit: "false",
    },
    encoding: "utf8",
    ...(input === undefined ? {} : { input }),
  });
}

/** The command that an agent's config holds for PreToolUse. */
function entryOf(file: string): string {
  const { hooks } = JSON.parse(readFileSync(join(home, file), "utf8")) as {
    hooks: { PreToolUse: { hooks: { command: string }[] }[] };
  };
  return hooks.PreToolUse[0]!.hooks[0]!.command;
}

describe("protect your agents in five minutes", () => {
  it("is on the README, step by step", () => {
    expect(steps.map(({ text }) => text.split(" ").slice(0, 2).join(" "))).toEqual([
      "npm install",
      "snaphook setup",
      "snaphook log\nsnaphook",
      'echo \'{"tool_name":',
    ]);
  });

  it.each(steps)("README.md:$line", ({ text, output = "" }) => {
    const ran = shell(text);
    expect(ran.status, ran.stdout).toBe(0);
    expect(missingLine(ran.stdout, output), ran.stdout).toBeUndefined();
    expect(output.split("\n").filter((line) => line.length > COLUMNS)).toEqual([]);
  });

  it.each([
    ["Claude Code", ".claude/settings.json"],
    ["Codex CLI", ".codex/hooks.json"],
  ])("%s's own entry denies the call afterwards", (_, file) => {
    const call = {
      session_id: "first",
      cwd: home,
      hook_event_name: "PreToolUse",
      permission_mode: "default",
      tool_name: "Bash",
      tool_input: { command: `rm -rf ${home}` },
      tool_use_id: file,
    };
    const { status, stdout } = shell(entryOf(file), JSON.stringify(call));
    expect(status, stdout).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  });
});
