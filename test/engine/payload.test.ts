import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHooks, rewrite } from "../../src/index.js";
import { admitted } from "../support/hook-specs.js";
import { command, fireReal, tempFolder } from "../support/real-engine.js";

const CALL = {
  session_id: "s1",
  cwd: "/work",
  tool_name: "Edit",
  tool_input: { file_path: "/a", edits: [{ old: "x", new: "y" }] },
  tool_calls: [{ tool_name: "Bash", tool_input: { command: "ls" } }],
};

type Call = typeof CALL;

describe("the payload", () => {
  it("IN-02 a command's stdin and a function's argument are the same object", async () => {
    const folder = tempFolder();
    let given: unknown;
    const keep = (payload: unknown) => {
      given = payload;
    };
    await fireReal(
      [
        command(`cat > '${folder}/stdin.json'`),
        admitted({ run: { type: "function", fn: (payload) => keep(structuredClone(payload)) } }),
      ],
      "PreToolUse",
      CALL,
    );
    expect(JSON.parse(readFileSync(join(folder, "stdin.json"), "utf8"))).toEqual(given);
    expect(given).toEqual({ hook_event_name: "PreToolUse", ...CALL });
  });

  it.each<[string, (payload: Call) => void]>([
    ["a field", (payload) => (payload.tool_name = "Read")],
    ["the input", (payload) => (payload.tool_input.file_path = "/b")],
    ["something deep in the input", (payload) => (payload.tool_input.edits[0]!.new = "z")],
    ["something deep elsewhere", (payload) => (payload.tool_calls[0]!.tool_input.command = "rm")],
    ["a list", (payload) => payload.tool_input.edits.pop()],
  ])("a function that changes %s in place changes nothing for anybody", async (_what, change) => {
    for (const background of [false, true]) {
      const hooks = createHooks();
      const seen: unknown[] = [];
      const attempt = (payload: object) => {
        try {
          change(payload as Call);
        } catch {
          // strict code is told; sloppy code is not, and neither has an effect
        }
      };
      hooks.on("PreToolUse", { background }, (payload) => attempt(payload));
      hooks.on("PreToolUse", { guard: true }, (payload) => void seen.push(structuredClone(payload)));
      const call = structuredClone(CALL);
      const decision = await hooks.fire("PreToolUse", call);
      await hooks.close();
      expect(seen).toEqual([{ ...CALL, hook_event_name: "PreToolUse" }]);
      expect(call).toEqual(CALL);
      expect(decision.input).toBeUndefined();
    }
  });

  it("a caller that changes its object during the fire does not change what guards judge", async () => {
    const hooks = createHooks();
    const call = structuredClone(CALL);
    hooks.on("PreToolUse", async () => {
      call.tool_input.edits[0]!.new = "changed";
      await new Promise((done) => setTimeout(done, 10));
    });
    let judged: unknown;
    hooks.on("PreToolUse", { guard: true }, (payload) => {
      judged = payload.tool_input;
    });
    await hooks.fire("PreToolUse", call);
    expect(judged).toEqual(CALL.tool_input);
  });

  it("the input guards judged is the input of the decision, also when its hook uses the object again", async () => {
    const hooks = createHooks();
    const reused = { command: "" };
    hooks.on("PreToolUse", ({ tool_input }) => {
      reused.command = `safe ${tool_input["command"]}`;
      return rewrite(reused);
    });
    const judged: unknown[] = [];
    hooks.on("PreToolUse", { guard: true }, async ({ tool_input }) => {
      await new Promise((done) => setTimeout(done, 20));
      judged.push(tool_input["command"]);
    });
    const fire = (text: string) => hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: text } });
    const [a, b] = await Promise.all([fire("a"), fire("b")]);
    expect([a.input, b.input]).toEqual([{ command: "safe a" }, { command: "safe b" }]);
    expect(judged).toEqual(["safe a", "safe b"]);
  });

  it("what is no plain data stays what it is for functions", async () => {
    const hooks = createHooks();
    const when = new Date(0);
    let given: unknown;
    hooks.on("PreToolUse", (payload) => {
      given = payload.tool_input["when"];
    });
    await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: { when } });
    expect(given).toBe(when);
  });

  it("HT-05 an async function denies without a process", async () => {
    const hooks = createHooks();
    hooks.on("PreToolUse", async ({ tool_input }) => ({ verdict: "deny", reason: `no ${tool_input["command"]}` }));
    expect(await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "rm" } })).toMatchObject({
      verdict: "deny",
      reason: "no rm",
    });
  });
});
