import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/_registry.js";
import { packageVersion } from "../../src/runtime/platform/paths.js";
import { expectNoStack, PROGRAM, ProgramPlace } from "../support/program.js";

describe("help", () => {
  it.each(Object.keys(COMMANDS))("%s says how it is used, with its exit codes and an example", async (name) => {
    const place = new ProgramPlace();
    const command = (await COMMANDS[name]!()).default;
    const ran = await place.run([name, "--help"]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain(command.summary);
    expect(ran.stdout).toContain(`Usage: snaphook ${name}`);
    expect(ran.stdout).toMatch(/^ {2}--json /m);
    for (const option of Object.keys(command.options ?? {})) expect(ran.stdout).toContain(`--${option}`);
    const exits = ran.stdout.split("Exit codes:\n")[1]!.split("\n\n")[0]!;
    for (const code of ["0", "2", ...Object.keys(command.exits ?? {})])
      expect(exits).toMatch(new RegExp(`^ {2}${code} {2}\\w`, "m"));
    expect(ran.stdout.split("Example:\n")[1]).toContain(`snaphook ${name}`);
  });

  it("lists every command that people use, and the exit codes", async () => {
    const ran = await new ProgramPlace().run(["help"]);
    for (const [name, load] of Object.entries(COMMANDS)) {
      const { internal = false } = (await load()).default;
      expect(new RegExp(`^ {2}${name} `, "m").test(ran.stdout)).toBe(!internal);
    }
    expect(ran.stdout).toMatch(/Exit codes: 0 .*1 .*2 /);
    expect((await new ProgramPlace().run([])).stdout).toBe(ran.stdout);
    expect((await new ProgramPlace().run(["--help"])).stdout).toBe(ran.stdout);
  });

  it("tells the version", async () => {
    const ran = await new ProgramPlace().run(["--version"]);
    expect(ran).toEqual({ code: 0, stdout: `${packageVersion()}\n`, stderr: "" });
  });

  it.each([
    [["lst"], /no command "lst".*Did you mean list/],
    [["frobnicate"], /no command "frobnicate"/],
    [["constructor"], /no command "constructor"/],
    [["help", "frobnicate"], /no command "frobnicate"/],
    [["list", "--frobnicate"], /Unknown option '--frobnicate'.*snaphook list --help/],
    [["fire", "PreToolUse", "--payload"], /--payload.*argument missing.*snaphook fire --help/],
    [["list", "--dialect", "frobnicate"], /DIALECT_UNKNOWN: "frobnicate" is none of .*claude/],
    [["validate", "--dialect", "constructor"], /DIALECT_UNKNOWN: "constructor" is none of/],
    [["list", "--agent", "toString"], /AGENT_UNKNOWN: "toString" is none of .*claude-code/],
    [["governance", "--action", "bogus"], /USAGE: --action is one of allow, .*not "bogus"/],
    [["show", "nothing"], /HOOK_NOT_FOUND: there is no hook "nothing" here/],
    [["hook", "nobody", "PreToolUse"], /"nobody" is none of the agents: .*claude-code/],
    [["hook", "claude-code"], /give one event/],
  ])("refuses %j with exit code 2 and says what is wrong", async (args, message) => {
    const ran = await new ProgramPlace().run(args);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(message);
    expectNoStack(ran);
  });

  it.each([[["frobnicate", "--json"]], [["list", "--frobnicate", "--json"]]])("says so as JSON to %j", async (args) => {
    const ran = await new ProgramPlace().run(args);
    expect(ran).toMatchObject({ code: 2, stderr: "" });
    expect(JSON.parse(ran.stdout)).toMatchObject({
      error: { code: "USAGE", message: expect.stringContaining("frob") },
    });
  });

  it("does not mind a reader that goes away", () => {
    const { env } = new ProgramPlace();
    const line = `set -o pipefail; "${process.execPath}" "${PROGRAM}" events --json | true`;
    const ran = spawnSync("bash", ["-c", line], { env, encoding: "utf8" });
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
  });
});
