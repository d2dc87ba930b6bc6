import { readdirSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bash, expectNoStack, ProgramPlace } from "../support/program.js";

const CONFIG = "snaphook.config.ts";

/** Writes a canary as soon as it is imported, and denies what a module of its own lists. */
const CODE = `
import { existsSync, writeFileSync } from "node:fs";
import { defineConfig, defineHook, deny } from "snaphook";
import { forbidden } from "./policy/index.js";
import type { Nothing } from "./types.js";

writeFileSync(new URL("./canary", import.meta.url), "imported");

enum Mode { Strict = "strict" }
const mode: Mode = Mode.Strict satisfies string;

export default defineConfig({
  hooks: [
    defineHook({
      id: "code",
      event: "PreToolUse",
      matcher: "Bash",
      guard: true,
      async run({ tool_input }) {
        const command = tool_input["command"] as string;
        if (forbidden.some((word: string) => command.includes(word))) return deny(\`\${mode}: \${existsSync("/")}\`);
      },
    }),
  ],
});
`;

function project(): ProgramPlace {
  const place = new ProgramPlace();
  place.write(CONFIG, CODE);
  place.write("policy/index.ts", `export { forbidden } from "./words.js";`);
  place.write("policy/words.ts", `export const forbidden: readonly string[] = ["rm"];`);
  place.write("types.ts", "export type Nothing = never;");
  return place;
}

const RM = bash("rm -rf build");
const denied = { hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "strict: true" } };

/**
 * Its hooks do not run, nothing of it is imported, and the person is told. Of code that was approved the guards answer
 * their failure contract; of what never was there is no opinion.
 */
async function expectClosed(place: ProgramPlace, state: "untrusted" | "modified" | "denied"): Promise<void> {
  rmSync(place.path("canary"), { force: true });
  const listed = await place.run(["list"]);
  expect(listed.stdout).toMatch(new RegExp(`^project:code +${state} +${place.path(CONFIG)} `, "m"));
  expect(listed.stderr).toMatch(/snaphook\.config\.ts: warning CODE_CONFIG_UNTRUSTED/);
  const fired = await place.fire("PreToolUse", RM);
  const guards = state === "modified" ? [{ id: "code", outcome: "failed", cause: "not-approved" }] : [];
  expect(fired).toMatchObject({ decision: guards.length > 0 ? "deny" : "none", hooks: guards });
  expect(fired.findings.map(({ code }) => code)).toEqual(["CODE_CONFIG_UNTRUSTED"]);
  expect(await place.hook("SessionStart", {})).toMatchObject({
    systemMessage: expect.stringContaining("hooks of 1 file are not approved"),
  });
  expect(place.has("canary")).toBe(false);
}

describe("code config of a project", () => {
  it("SE-02 is listed and never imported before it is approved", async () => {
    const place = project();
    await expectClosed(place, "untrusted");
    expect(await place.hook("PreToolUse", RM)).toEqual({});
    for (const args of [
      ["validate"],
      ["validate", CONFIG],
      ["explain", "PreToolUse", "--payload", "-"],
      ["show", "code"],
      ["trust"],
      ["trust", "--json"],
      ["trust", "--hash", "0"],
      ["disable", "code"],
      ["test", "code", "--payload", "-"],
    ]) {
      const ran = await place.run(args, { input: RM });
      expectNoStack(ran);
      expect(place.has("canary"), args.join(" ")).toBe(false);
    }
    const { stdout } = await place.run(["trust"]);
    for (const file of [CONFIG, "policy/index.ts", "policy/words.ts"])
      expect(stdout).toContain(`    ${place.path(file)}\n`);
    for (const folder of ["trust", "artifacts"]) expect(place.has(`${place.data}/${folder}`), folder).toBe(false);
  });

  it("guards calls once it is approved, through `fire` and for an agent", async () => {
    const place = project();
    expect((await place.trust()).code).toBe(0);
    expect(await place.list()).toMatchObject([
      { id: "code", type: "function", trust: "trusted", level: "project", guard: true, active: true },
    ]);
    expect(await place.fire("PreToolUse", RM)).toMatchObject({
      decision: "deny",
      reason: "strict: true",
      decidedBy: { hook: "code" },
    });
    expect(await place.hook("PreToolUse", RM)).toMatchObject(denied);
    expect(await place.hook("PreToolUse", bash("ls"))).toEqual({});
    expect(readdirSync(`${place.data}/artifacts`).filter((name) => name.includes("canary"))).toEqual([]);
  });

  it.each([
    [CONFIG, `${CODE}\n`],
    ["policy/words.ts", `export const forbidden: readonly string[] = [];`],
    ["policy/index.ts", `export const forbidden: readonly string[] = [];`],
  ])("SE-02 is closed again when %s changes, until it is approved again", async (file, content) => {
    const place = project();
    await place.trust();
    const before = place.read(file);
    place.write(file, content);
    await expectClosed(place, "modified");
    place.write(file, before);
    expect(await place.hook("PreToolUse", RM)).toMatchObject(denied);
    place.write(file, content);
    await place.trust();
    expect(await place.hook("PreToolUse", RM)).toMatchObject(file === CONFIG ? denied : {});
  });

  it("stays approved when Snaphook's own files change", async () => {
    const place = project();
    const { stdout } = await place.run(["trust"]);
    expect(stdout).not.toContain("dist/");
  });

  it("is checked before its approval for what can be checked without running it", async () => {
    const place = project();
    expect(await place.run(["validate"])).toMatchObject({ code: 0, stderr: "" });
    place.write("policy/words.ts", "export const forbidden = [");
    for (const args of [["validate"], ["validate", CONFIG]]) {
      const ran = await place.run(args);
      expect(ran.code).toBe(1);
      expect(ran.stderr).toMatch(/policy\/words\.ts:1:\d+: error CODE_CONFIG_FAILED/);
    }
    expect(place.has("canary")).toBe(false);
  });

  it("can be denied although it does not build, and does not keep other files from approval", async () => {
    const place = project();
    place.write(CONFIG, "export default [");
    place.write(".snaphook/hooks.json", { hooks: [{ id: "json", event: "Stop", command: "true" }] });
    const { hash } = await place.json<{ hash: string }>(["trust"]);
    const ran = await place.run(["trust", "--hash", hash]);
    expect(ran.stderr).toMatch(/snaphook\.config\.ts:1:\d+: error CODE_CONFIG_FAILED/);
    expect(await place.list()).toMatchObject([{ id: "json", trust: "trusted" }]);
    expect(await place.json(["deny", CONFIG])).toEqual({ denied: [place.path(CONFIG)] });
    expect((await place.run(["list"])).stdout).toMatch(/^project:code +denied /m);
  });
});

describe("code config of the user", () => {
  const USER = `
    import { deny } from "snaphook";
    export default [{ id: "mine", event: "PreToolUse", guard: true, run: () => deny("mine") }];`;

  it("needs no approval, and is built by commands, never by an event", async () => {
    const place = new ProgramPlace();
    place.writeUser(CONFIG, USER);
    expect(await place.hook("PreToolUse", RM)).toMatchObject({
      hookSpecificOutput: {
        permissionDecisionReason: expect.stringContaining("was never built; run `snaphook validate`"),
      },
    });
    expect(await place.hook("SessionStart", {})).toMatchObject({
      systemMessage: expect.stringContaining("see `snaphook validate`"),
    });
    expect(place.has(`${place.data}/artifacts`)).toBe(false);
    expect(await place.list()).toMatchObject([{ id: "mine", level: "user", trust: "trusted" }]);
    expect(await place.hook("PreToolUse", RM)).toMatchObject({
      hookSpecificOutput: { permissionDecisionReason: "mine" },
    });
  });

  it("lets its guards answer their contract after a change, until a command has built it", async () => {
    const place = new ProgramPlace();
    place.writeUser(CONFIG, USER);
    await place.list();
    place.writeUser(CONFIG, USER.replace(`deny("mine")`, `deny("changed")`));
    const answer = await place.hook("PreToolUse", RM);
    expect(answer).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: "deny",
        permissionDecisionReason: expect.stringMatching(/Guard "mine" could not decide: .*`snaphook validate`/),
      },
    });
    expect((await place.run(["validate"])).code).toBe(0);
    expect(await place.hook("PreToolUse", RM)).toMatchObject({
      hookSpecificOutput: { permissionDecisionReason: "changed" },
    });
  });

  it("lets its guards answer their contract when the bundle is gone or damaged, until a command has built it", async () => {
    const place = new ProgramPlace();
    place.writeUser(CONFIG, USER);
    await place.list();
    const bundle = `${place.data}/artifacts/${readdirSync(`${place.data}/artifacts`).find((name) => name.endsWith(".cjs"))}`;
    rmSync(bundle);
    const contract = {
      hookSpecificOutput: {
        permissionDecision: "deny",
        permissionDecisionReason: expect.stringContaining('Guard "mine" could not decide'),
      },
    };
    expect(await place.hook("PreToolUse", RM)).toMatchObject(contract);
    expect(await place.fire("PreToolUse", RM)).toMatchObject({ reason: "mine" });
    place.write(bundle, "throw new Error('evil')");
    expect(await place.hook("PreToolUse", RM)).toMatchObject(contract);
  });

  it.each([
    ["a syntax error", "export default\n  [", /:2:\d+: .*(Expected|Unexpected)/],
    [
      "a module that is missing",
      `import "./nowhere.js"; export default [];`,
      /:1:8: .*Could not resolve '.\/nowhere.js'/,
    ],
    ["an error when it runs", `throw new Error("oh no"); export default [];`, /: .*oh no/],
    ["no list of hooks", "export default 5;", /: .*must have a default export: a list of hooks/],
    [
      "a hook without a function",
      `export default [{ event: "Stop" }];`,
      /: .*hooks\[0\] needs an `event` and a function `run`/,
    ],
  ])("says what is wrong with %s, and leaves other hooks alone", async (_name, code, message) => {
    const place = new ProgramPlace();
    const file = place.writeUser(CONFIG, code);
    place.writeUser("hooks.json", { hooks: [{ id: "json", event: "Stop", command: "echo ran > ran.txt" }] });
    const ran = await place.run(["validate"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr.startsWith(file)).toBe(true);
    expect(ran.stderr.slice(file.length)).toMatch(message);
    expect(ran.stderr).toMatch(/error CODE_CONFIG_FAILED: .*\n {4}Fix the code/);
    expectNoStack(ran);
    expect((await place.fire("Stop", {})).hooks.map(({ id }) => id)).toEqual(["json"]);
    expect(place.read("ran.txt")).toBe("ran\n");
  });

  it("knows where it stands, at build and at event time", async () => {
    const place = new ProgramPlace();
    place.writeUser(
      CONFIG,
      `import { readFileSync } from "node:fs";
       const list = () => readFileSync(new URL("./list.txt", import.meta.url), "utf8");
       list();
       export default [{ id: "mine", event: "PreToolUse", guard: true, run: () => ({ verdict: "deny", reason: list() }) }];`,
    );
    place.writeUser("list.txt", "from the list");
    await place.list();
    expect(await place.hook("PreToolUse", RM)).toMatchObject({
      hookSpecificOutput: { permissionDecisionReason: "from the list" },
    });
  });

  it.each(["snaphook.config.mts", "snaphook.config.js", "snaphook.config.mjs"])("may be called %s", async (name) => {
    const place = new ProgramPlace();
    place.writeUser(name, `export default { hooks: [{ id: "js", event: "Stop", run() {} }] };`);
    expect((await place.list()).map(({ id }) => id)).toEqual(["js"]);
  });
});
