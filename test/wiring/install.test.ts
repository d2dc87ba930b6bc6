import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ProgramPlace } from "../support/program.js";

let place: ProgramPlace;
let settings: string;
let launcher: string;
beforeEach(() => {
  place = new ProgramPlace();
  settings = join(place.home, ".claude/settings.json");
  launcher = join(place.data, "launch");
});

const MINE = `{
  // my own
  "model": "x",
  "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "echo hi" }] }] }
}
`;
const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const read = (file: string) => readFileSync(file, "utf8");
const call = (agent: string, event: string) =>
  spawnSync(launcher, [agent, event], {
    input: '{"tool_name":"Bash","tool_input":{"command":"ls"}}',
    encoding: "utf8",
    env: place.env,
  });

describe("snaphook install", () => {
  it("CF-21 AD-21 install and uninstall give the file its bytes back, and twice is once", async () => {
    write(settings, MINE);
    expect((await place.run(["install", "claude-code"])).code).toBe(0);
    const installed = read(settings);
    expect(installed).toContain("// my own");
    expect(installed).toContain(`${launcher} claude-code PreToolUse`);
    await place.run(["install", "claude-code"]);
    expect(read(settings)).toBe(installed);
    await place.run(["uninstall"]);
    expect(read(settings)).toBe(MINE);
  });

  it("leaves no file and no folder where there was none", async () => {
    await place.run(["install", "claude-code", "codex"]);
    expect(existsSync(settings)).toBe(true);
    await place.run(["uninstall"]);
    expect(existsSync(dirname(settings))).toBe(false);
    expect(existsSync(join(place.home, ".codex"))).toBe(false);
  });

  it("CF-21 takes only its own entries out of a file that was changed since", async () => {
    write(settings, MINE);
    await place.run(["install", "claude-code"]);
    writeFileSync(settings, read(settings).replace('"model": "x"', '"model": "y"'));
    await place.run(["uninstall"]);
    expect(read(settings)).toContain('"model": "y"');
    expect(read(settings)).toContain("echo hi");
    expect(read(settings)).not.toContain("snaphook");
  });

  it("CF-22 leaves a file that is not valid JSON alone, says why, and wires the others", async () => {
    write(settings, "{ broken");
    const ran = await place.run(["install", "claude-code", "codex"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("AGENT_CONFIG_UNREADABLE");
    expect(read(settings)).toBe("{ broken");
    expect(existsSync(join(place.home, ".codex/hooks.json"))).toBe(true);
  });

  it("a dry run shows the file and writes nothing", async () => {
    const ran = await place.run(["install", "claude-code", "--dry-run"]);
    expect(ran.stdout).toContain("claude-code PreToolUse");
    expect(existsSync(settings)).toBe(false);
    expect(existsSync(launcher)).toBe(false);
  });

  it("FL-04 --only takes the entries out of the other agents", async () => {
    await place.run(["install", "claude-code", "codex"]);
    await place.run(["install", "claude-code", "--only"]);
    expect(existsSync(join(place.home, ".codex/hooks.json"))).toBe(false);
    expect(read(settings)).toContain("launch claude-code Stop");
  });

  it("keeps the permissions of the file", async () => {
    write(settings, MINE);
    chmodSync(settings, 0o640);
    await place.run(["install", "claude-code"]);
    expect(statSync(settings).mode & 0o777).toBe(0o640);
  });

  it("CF-11 compile prints what install writes", async () => {
    const compiled = JSON.parse((await place.run(["compile", "claude-code"])).stdout) as unknown;
    await place.run(["install", "claude-code"]);
    expect(JSON.parse(read(settings))).toEqual(compiled);
  });

  it("says what an agent still needs, and what it does not know", async () => {
    expect((await place.run(["install", "codex"])).stdout).toContain("/hooks");
    expect((await place.run(["install", "nobody"])).code).toBe(2);
    const agents = JSON.parse((await place.run(["agents", "--json"])).stdout) as {
      agent: string;
      wired: { user: string };
    }[];
    expect(agents.find(({ agent }) => agent === "codex")?.wired.user).toBe("yes");
  });
});

describe("the launcher", () => {
  const GUARD = {
    hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ id: "g", guard: true, command: "echo no >&2; exit 2" }] }] },
  };

  it("AD-21 answers an agent with the copy of the program it keeps", async () => {
    place.writeUser("hooks.json", GUARD);
    await place.run(["install", "claude-code", "codex"]);
    for (const agent of ["claude-code", "codex"]) {
      const { stdout, status } = call(agent, "PreToolUse");
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "no" },
      });
    }
  });

  it("denies in each agent's words when the program has gone, and says so", async () => {
    await place.run(["install", "claude-code", "codex"]);
    renameSync(join(dirname(launcher), "versions"), join(place.home, "gone"));
    const before = call("codex", "PreToolUse");
    expect(JSON.parse(before.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    expect(before.stderr).toContain("install");
    expect(call("codex", "SessionEnd")).toMatchObject({ stdout: "", status: 0 });
    expect(JSON.parse(call("claude-code", "SessionStart").stdout)).toEqual({});
  });

  it("is mended by `install` alone, which says so, also where no agent is found", async () => {
    const install = (...more: string[]) =>
      place.run(["install", ...more], { cwd: place.home, env: { PATH: "/usr/bin:/bin" } });
    await install("claude-code");
    rmSync(join(place.data, "versions"), { recursive: true });
    expect(await install()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/up to date\nUpdated the launcher/),
    });
    expect(JSON.parse(call("claude-code", "PreToolUse").stdout)).toEqual({});
    rmSync(launcher);
    expect((await install("claude-code")).stdout).toMatch(/up to date\nUpdated the launcher/);
    expect((await install("claude-code")).stdout).not.toContain("anew");
    await place.run(["uninstall"]);
    await place.run(["install", "claude-code", "--project"]);
    rmSync(join(place.data, "versions"), { recursive: true });
    expect(await install()).toMatchObject({ code: 0, stdout: expect.stringContaining("Updated the launcher") });
    expect(existsSync(settings)).toBe(false);
  });
});
