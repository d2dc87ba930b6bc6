import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/_registry.js";
import { logged } from "../support/hook-log.js";
import { PROGRAM, ProgramPlace } from "../support/program.js";

/** What real bash offers after these words, with our script loaded. */
function inBash(place: ProgramPlace, ...words: string[]): string[] {
  const program = place.write("bin/snaphook", `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  chmodSync(program, 0o755);
  const script = `eval "$(snaphook completion bash)"; COMP_WORDS=(snaphook "$@"); COMP_CWORD=$#; _snaphook; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...place.env, PATH: `${place.path("bin")}:${place.env["PATH"]}` };
  const out = execFileSync("bash", ["--norc", "-c", script, "bash", ...words], {
    cwd: place.project,
    env,
    encoding: "utf8",
  });
  return out.split("\n").filter((line) => line !== "");
}

const complete = async (place: ProgramPlace, ...words: string[]) => {
  const { stdout } = await place.run(["complete", "--", ...words]);
  return stdout.split("\n").filter((line) => line !== "");
};

describe("snaphook completion", () => {
  it("completes commands, options, hook ids, agents and session ids in bash", async () => {
    const place = new ProgramPlace();
    await place.run(["init", "--user"]);
    logged(place.state, { at: Date.now(), session: "3f2a-roof", hooks: [] });
    expect(inBash(place, "sess")).toEqual(["session", "sessions"]);
    expect(inBash(place, "log", "--f")).toEqual(["--follow"]);
    expect(inBash(place, "show", "no-")).toEqual(["no-force-push"]);
    expect(inBash(place, "install", "claude-c")).toEqual(["claude-code"]);
    expect(inBash(place, "session", "3f")).toEqual(["3f2a-roof"]);
    expect(inBash(place, "validate", "")).toEqual([]); // names of files are the shell's
  });

  it("knows every command, its options and its values from the command table", async () => {
    const place = new ProgramPlace();
    const shown = await complete(place, "");
    for (const [name, load] of Object.entries(COMMANDS)) {
      const { group } = (await load()).default;
      expect(shown.includes(name)).toBe(group !== "Called by agents and scripts");
    }
    expect(await complete(place, "fire", "PreToolU")).toEqual(["PreToolUse"]);
    expect(await complete(place, "fire", "PreToolUse", "--presence", "")).toEqual([
      "headless",
      "interactive",
      "unknown",
    ]);
    expect(await complete(place, "add", "protect-c")).toContain("protect-commands");
    expect(await complete(place, "completion", "")).toEqual(["bash", "fish", "zsh"]);
    expect(await complete(place, "validate", "")).toEqual([":files"]);
    expect(await complete(place, "frobnicate", "")).toEqual([]);
  });

  it("T3 offers no name that a shell could take for a command, and runs nothing of a project", async () => {
    const place = new ProgramPlace();
    const hooks = ["$(touch pwned)", "`touch pwned`", "a;touch pwned", "fine"].map((id) => ({
      id,
      command: "touch pwned",
    }));
    place.write(".git/HEAD", "ref: refs/heads/main\n");
    place.write(".snaphook/hooks.json", { hooks: { PreToolUse: hooks } });
    place.write(".snaphook/hooks.ts", `import { writeFileSync } from "node:fs"; writeFileSync("pwned", "");`);
    expect(inBash(place, "show", "")).toContain("fine");
    expect(inBash(place, "show", "").filter((id) => id.includes("touch"))).toEqual([]);
    expect(existsSync(place.path("pwned"))).toBe(false);
  });

  it.each(["bash", "zsh", "fish"])(
    "prints a script for %s that its shell can parse, if it is installed",
    async (shell) => {
      const { code, stdout } = await new ProgramPlace().run(["completion", shell]);
      expect(code).toBe(0);
      expect(stdout).toContain("snaphook complete -- ");
      const parsed = spawnSync(shell, ["-n"], { input: stdout, encoding: "utf8" });
      if (parsed.error === undefined) expect(parsed).toMatchObject({ status: 0, stderr: "" });
    },
  );

  it("names the shells that there are", async () => {
    const ran = await new ProgramPlace().run(["completion", "bsh"]);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "bash"') });
  });
});
