import { describe, expect, it } from "vitest";
import { bash, ProgramPlace, says } from "../support/program.js";

const deny = (reason: string) => ({
  hooks: { PreToolUse: [{ hooks: [{ type: "command", command: says("deny", reason) }] }] },
});

describe("--config", () => {
  it("uses only the files it names, and naming them is the approval", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", deny("user"));
    place.write(".snaphook/hooks.json", deny("project"));
    place.write("one.json", { hooks: { PreToolUse: [{ id: "one", command: "true" }] } });
    place.write("two.yaml", "hooks: [{ id: two, event: PreToolUse, command: 'true', timeoutMs: 900 }]");
    const args = ["--config", "one.json", "--config", "two.yaml"];
    expect((await place.list(args)).map(({ id, trust }) => `${id} ${trust}`)).toEqual(["one named", "two named"]);
    const fired = await place.fire("PreToolUse", bash("ls"), args);
    expect(fired.hooks.map(({ id }) => id)).toEqual(["one", "two"]);
    expect(fired.decision).toBe("none");
    expect((await place.list()).map(({ trust }) => trust)).toEqual(["trusted", "untrusted"]);
  });

  it("holds for an agent's call too", async () => {
    const place = new ProgramPlace();
    const file = place.write("named.json", deny("named"));
    const ran = await place.run(["hook", "claude-code", "PreToolUse", "--config", file], { input: bash("ls") });
    expect(JSON.parse(ran.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecisionReason: "named" } });
  });

  it("lets no call of an agent through when the file it names is not there", async () => {
    const place = new ProgramPlace();
    const ran = await place.run(["hook", "claude-code", "PreToolUse", "--config", "gone.json"], { input: bash("ls") });
    expect(JSON.parse(ran.stdout)).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: "deny",
        permissionDecisionReason: expect.stringContaining(`${place.path("gone.json")}: the file cannot be read`),
      },
    });
  });

  it.each([
    [".claude/settings.json", deny("x"), "claude"],
    [".claude/settings.local.json", deny("x"), "claude"],
    [".opta/config.json", { hooks: [{ event: "tool.pre", command: "true" }] }, "opta"],
    [".arawn/settings.json", deny("x"), "arawn2"],
    [".snaphook/hooks.json", deny("x"), "native"],
    ["anything.json", deny("x"), "native"],
  ])("reads %s as what it is by its path", async (path, content, dialect) => {
    const place = new ProgramPlace();
    place.write(path, content);
    expect(await place.list(["--config", path])).toMatchObject([{ dialect }]);
  });

  it.each([
    ["cortex", { id: "x", event: "agent:pre-tool", run: { command: "true" } }],
    ["orion", { builtin: deny("x"), ...deny("y") }],
    ["native", { hooks: [{ event: "PreToolUse", command: "true" }] }],
  ])("reads a file of %s by its shape where the path says nothing", async (dialect, content) => {
    const place = new ProgramPlace();
    place.write("policy.json", content);
    expect((await place.list(["--config", "policy.json"]))[0]).toMatchObject({ dialect, event: "PreToolUse" });
  });

  it("reads it as what --dialect says instead", async () => {
    const place = new ProgramPlace();
    place.write(".claude/settings.json", deny("x"));
    expect(await place.list(["--config", ".claude/settings.json", "--dialect", "orion"])).toMatchObject([
      { dialect: "orion" },
    ]);
    const ran = await place.run(["fire", "PreToolUse", "--payload", "-", "--config", "x.json", "--dialect", "nope"], {
      input: "{}",
    });
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(/DIALECT_UNKNOWN: Unknown dialect "nope".*\n {4}Use one of the listed dialects/);
    const asJson = await place.run(["list", "--dialect", "nope", "--json"]);
    expect([asJson.code, JSON.parse(asJson.stdout)]).toMatchObject([2, { error: { code: "DIALECT_UNKNOWN" } }]);
  });

  it("takes a code config that it names", async () => {
    const place = new ProgramPlace();
    place.write(
      "policy.ts",
      `export default [{ id: "p", event: "PreToolUse", run: () => ({ verdict: "deny", reason: "code" }) }];`,
    );
    expect(await place.fire("PreToolUse", bash("ls"), ["--config", "policy.ts"])).toMatchObject({
      decision: "deny",
      reason: "code",
    });
  });
});
