import { describe, expect, it, vi } from "vitest";
import { allow } from "../../src/core/decision/decision.js";
import type { HookEvent } from "../../src/core/events/payload.js";
import type { AdmittedHook } from "../../src/core/hooks/admission.js";
import type { DialectProfile } from "../../src/core/hooks/dialect.js";
import { HookTable, type Selection } from "../../src/core/hooks/hook-table.js";
import { parseMatcher } from "../../src/core/match/parse.js";
import type { MatchSpec } from "../../src/core/match/spec.js";
import type { RegexEngine, SlowRegex } from "../../src/core/ports.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { fireHooks } from "../support/fire-hooks.js";
import { admitted } from "../support/hook-specs.js";

const tooSlow: SlowRegex = { test: async () => "timeout", close() {} };
const table = (hooks: readonly AdmittedHook[], regex: RegexEngine = linearRegex) =>
  new HookTable(
    hooks,
    { other: { name: "other", tools: { shell: { name: "Bash" } } } as unknown as DialectProfile },
    { regex, slow: tooSlow },
  );

function matching(text: string): MatchSpec {
  const parsed = parseMatcher("native", text, linearRegex);
  if ("invalid" in parsed) throw new Error(parsed.invalid);
  return parsed.match;
}

const event = (name: string, payload: object = {}, native?: HookEvent["native"]): HookEvent => ({
  name,
  payload: { hook_event_name: name, ...payload },
  ...(native ? { native } : {}),
});
const bash = event("PreToolUse", { tool_name: "Bash", tool_input: { command: "git push" } });
const ids = (hooks: readonly { id: string }[]) => hooks.map(({ id }) => id).join(" ");
const stagesOf = (selection: Selection) => selection.stages.map(({ strategy, hooks }) => `${strategy}: ${ids(hooks)}`);
const selected = async (hooks: readonly AdmittedHook[], one: HookEvent) =>
  stagesOf(await table(hooks).select(one)).join("; ");

describe("the order of hooks", () => {
  it("is the rank of their source, then their position", async () => {
    const hooks = [
      admitted({ id: "project-1" }, { rank: 2 }),
      admitted({ id: "user-1" }, { rank: 1 }),
      admitted({ id: "project-2" }, { rank: 2 }),
      admitted({ id: "user-2" }, { rank: 1 }),
    ];
    expect(await selected(hooks, bash)).toBe("serial: user-1 user-2 project-1 project-2");
  });

  it("guards come after all that may rewrite, and neighbours of one strategy share a stage", async () => {
    const hooks = [
      admitted({ id: "guard-1", guard: true }),
      admitted({ id: "a" }),
      admitted({ id: "b", strategy: "parallel" }),
      admitted({ id: "guard-2", guard: true, strategy: "parallel" }),
      admitted({ id: "c", strategy: "parallel" }),
      admitted({ id: "d" }),
    ];
    const stages = stagesOf(await table(hooks).select(bash));
    expect(stages).toEqual(["serial: a", "parallel: b c", "serial: d", "serial: guard-1", "parallel: guard-2"]);
  });

  it("background hooks stand apart", async () => {
    const selection = await table([admitted({ id: "a" }), admitted({ id: "b", background: true })]).select(bash);
    expect(stagesOf(selection)).toEqual(["serial: a"]);
    expect(ids(selection.background)).toBe("b");
  });
});

describe("which hooks are selected", () => {
  const subject = (text: string, over: object = {}) => admitted({ id: text, match: matching(text), ...over });

  it("only those of the event, and nothing at all is the same nothing", async () => {
    const hooks = table([admitted({ event: "Stop" })]);
    expect(hooks.has("Stop")).toBe(true);
    expect(hooks.has("PreToolUse")).toBe(false);
    expect(await hooks.select(bash)).toBe(await hooks.select(event("SessionEnd")));
  });

  it("EV-08 MA-06 a SessionStart matcher tests the source", async () => {
    const all = subject("startup|resume|clear|compact", { event: "SessionStart" });
    const resume = subject("resume", { event: "SessionStart" });
    const fired = [];
    for (const source of ["startup", "resume", "clear", "compact"]) {
      const { stages } = await table([all, resume]).select(event("SessionStart", { source }));
      fired.push(stages.flatMap(({ hooks }) => hooks).length);
    }
    expect(fired).toEqual([1, 2, 1, 1]);
  });

  it("MA-06 a Notification matcher tests the type of notification", async () => {
    const hooks = [subject("permission_prompt", { event: "Notification" })];
    const notify = (notification_type: string) =>
      event("Notification", { notification_type, message: "permission_prompt" });
    expect(await selected(hooks, notify("permission_prompt"))).toBe("serial: permission_prompt");
    expect(await selected(hooks, notify("idle_prompt"))).toBe("");
  });

  it("MA-07 patterns are compiled when the table is made, never for a fire", async () => {
    let compiled = 0;
    const counting: RegexEngine = {
      compile(source) {
        compiled++;
        return linearRegex.compile(source);
      },
    };
    const hooks = table(
      [
        subject("^B.sh$"),
        subject("Bash(*push*)"),
        admitted({ id: "path", match: { path: { kind: "glob", source: "*.ts" } } }),
      ],
      counting,
    );
    const before = compiled;
    expect(before).toBe(1);
    const regExp = vi.spyOn(globalThis, "RegExp");
    for (let i = 0; i < 10_000; i++) await hooks.select(bash);
    const made = regExp.mock.calls.length;
    regExp.mockRestore();
    expect([made, compiled]).toEqual([0, before]);
  });

  it("MA-14 the canonical name counts, whatever the agent calls the tool", async () => {
    const native = { agent: "pi", event: "tool_call", payload: { tool_name: "edit", input: {} } };
    const edit = event("PreToolUse", { tool_name: "Edit", tool_input: {} }, native);
    expect(await selected([subject("Edit|Write"), subject("edit")], edit)).toBe("serial: Edit|Write");
  });

  it("MA-14 a hook on a native event matches the raw name, and only on that agent", async () => {
    const hooks = [subject("edit", { event: "pi:tool_call", nativeTo: "pi" }), subject("Edit")];
    const call = (agent: string) =>
      event("PreToolUse", { tool_name: "Edit" }, { agent, event: "tool_call", payload: { tool_name: "edit" } });
    expect(await selected(hooks, call("pi"))).toBe("serial: edit Edit");
    expect(await selected(hooks, call("gemini"))).toBe("serial: Edit");
  });

  it("MA-14 two raw names of one canonical tool are told apart, also the second time", async () => {
    const hooks = table([subject("edit", { event: "pi:tool_call", nativeTo: "pi" })]);
    const call = (tool_name: string) =>
      event("PreToolUse", { tool_name: "Edit" }, { agent: "pi", event: "tool_call", payload: { tool_name } });
    expect(stagesOf(await hooks.select(call("edit")))).toEqual(["serial: edit"]);
    expect(stagesOf(await hooks.select(call("multi_edit")))).toEqual([]);
    expect(stagesOf(await hooks.select(call("edit")))).toEqual(["serial: edit"]);
  });

  it("MA-14 a dialect's own tool names match the canonical tool; MCP names are left alone", async () => {
    const hooks = [subject("shell", { dialect: "other" }), subject("Bash"), subject("mcp__x__Y", { dialect: "other" })];
    expect(await selected(hooks, bash)).toBe("serial: shell Bash");
    expect(await selected(hooks, event("PreToolUse", { tool_name: "mcp__x__Y" }))).toBe("serial: mcp__x__Y");
    expect(await selected(hooks, event("PreToolUse", { tool_name: "mcp__x__y" }))).toBe("");
  });

  it("a hook for certain agents runs only for them", async () => {
    const hooks = [admitted({ id: "cursor-only", agents: ["cursor"] })];
    const from = (agent: string) => event("PreToolUse", { tool_name: "x" }, { agent, event: "x", payload: {} });
    expect(await selected(hooks, from("cursor"))).toBe("serial: cursor-only");
    expect(await selected(hooks, from("codex"))).toBe("");
    expect(await selected(hooks, bash)).toBe("");
  });

  it("a hook that its agent runs by itself does not run twice", async () => {
    const hooks = [admitted({ id: "shared", runBy: ["cursor"] })];
    const from = (agent: string) => event("PreToolUse", { tool_name: "x" }, { agent, event: "x", payload: {} });
    expect(await selected(hooks, from("cursor"))).toBe("");
    expect(await selected(hooks, from("codex"))).toBe("serial: shared");
    expect(await selected(hooks, bash)).toBe("serial: shared");
  });

  it("a hook that is native to one agent runs for no other, whatever its event", async () => {
    const hooks = [admitted({ id: "pi-only", nativeTo: "pi" })];
    const from = (agent: string) => event("PreToolUse", { tool_name: "x" }, { agent, event: "x", payload: {} });
    expect(await selected(hooks, from("pi"))).toBe("serial: pi-only");
    expect(await selected(hooks, from("codex"))).toBe("");
    expect(await selected(hooks, bash)).toBe("");
  });

  it("a call that does the work of two tools is matched by either name, but not by a hook of the agent's own", async () => {
    const native = { agent: "pi", event: "tool_call", payload: { tool_name: "edit" } };
    const both = event("PreToolUse", { tool_name: "Edit", also_tool_name: "Write" }, native);
    const raw = { event: "pi:tool_call", nativeTo: "pi" };
    expect(await selected([subject("Write"), subject("Edit"), subject("Read")], both)).toBe("serial: Write Edit");
    expect(await selected([subject("Write", raw), subject("edit", raw)], both)).toBe("serial: edit");
  });

  it("MA-14 a raw name is taken from where agents put it, and else the canonical one counts", async () => {
    const hooks = [subject("edit", { event: "pi:tool_call", nativeTo: "pi" })];
    const call = (payload: object | string, tool_name = "Edit") =>
      event("PreToolUse", { tool_name }, { agent: "pi", event: "tool_call", payload: payload as object });
    for (const key of ["tool_name", "toolName", "tool"])
      expect(await selected(hooks, call({ [key]: "edit" }))).toBe("serial: edit");
    expect(await selected(hooks, call({}, "edit"))).toBe("serial: edit");
    expect(await selected(hooks, call({ tool: "other" }, "edit"))).toBe("");
    expect(await selected(hooks, call("edit", "edit"))).toBe("");
  });

  it("says whether a hook is for an event, by its name or by the agent's", () => {
    const hooks = table([admitted({ event: "Stop" }), admitted({ event: "pi:tool_call" })]);
    const native = { agent: "pi", event: "tool_call", payload: {} };
    expect(hooks.concerns(event("Stop"))).toBe(true);
    expect(hooks.concerns(event("PreToolUse"))).toBe(false);
    expect(hooks.concerns(event("PreToolUse", {}, native))).toBe(true);
    expect(hooks.concerns(event("PreToolUse", {}, { ...native, agent: "cursor" }))).toBe(false);
    expect([hooks.isEmpty, table([]).isEmpty]).toEqual([false, true]);
  });

  it("hooks of the canonical and of the native event stand in one order", async () => {
    const native = { agent: "pi", event: "tool_call", payload: { tool_name: "edit" } };
    const hooks = [
      admitted({ id: "c", event: "pi:tool_call" }, { rank: 1 }),
      admitted({ id: "d" }, { rank: 2 }),
      admitted({ id: "b" }, { rank: 1 }),
      admitted({ id: "a", event: "pi:tool_call" }),
    ];
    expect(await selected(hooks, event("PreToolUse", { tool_name: "Edit" }, native))).toBe("serial: a c b d");
  });

  it("says whether one of those selected runs once", async () => {
    const once = admitted({ id: "once", once: true, match: matching("Bash") });
    expect((await table([once, admitted({ id: "a" })]).select(bash)).once).toBe(true);
    expect((await table([once, admitted({ id: "a" })]).select(event("PreToolUse", { tool_name: "x" }))).once).toBe(
      false,
    );
  });

  it("the answer for a name does not depend on how many other names came before", async () => {
    const hooks = table([subject("Bash"), subject("tool-7|tool-1999")]);
    for (let i = 0; i < 2000; i++) {
      const expected = i === 7 || i === 1999 ? ["serial: tool-7|tool-1999"] : [];
      expect(stagesOf(await hooks.select(event("PreToolUse", { tool_name: `tool-${i}` })))).toEqual(expected);
    }
    expect(stagesOf(await hooks.select(bash))).toEqual(["serial: Bash"]);
  });

  it("explain says for each hook of the event whether it runs and why", async () => {
    const hooks = table([
      subject("Bash"),
      subject("Write"),
      subject("Bash(ls *)"),
      admitted({ id: "all" }),
      admitted({ id: "cursor", agents: ["cursor"] }),
    ]);
    const answers = (await hooks.explain(bash)).map(({ hook, runs, why }) => [hook.id, runs, why]);
    expect(answers).toEqual([
      ["Bash", true, "its matcher matches"],
      ["Write", false, 'its matcher does not match "Bash"'],
      ["Bash(ls *)", false, "its matcher does not match the input"],
      ["all", true, "matches every call"],
      ["cursor", false, "only for cursor"],
    ]);
  });

  it("explain says what there is about the call, the agent and the pattern", async () => {
    const why = async (hook: AdmittedHook, one: HookEvent) => {
      const [answer] = await table([hook]).explain(one);
      return [answer!.runs, answer!.why];
    };
    const native = { agent: "pi", event: "tool_call", payload: {} };
    const onPi = event("PreToolUse", { tool_name: "Edit" }, native);
    expect(await why(admitted({ runBy: ["pi"] }), onPi)).toEqual([false, "pi reads this file and runs it itself"]);
    expect(await why(admitted({ nativeTo: "cursor" }), onPi)).toEqual([false, "only for cursor"]);
    expect(await why(admitted({ nativeTo: "cursor", runBy: ["codex"] }), onPi)).toEqual([false, "only for cursor"]);
    const stop = event("Stop");
    expect(await why(subject("Bash", { event: "Stop" }), stop)).toEqual([
      false,
      "the event has nothing for its matcher to test",
    ]);
    expect(await why(admitted({ event: "Stop", match: { never: "Stop has no matcher" } }), stop)).toEqual([
      false,
      "Stop has no matcher",
    ]);
    const slow = admitted({ match: { subject: { kind: "slow-regex", source: "(?=x)" } } });
    expect(await why(slow, bash)).toEqual([true, "its pattern could not be evaluated in time"]);
    const unreadable = event("PreToolUse", { tool_name: "Bash", tool_input: {}, unreadable_input: true });
    expect(await why(subject("Bash(ls *)"), unreadable)).toEqual([
      true,
      "the call cannot be parsed; a guard counts as failed",
    ]);
  });
});

describe("hooks whose pattern cannot be decided", () => {
  const undecided = { match: { subject: { kind: "slow-regex", source: "(?=x)" } } } as const;

  it("are neither selected nor forgotten", async () => {
    const selection = await table([admitted({ id: "slow", ...undecided }), admitted({ id: "a" })]).select(bash);
    expect(stagesOf(selection)).toEqual(["serial: a"]);
    expect(ids(selection.undecided)).toBe("slow");
  });

  it("by the content of a call are no more forgotten", async () => {
    const content = { kind: "slow-regex", source: "(?=x)" } as const;
    const selection = await table([admitted({ id: "slow", match: { content } }), admitted({ id: "a" })]).select(bash);
    expect([stagesOf(selection), ids(selection.undecided)]).toEqual([["serial: a"], "slow"]);
    const both = [admitted({ id: "one", ...undecided }), admitted({ id: "two", match: { content } })];
    expect(ids((await table(both).select(bash)).undecided)).toBe("one two");
  });

  it("MA-08 an observer stays out, a guard answers its failure contract", async () => {
    const observer = await fireHooks([admitted({ id: "slow", ...undecided })]);
    expect(observer).toMatchObject({ verdict: "none", hooks: [{ id: "slow", outcome: "skipped" }] });
    for (const onFailure of ["ask", "deny"] as const) {
      const guard = await fireHooks([admitted({ id: "slow", ...undecided, guard: true, onFailure })]);
      expect(guard).toMatchObject({
        verdict: onFailure,
        hooks: [{ id: "slow", outcome: "failed", cause: "slow-pattern" }],
      });
    }
  });

  it("MA-08 a guard whose pattern is invalid counts as matched and broken", async () => {
    const broken = { code: "MATCHER_INVALID", message: 'its matcher "[invalid" is not a valid pattern' };
    const run = { type: "function", fn: () => allow() } as const;
    const decision = await fireHooks([admitted({ id: "no-rm", guard: true, broken, run })], {
      presence: "headless",
    });
    expect(decision).toMatchObject({
      verdict: "deny",
      hooks: [{ id: "no-rm", outcome: "failed", cause: "broken" }],
    });
    expect(decision.reason).toContain("[invalid");
    const declared = await fireHooks([admitted({ id: "no-rm", guard: true, broken, run, onFailure: "allow" })]);
    expect(declared.verdict).toBe("none");
  });
});
