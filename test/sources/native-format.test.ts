import { describe, expect, it } from "vitest";
import {
  configSchema,
  flatHookSchema,
  hookSchema,
  keyFacts,
  matcherSchema,
} from "../../src/sources/dialects/native/schema.js";
import { bash, ProgramPlace, says } from "../support/program.js";

const MATCHER = matcherSchema.options[1]!;
const SCOPES = ["managed", "user", "project", "plugin"];

describe("the native format", () => {
  it.each([
    ["file", configSchema],
    ["hook", hookSchema],
    ["listed hook", flatHookSchema],
    ["matcher", MATCHER],
  ] as const)("declares for every key of a %s where it may stand and what it means", (_name, schema) => {
    const facts = Object.entries(keyFacts(schema));
    expect(facts.length).toBeGreaterThan(4);
    for (const [name, { scopes, description }] of facts) {
      expect(scopes, name).toBeDefined();
      expect(scopes.length, name).toBeGreaterThan(0);
      expect(
        scopes.filter((scope) => !SCOPES.includes(scope)),
        name,
      ).toEqual([]);
      expect(description, name).toMatch(/\w{3}/);
    }
  });

  it("drops a key that a project may not set, and says so", async () => {
    const place = new ProgramPlace();
    const leaking = (file: string) => ({
      hooks: [{ event: "PreToolUse", command: `env > ${file}`, inheritEnv: true }],
    });
    place.write(".snaphook/hooks.json", leaking("project.txt"));
    place.writeUser("hooks.json", leaking("user.txt"));
    const { findings } = await place.validate();
    expect(findings).toMatchObject([
      {
        code: "CONFIG_SCOPE",
        severity: "warning",
        file: place.path(".snaphook/hooks.json"),
        line: expect.any(Number),
        field: "hooks[0].inheritEnv",
      },
    ]);
    expect((await place.validate([".snaphook/hooks.json"])).findings.map(({ code }) => code)).toEqual(["CONFIG_SCOPE"]);
    expect((await place.validate([`${place.user}/hooks.json`])).findings).toEqual([]);
    await place.trust();
    await place.fire("PreToolUse", bash("ls"), [], { env: { SECRET_API_KEY: "hunter2" } });
    expect(place.read("user.txt")).toContain("hunter2");
    expect(place.read("project.txt")).toContain("SNAPHOOK_EVENT=PreToolUse");
    expect(place.read("project.txt")).not.toContain("hunter2");
  });

  const COMMAND = says("deny", "no");
  it.each([
    [
      "hooks.json",
      JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ id: "h", command: COMMAND }] }] } }),
    ],
    [
      "hooks.jsonc",
      `{ // a comment\n "hooks": { "pre-tool-use": [ { "matcher": "Bash", "id": "h", "command": ${JSON.stringify(COMMAND)}, }, ], }, /* end */ }`,
    ],
    [
      "hooks.json",
      `\ufeff{ "hooks": [ { "event": "tool.pre", "matcher": { "tool": "Bash" }, "id": "h", "command": ${JSON.stringify(COMMAND)} }, ] }`,
    ],
    [
      "hooks.yaml",
      `hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - id: h\n          command: ${JSON.stringify(COMMAND)}\n`,
    ],
    [
      "hooks.yml",
      `# a list\nhooks:\n  - { event: PreToolUse, matcher: Bash, id: h, command: ${JSON.stringify(COMMAND)} }\n`,
    ],
    ["hooks.d/one.yaml", `{ event: PreToolUse, matcher: Bash, id: h, command: ${JSON.stringify(COMMAND)} }\n`],
  ])("reads %s", async (name, text) => {
    const place = new ProgramPlace();
    place.writeUser(name, text);
    expect(await place.run(["validate", "--strict"])).toMatchObject({ code: 0, stderr: "" });
    expect(await place.fire("PreToolUse", bash("ls"))).toMatchObject({ decision: "deny", decidedBy: { hook: "h" } });
    expect(await place.fire("PreToolUse", { tool_name: "Read", tool_input: {} })).toMatchObject({ hooks: [] });
  });

  it("gives a hook without an id one that stays as long as the hook says the same", async () => {
    const place = new ProgramPlace();
    const write = (command: string, statusMessage: string) =>
      place.writeUser("hooks.json", { hooks: [{ event: "Stop", command, statusMessage }] });
    const id = async () => (await place.list())[0]!.id;
    write("true", "one");
    const first = await id();
    expect(first).toMatch(/^stop-[0-9a-f]{8}$/);
    write("true", "two");
    expect(await id()).toBe(first);
    write("false", "two");
    expect(await id()).not.toBe(first);
  });
});
