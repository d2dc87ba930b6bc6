import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/_registry.js";
import { GROUPS } from "../../src/cli/command.js";
import { commandHelp } from "../../src/cli/help.js";
import { packageVersion } from "../../src/runtime/platform/paths.js";
import { expectNoStack, PROGRAM, ProgramPlace } from "../support/program.js";

function tooWide(text: string, columns: number): string[] {
  return text.split("\n").filter((line) => line.length > columns);
}

describe("help", () => {
  it.each(Object.keys(COMMANDS))("%s says how it is used, with its exit codes and an example", async (name) => {
    const command = (await COMMANDS[name]!()).default;
    const help = commandHelp(name, command);
    expect(help.replace(/\s+/g, " ")).toContain(command.summary);
    expect(help).toContain(`Usage: snaphook ${name}`);
    expect(help).toMatch(/^ {2}--json /m);
    const example = help.split("Example:\n")[1]!;
    expect(example).toContain(`snaphook ${name}`);
    expect(tooWide(help.replace(example, ""), 80)).toEqual([]);
    for (const [option, { help: text }] of Object.entries(command.options ?? {})) {
      expect(help).toContain(`--${option}`);
      expect(text, `--${option}`).toMatch(/^[A-Z`].*\.$/s);
    }
    expect(command.summary).toMatch(/^[A-Z].*\.$/s);
    const exits = help.split("Exit codes:\n")[1]!.split("\n\n")[0]!;
    for (const code of ["0", "2", ...Object.keys(command.exits ?? {})])
      expect(exits).toMatch(new RegExp(`^ {2}${code} {2}\\w`, "m"));
  });

  it.each(["doctor", "hook"])("is what `%s --help` and `help %s` print", async (name) => {
    const stdout = `${commandHelp(name, (await COMMANDS[name]!()).default)}\n`;
    const place = new ProgramPlace();
    expect(await place.run([name, "--help"])).toEqual({ code: 0, stdout, stderr: "" });
    expect(await place.run(["help", name])).toEqual({ code: 0, stdout, stderr: "" });
  });

  it("lists the commands in groups; those that agents call only with --all", async () => {
    const ran = await new ProgramPlace().run(["help"]);
    const all = await new ProgramPlace().run(["help", "--all"]);
    for (const [name, load] of Object.entries(COMMANDS)) {
      const isShown = (text: string) => new RegExp(`^ {2}${name} `, "m").test(text);
      expect(isShown(ran.stdout)).toBe((await load()).default.group !== "Called by agents and scripts");
      expect(isShown(all.stdout)).toBe(true);
    }
    const headings = ran.stdout.split("\n").filter((line) => (GROUPS as readonly string[]).includes(line));
    expect(headings).toEqual(GROUPS.slice(0, -1));
    expect(tooWide(all.stdout, 80)).toEqual([]);
    expect(ran.stdout).toMatch(/Exit codes: 0 .*1 .*2 /);
    expect((await new ProgramPlace().run(["--help"])).stdout).toBe(ran.stdout);
  });

  it("test names the hook's own exit codes, and status what its 1 means", async () => {
    const place = new ProgramPlace();
    expect((await place.run(["test", "--help"])).stdout).toMatch(/^ {2}2 {2}wrong use .* the hook exited with 2/m);
    expect((await place.run(["status", "--help"])).stdout).toMatch(/^ {2}1 {2}no daemon runs .* hooks still run/m);
  });

  it("tells the version", async () => {
    const ran = await new ProgramPlace().run(["--version"]);
    expect(ran).toEqual({ code: 0, stdout: `${packageVersion()}\n`, stderr: "" });
  });

  it.each([
    [["lst"], /unknown command "lst"\. Did you mean "list"/],
    [["stauts"], /Did you mean "status"\?/],
    [["foo"], /unknown command "foo"\. See/],
    [["help", "hoook"], /unknown command "hoook"\. (?!.*"hook")/],
    [["install", "cluade"], /Unknown agent "cluade"\. Did you mean .*"claude-code"/],
    [["session"], /USAGE: .*\n.*`snaphook help session`/],
    [["frobnicate"], /unknown command "frobnicate"\. See/],
    [["constructor"], /unknown command "constructor"/],
    [["help", "frobnicate"], /unknown command "frobnicate"/],
    [["help", "list", "more"], /unexpected argument "more"/],
    [["list", "--frobnicate"], /unknown option --frobnicate\. See `snaphook list --help`/],
    [["log", "--folow"], /unknown option --folow\. Did you mean "--follow"\?/],
    [["events", "extra"], /unexpected argument "extra"\. Usage: snaphook events/],
    [["show", "one", "extra"], /unexpected argument "extra"\. Usage: snaphook show ID/],
    [["log", "-x"], /unknown option -x\. See/],
    [["fire", "PreToolUse", "--payload"], /--payload.*argument missing.*snaphook fire --help/],
    [["list", "--dialect", "frobnicate"], /DIALECT_UNKNOWN: Unknown dialect "frobnicate"\. Dialects: .*claude/],
    [["validate", "--dialect", "constructor"], /DIALECT_UNKNOWN: Unknown dialect "constructor"/],
    [["list", "--agent", "toString"], /AGENT_UNKNOWN: Unknown agent "toString"\. Agents: .*claude-code/],
    [["governance", "--action", "bogus"], /USAGE: --action is one of allow, .*not "bogus"/],
    [["agents", "claud-code"], /Unknown agent "claud-code"\. Did you mean "claude-code"\?/],
    [["fire", "PreToolUse", "--agent", "codx", "--payload", "-"], /Unknown agent "codx"\. Did you mean "codex"\?/],
    [["fire", "PreTolUse", "--payload", "-"], /Unknown event "PreTolUse"\. Did you mean "PreToolUse"/],
    [["add", "protect-comands"], /Unknown built-in "protect-comands"\. Did you mean "protect-commands"/],
    [["channels", "test", "slak"], /USAGE: unknown channel "slak"\. Did you mean "slack"\? Channels: .*webhook/],
    [["show", "nothing"], /HOOK_NOT_FOUND: No hook "nothing" applies here/],
    [["hook", "nothing", "PreToolUse"], /Unknown agent "nothing"\. Agents: .*claude-code/],
    [["hook", "claude-code", "PreToolUse", "--confg", "x"], /give one event/],
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

  it("suggests ids of hooks", async () => {
    const place = new ProgramPlace();
    await place.run(["init", "--user"]);
    for (const args of [["show"], ["test"], ["disable", "--dry-run"]]) {
      const ran = await place.run([...args, "no-forcepush"]);
      expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "no-force-push"?') });
    }
  });

  it("hook ignores arguments that agents append", async () => {
    const ran = await new ProgramPlace().run(["hook", "claude-code", "PreToolUse", "appended"], { input: "{}" });
    expect(ran.code).toBe(0);
  });

  it("does not mind a reader that goes away", () => {
    const { env } = new ProgramPlace();
    const line = `set -o pipefail; "${process.execPath}" "${PROGRAM}" events --json | true`;
    const ran = spawnSync("bash", ["-c", line], { env, encoding: "utf8" });
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
  });
});
