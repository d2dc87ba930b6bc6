import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ROOT } from "../architecture/source-tree.js";
import { EmbedderPlace } from "../support/embedder.js";

function embedderPlace(): EmbedderPlace {
  const place = new EmbedderPlace();
  onTestFinished(() => place.remove());
  return place;
}

/** What the compiler says about a program that uses the built package. */
function compile(program: string): string {
  const place = embedderPlace();
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: "ES2023",
    lib: ["ES2023", "DOM"],
    module: "NodeNext",
    types: [],
    skipLibCheck: false,
  };
  place.write("package.json", `{ "type": "module" }`);
  place.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  place.write(
    "program.ts",
    `import { createHooks, type FirePayload } from "snaphook";\nconst hooks = createHooks();\n${program}`,
  );
  return place.run(process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), "-p", ".").printed;
}

describe("the payload of fire", () => {
  it.each([
    ["a tool call without its fields", `hooks.fire("PreToolUse", {});`],
    ["a field of another type", `hooks.fire("PreToolUse", { tool_name: 3, tool_input: {} });`],
    ["a misspelt field that is needed", `hooks.fire("UserPromptSubmit", { promt: "x" });`],
    [
      "a misspelt field beside those that are needed",
      `hooks.fire("UserPromptSubmit", { prompt: "x", sesion_id: "s1" });`,
    ],
    ["a misspelt field that is optional", `hooks.fire("Stop", { stop_hok_active: true });`],
    [
      "a misspelt field in a variable",
      `const call = { tool_name: "Bash", tool_inptu: {} };\nhooks.fire("PreToolUse", call);`,
    ],
    ["a session that is a number on a custom event", `hooks.fire("shop:release", { session_id: 3 });`],
    ["an unknown event", `hooks.fire("PreToolUs", {});`],
  ])("does not compile with %s", (_what, program) => {
    expect(compile(program)).toMatch(/^program\.ts\(\d+,\d+\): error TS/);
  });

  it("compiles with what agents send: needed, optional and own fields, inputs of any shape, custom events", () => {
    const printed = compile(`
      import type { EventName } from "snaphook";
      import { samplePayload } from "snaphook/testing";
      interface ShellInput { command: string; timeout?: number }
      const input: ShellInput = { command: "ls" };
      hooks.fire("PreToolUse", { session_id: "s1", cwd: "/p", tool_name: "Bash", tool_input: input, tool_use_id: "t1" });
      hooks.fire("PostToolUse", { tool_name: "Bash", tool_input: input, tool_output: "a", tool_response: { code: 0 } });
      hooks.fire("UserPromptSubmit", { prompt: "" });
      hooks.fire("SessionStart", { source: "startup", model: "large" });
      hooks.fire("Stop", {});
      hooks.fire("shop:release", { day: "Friday", session_id: "s1" });
      hooks.fire("pi:tool_call", { toolName: "bash" }, { agent: "pi" });
      const own = { tool_name: "Bash", tool_input: input, my_run: 7 };
      hooks.fire("PreToolUse", own);
      hooks.fire("PermissionRequest", samplePayload("PermissionRequest"));
      export const forward = (event: EventName, payload: FirePayload<EventName>) => hooks.fire(event, payload);`);
    expect(printed).toBe("");
  });
});

const PROGRAM = `
  import { createHooks, defineHook, deny } from "snaphook";
  const ran = [];
  const hooks = createHooks({
    hooks: [
      defineHook({ id: "no-push", event: "PreToolUse", matcher: "Bash(git push *)", guard: true, run: () => deny("no") }),
      defineHook({ id: "soft", event: "PreToolUse", matcher: "Bash", guard: true, onFailure: "allow", run: () => undefined }),
      defineHook({ id: "strict", event: "UserPromptSubmit", onFailure: "deny", run: () => undefined }),
      defineHook({ id: "log", event: "PreToolUse", run: () => void ran.push("log") }),
    ],
  });
  const fire = async (event, payload, options) => {
    const { verdict, reason, notes, hooks: runs } = await hooks.fire(event, payload, options);
    return { verdict, reason, notes: notes.map(({ code }) => code), runs: runs.map(({ id, cause }) => cause ? id + " " + cause : id) };
  };`;

describe("a payload without the fields that its event needs", () => {
  const INCOMPLETE = { verdict: "deny", runs: ["no-push bad-payload", "soft bad-payload", "log denied-before"] };

  it.each([
    ["nothing", "{}", "tool_name"],
    ["a misspelt name", `{ toolname: "Bash", tool_input: { command: "git push origin" } }`, "tool_name"],
    ["a name that is not text", `{ tool_name: 3, tool_input: {} }`, "tool_name"],
    ["an empty name", `{ tool_name: "", tool_input: {} }`, "tool_name"],
    ["no input", `{ tool_name: "Bash" }`, "tool_input"],
    ["an input that is text", `{ tool_name: "Bash", tool_input: "git push origin" }`, "tool_input"],
    ["no payload at all", "undefined", "tool_name"],
  ])("is reported, and guards answer their failure contract: %s", (_what, payload, lacks) => {
    const found = embedderPlace().embed<typeof INCOMPLETE & { reason: string; notes: string[] }>(`${PROGRAM}
      console.log(JSON.stringify(await fire("PreToolUse", ${payload})));`);
    expect(found).toMatchObject(INCOMPLETE);
    expect(found.notes).toEqual(["PAYLOAD_INCOMPLETE", "HOOK_FAILED", "HOOK_FAILED"]);
    expect(found.reason).toContain(`Guard "no-push" could not decide: the payload lacks a valid \`${lacks}\`.`);
  });

  it("is asked about where a person can answer", () => {
    const found = embedderPlace().embed(`${PROGRAM}
      console.log(JSON.stringify(await fire("PreToolUse", {}, { presence: "interactive" })));`);
    expect(found).toMatchObject({ verdict: "ask" });
  });

  it("is denied by a hook that is no guard and must not fail open", () => {
    const found = embedderPlace().embed(`${PROGRAM}
      console.log(JSON.stringify(await fire("UserPromptSubmit", { promt: "deploy" })));`);
    expect(found).toMatchObject({ verdict: "deny", notes: ["PAYLOAD_INCOMPLETE", "HOOK_FAILED"] });
  });

  it("is not what a complete one is", () => {
    const found = embedderPlace().embed(`${PROGRAM}
      console.log(JSON.stringify([
        await fire("PreToolUse", { tool_name: "Read", tool_input: {} }),
        await fire("UserPromptSubmit", { prompt: "" }),
      ]));`);
    expect(found).toEqual([
      { verdict: "none", notes: [], runs: ["log"] },
      { verdict: "none", notes: [], runs: ["strict"] },
    ]);
  });

  it("an unknown event is reported too", () => {
    const found = embedderPlace().embed(`${PROGRAM}
      console.log(JSON.stringify(await hooks.fire("PreToolUs", { tool_name: "Bash", tool_input: {} })));`);
    expect(found).toMatchObject({
      verdict: "none",
      notes: [{ code: "EVENT_UNKNOWN", message: 'Unknown event "PreToolUs". Did you mean "PreToolUse"?' }],
    });
  });
});
