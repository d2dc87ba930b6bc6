import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Checked } from "../../src/cli/doctor/run-checks.js";
import type { Finding } from "../../src/core/errors.js";
import { daemonPlace } from "../../src/runtime/platform/daemon-paths.js";
import { hookRun, logged } from "../support/hook-log.js";
import { expectNoStack, ProgramPlace, type RunOptions } from "../support/program.js";
import { removeFolder } from "../support/remove-folder.js";

interface Doctor {
  readonly ok: boolean;
  readonly checks: readonly Checked[];
}

/** A machine with these programs and what every system has. */
function withPrograms(place: ProgramPlace, programs: Readonly<Record<string, string>> = {}): RunOptions {
  const folder = join(place.root, "bin");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return { env: { PATH: folder } };
}

/** Without the one of a machine on which no agent is wired. */
async function findings(place: ProgramPlace, options = withPrograms(place)): Promise<Finding[]> {
  const { checks } = await place.json<Doctor>(["doctor"], options);
  return checks.flatMap((check) => check.findings).filter(({ code }) => code !== "AGENT_NONE_WIRED");
}

const codes = async (place: ProgramPlace, options?: RunOptions) =>
  (await findings(place, options ?? withPrograms(place))).map(({ code }) => code);
const touch = (file: string, seconds: number, text = "{}") => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, seconds, seconds);
};
const now = () => Date.now() / 1000;

/** Every file below a folder, with its content and times. */
const picture = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const { mtimeMs, size, mode } = statSync(join(folder, name));
      return [name, mtimeMs, size, mode];
    });

describe("snaphook doctor", () => {
  it("says on a new machine that no agent is wired and what it looked at, and changes nothing", async () => {
    const place = new ProgramPlace();
    place.writeUser("snaphook.config.ts", "export default [];");
    await place.run(["validate"]);
    place.write("snaphook.config.ts", "export default [];");
    const before = picture(place.root);
    const ran = await place.run(["doctor"], withPrograms(place));
    rmSync(join(place.root, "bin"), { recursive: true });
    expect(picture(place.root)).toEqual(before);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toMatch(/^✓ own config\n✓ Node version\n✓ launcher\n(?:.*\n)*✓ disk\n✓ clock\n/m);
    expect(ran.stdout).toContain("✓ wired agents report every event that your hooks need\n");
    expect(ran.stdout).toContain("0 errors, 2 warnings.");
    expect(ran.stdout).toContain("CODE_CONFIG_UNTRUSTED");
    expect(ran.stdout).toContain("AGENT_NONE_WIRED: no agent calls Snaphook, so no hook runs");
    expect((await place.run(["status"])).stdout).toContain("No agent is wired, so no hook runs.");
  });

  it("tells errors of config files and ends with 1", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: { PreToolUze: [{ command: "true" }] } });
    const ran = await place.run(["doctor"], withPrograms(place));
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/hooks\.json:\d+:\d+: error EVENT_UNKNOWN .*\n {8}Use a name from/);
    expect((await place.json<Doctor>(["doctor"], withPrograms(place))).ok).toBe(false);
    expectNoStack(ran);
  });

  it("names programs of hooks that are missing, in the command, in `#!` and in scripts", async () => {
    const place = new ProgramPlace();
    const script = (name: string, text: string, mode = 0o755) => {
      chmodSync(place.write(join(place.home, name), text), mode);
      return join(place.home, name);
    };
    const hook = (id: string, command: string, more: object = {}) => ({ id, command, ...more });
    place.writeUser("hooks.json", {
      hooks: {
        PreToolUse: [
          hook("in-command", "cat | jq -r '.a | .b' && echo done"),
          hook("in-first-line", script("guard.py", "#!/usr/bin/env python-of-old\nprint(1)\n")),
          hook("in-script", script("guard.sh", "#!/bin/sh\nname=$(jq -r .tool_name)\n")),
          hook("asks-first", script("asks.sh", "#!/bin/sh\ncommand -v jq >/dev/null || exit 2\njq .\n")),
          hook("forbidden", script("plain.sh", "#!/bin/sh\ntrue\n", 0o644)),
          hook("named", `sh ${script("plain2.sh", "#!/bin/sh\ntrue\n", 0o644)}`),
          hook("off", "not-there-either", { enabled: false }),
          hook("unsure", 'case $1 in a) nowhere ;; esac; "$TOOL" x'),
        ],
      },
    });
    const options = withPrograms(place, { cat: "", sh: "" });
    const about = (await findings(place, options)).map(({ code, message }) => [
      code,
      /hook "([\w-]+)"/.exec(message)?.[1],
    ]);
    expect(about).toEqual([
      ["HOOK_PROGRAM_MISSING", "in-command"],
      ["HOOK_PROGRAM_MISSING", "in-first-line"],
      ["HOOK_PROGRAM_MISSING", "in-script"],
      ["HOOK_NOT_EXECUTABLE", "forbidden"],
    ]);
    const whole = withPrograms(place, { jq: "", "python-of-old": "" });
    expect(await codes(place, whole)).toEqual(["HOOK_NOT_EXECUTABLE"]);
  });

  it("OB-06 tells the four causes of the last day apart, each with its message and hint", async () => {
    const place = new ProgramPlace();
    const failed = (id: string, cause: string) => hookRun(id, { outcome: "failed", cause });
    logged(place.state, { hooks: [failed("mended", "exit")] });
    logged(place.state, {
      hooks: [
        failed("a", "not-found"),
        failed("b", "bad-json"),
        failed("c", "timeout"),
        failed("d", "not-executable"),
        hookRun("mended"),
      ],
    });
    logged(place.state, { at: Date.now() - 25 * 3_600_000, hooks: [failed("long-ago", "timeout")] });
    const found = (await findings(place)).map(({ code, message, fix }) => ({ code, message, fix }));
    expect(found.map(({ code }) => code).sort()).toEqual([
      "HOOK_RUN_BAD_JSON",
      "HOOK_RUN_FAILED",
      "HOOK_RUN_FORBIDDEN",
      "HOOK_RUN_NOT_FOUND",
      "HOOK_RUN_TIMEOUT",
    ]);
    for (const key of ["message", "fix"] as const) expect(new Set(found.map((one) => one[key])).size).toBe(5);
    expect(found.find(({ code }) => code === "HOOK_RUN_NOT_FOUND")!.message).toContain('hook "a" failed 1 time');
    expect(found.find(({ code }) => code === "HOOK_RUN_FAILED")!.message).toContain("(its last run went well)");
    expect((await place.run(["doctor"], withPrograms(place))).code).toBe(0);
  });

  it("OB-06 tells the four causes after real calls", async () => {
    const place = new ProgramPlace();
    const forbidden = place.write(join(place.home, "forbidden.txt"), "text");
    chmodSync(forbidden, 0o644);
    place.writeUser("hooks.json", {
      hooks: {
        Stop: [
          { id: "a", command: "/not/there" },
          { id: "b", command: "echo '{broken'" },
          { id: "c", command: "sleep 5", timeoutMs: 100 },
          { id: "d", command: forbidden },
        ],
      },
    });
    await place.hook("Stop", {});
    const { stdout } = await place.run(["doctor"]);
    expect(stdout).toMatch(
      /HOOK_RUN_NOT_FOUND: hook "a" failed 1 time in the last day: its command or script was not found/,
    );
    expect(stdout).toMatch(/HOOK_RUN_BAD_JSON: hook "b" failed/);
    expect(stdout).toMatch(/HOOK_RUN_TIMEOUT: hook "c" failed/);
    expect(stdout).toMatch(/HOOK_RUN_FORBIDDEN: hook "d" failed/);
  });
});

describe("what doctor says about agents", () => {
  it("tells that one is not wired, that its entries are old, and that its launcher is gone", async () => {
    const place = new ProgramPlace();
    const options = withPrograms(place, { claude: "echo 1.0.0" });
    expect(await codes(place, options)).toEqual(["AGENT_NOT_WIRED"]);
    await place.run(["install", "claude-code"]);
    expect(await codes(place, options)).toEqual([]);
    const settings = join(place.home, ".claude/settings.json");
    writeFileSync(settings, readFileSync(settings, "utf8").replace("claude-code Stop", "claude-code Stopp"));
    expect(await codes(place, options)).toEqual(["AGENT_WIRING_OLD"]);
    await place.run(["install", "claude-code"]);
    rmSync(join(place.data, "launch"));
    const [found] = await findings(place, options);
    expect(found).toMatchObject({ code: "LAUNCHER_BROKEN", file: join(place.data, "launch") });
    expect((await place.run(["doctor"], options)).code).toBe(1);
  });

  it.each([
    ["2.1.325", "every tool call is blocked in Claude Code 2.1.325"],
    ["2.1.197", "tool calls may run unchecked (not tried with this version and wiring) in Claude Code 2.1.197"],
    ["9.9.9", "tool calls may run unchecked (not tried with this version and wiring) in Claude Code 9.9.9"],
    ["?", "tool calls may run unchecked (not tried with this version and wiring) in Claude Code"],
  ])("says what a missing launcher means for the installed version: %s", async (version, words) => {
    const place = new ProgramPlace();
    const options = withPrograms(place, { claude: `echo '${version}'` });
    await place.run(["install", "claude-code"]);
    rmSync(join(place.data, "launch"));
    const found = (await findings(place, options)).find(({ code }) => code === "LAUNCHER_BROKEN");
    expect(found?.message).toBe(`it is gone; ${words}`);
  });

  it("tells that the launcher may not run, runs nothing, or runs another version", async () => {
    const place = new ProgramPlace();
    await place.run(["install", "claude-code"]);
    const launcher = join(place.data, "launch");
    const text = readFileSync(launcher, "utf8");
    chmodSync(launcher, 0o600);
    expect(await codes(place)).toEqual(["LAUNCHER_BROKEN"]);
    chmodSync(launcher, 0o700);
    writeFileSync(launcher, text.replaceAll(/versions\/[^/]+\//g, "versions/0.0.1-abc/"));
    const found = await findings(place);
    expect(found.map(({ code }) => code)).toEqual(["LAUNCHER_BROKEN", "VERSION_NOT_CALLED"]);
    expect(found[1]!.message).toContain("agents call Snaphook 0.0.1");
  });

  it("tells that a config cannot be read, and goes on", async () => {
    const place = new ProgramPlace();
    place.write(join(place.home, ".claude/settings.json"), "{ broken");
    expect(await codes(place)).toContain("AGENT_CONFIG_UNREADABLE");
  });

  it("reminds of a trust step until the agent was heard of", async () => {
    const place = new ProgramPlace();
    await place.run(["install", "codex"]);
    const [found] = await findings(place);
    expect(found).toMatchObject({ code: "AGENT_SILENT", message: expect.stringContaining("/hooks") });
    logged(place.state, { agent: "codex" });
    expect(await codes(place)).toEqual(["AGENT_UNSEEN_INPUT"]);
  });

  it("AD-15 warns that Codex in editors and on the desktop ignores what is wired in a project", async () => {
    const place = new ProgramPlace();
    place.write(".git/HEAD", "");
    await place.run(["install", "codex", "--project"]);
    logged(place.state, { agent: "codex", at: Date.now() + 60_000 });
    const [found] = await findings(place);
    expect(found).toMatchObject({
      code: "AGENT_PROJECT_ONLY",
      severity: "warning",
      file: place.path(".codex/hooks.json"),
      fix: expect.stringContaining("without `--project`"),
    });
    expect(found!.message).toMatch(/extensions.*desktop app ignore a project's config/);
    await place.run(["install", "codex"]);
    expect(await codes(place)).toEqual(["AGENT_UNSEEN_INPUT"]);
  });

  it("tells that an agent is newer than what was checked, and says what it waits for", async () => {
    const place = new ProgramPlace();
    await place.run(["install", "claude-code"]);
    expect(await codes(place, withPrograms(place, { claude: "echo 1.0.0" }))).toEqual([]);
    const slow = withPrograms(place, { claude: "/bin/sleep 3; echo 999.0.0" });
    const ran = await place.run(["doctor"], slow);
    expect(ran.stdout).toContain("Claude Code 999.0.0 is newer than what was checked");
    expect(ran.stderr).toMatch(/^Still checking: versions of the agents …$/m);
  });
});

describe("what doctor says about the machine", () => {
  it("tells what a daemon left behind, and nothing of one that answers", async () => {
    const place = new ProgramPlace();
    const { hooksSocket, controlSocket, lock, folder } = daemonPlace(place);
    for (const one of new Set([folder, dirname(hooksSocket)])) {
      mkdirSync(one, { recursive: true });
      onTestFinished(() => removeFolder(one));
    }
    const server = createServer().listen(controlSocket);
    await new Promise((done) => server.once("listening", done));
    onTestFinished(() => void server.close());
    expect(await codes(place)).toEqual([]);
    writeFileSync(hooksSocket, "");
    writeFileSync(lock, JSON.stringify({ pid: 2 ** 22 + 1 }));
    const found = await findings(place);
    expect(found.map(({ code, file }) => [code, file])).toEqual([
      ["DAEMON_LEFTOVER", hooksSocket],
      ["DAEMON_LEFTOVER", lock],
    ]);
    expect(found[0]!.fix).toContain("harmless");
  });

  it("tells of a clock that went back and a log that grew", async () => {
    const place = new ProgramPlace();
    touch(join(place.state, "marks/a.json"), now() + 3600);
    touch(join(place.state, "hooks.log.2"), now(), "");
    truncateSync(join(place.state, "hooks.log.2"), 11_000_000);
    const found = await findings(place);
    expect(found.map(({ code, file }) => [code, file])).toEqual([
      ["CLOCK_AHEAD", join(place.state, "marks/a.json")],
      ["LOG_TOO_LARGE", join(place.state, "hooks.log.2")],
    ]);
    expect(found[0]!.message).toMatch(/(59|60) minutes/);
  });

  it("tells that nothing can be written, and the other checks go on", async () => {
    const place = new ProgramPlace();
    const env = { ...withPrograms(place).env, XDG_STATE_HOME: "/dev/null/state" };
    const found = await findings(place, { env });
    expect(found).toMatchObject([
      { code: "FILE_UNWRITABLE", severity: "error", file: "/dev/null/state/snaphook" },
      { code: "CHECK_FAILED", message: expect.stringMatching(/^"clock" could not be checked/) },
      { code: "CHECK_FAILED", message: expect.stringMatching(/^"size of the logs" could not be checked/) },
    ]);
  });
});
