import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { admitted } from "../../../test/support/hook-specs.js";
import { ProgramPlace } from "../../../test/support/program.js";
import { realEngine } from "../../../test/support/real-engine.js";
import { recordedEnvironment, recordedPayloads } from "../../../test/support/recorded-payloads.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import { toNativeTool } from "../../core/events/tools.js";
import { waitMs } from "../_shared/event-table.js";
import { wiredEvents } from "../_shared/wired-calls.js";
import qwen from "./index.js";

const RECORDED = recordedPayloads(qwen);
const by = { hook: "h", source: "user", ms: 1 };
const goOn = { value: { reason: "look at the log book" }, by };

function decoded(fixture: string) {
  const { event, payload } = RECORDED.find(({ file }) => file === `${fixture}.json`)!;
  return qwen.decode(event, payload);
}

function degraded(fixture: string, decision: Partial<Decision>): Decision {
  const wanted = { ...NO_DECISION, verdictBy: by, ...decision };
  return degrade(wanted, qwen.capability(decoded(fixture).name, "headless"), qwen.title);
}

function say(fixture: string, decision: Partial<Decision>): string {
  const { stdout, stderr, exitCode } = qwen.encode(degraded(fixture, decision), decoded(fixture));
  expect({ stderr, exitCode }).toEqual({ stderr: undefined, exitCode: 0 });
  return stdout;
}

const refusal = (verdict: string, reason: string) =>
  `{"continue":false,"stopReason":"${reason}","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"${verdict}","permissionDecisionReason":"${reason}"}}`;
const context = (event: string) =>
  `{"hookSpecificOutput":{"hookEventName":"${event}","additionalContext":"the tide turns"}}`;

describe("Qwen Code: what it is told before a tool", () => {
  it("OU-20 a deny carries its reason, and is said so that another hook's allow cannot undo it", () => {
    expect(say("PreToolUse", { verdict: "deny", reason: "no" })).toBe(refusal("deny", "no"));
    expect(say("PreToolUse", { verdict: "deny" })).toBe(refusal("deny", "Blocked by a hook."));
  });

  it("OU-20 where it cannot be denied it is told nothing, and the record says what would have been", () => {
    const denied = { verdict: "deny", reason: "no" } as const;
    for (const fixture of ["PreCompact", "SessionEnd", "SubagentStart", "Notification"])
      expect(say(fixture, denied)).toBe("{}");
    expect(degraded("PreCompact", denied).notes).toMatchObject([
      { code: "DEGRADED_DENY", message: expect.stringContaining("would have been denied (no)") },
    ]);
  });

  it("a question is asked: it is put to the person, and denied where there is none", () => {
    expect(say("PreToolUse", { verdict: "ask", reason: "sure?" })).toBe(refusal("ask", "sure?"));
  });

  it("a rewrite that must be is a deny that shows the call to make; one that may be is a note", () => {
    const input = { command: "ls" };
    const { continue: goesOn, stopReason } = JSON.parse(say("PreToolUse", { input, inputBy: [by] }));
    expect(goesOn).toBe(false);
    expect(stopReason).toMatch(/Use this input instead: \{"command":"ls"\}$/);
    const optional = { input, inputBy: [by], inputOptional: true };
    expect(say("PreToolUse", optional)).toBe("{}");
    expect(degraded("PreToolUse", optional).notes).toMatchObject([{ code: "DEGRADED_REWRITE", hook: "h" }]);
  });

  it("an allow and context are not said, because they would be ignored", () => {
    expect(say("PreToolUse", { verdict: "allow", context: "the tide turns", contextBy: [by] })).toBe("{}");
  });

  it("a permission is given, given for another input, refused, or left to the person", () => {
    const answer = (decision: string) =>
      `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":${decision}}}`;
    const input = { command: "ls" };
    expect(say("PermissionRequest", { verdict: "allow" })).toBe(answer('{"behavior":"allow"}'));
    expect(say("PermissionRequest", { verdict: "allow", input, inputBy: [by] })).toBe(
      answer('{"behavior":"allow","updatedInput":{"command":"ls"}}'),
    );
    expect(say("PermissionRequest", { verdict: "deny", reason: "no" })).toBe(
      answer('{"behavior":"deny","message":"no"}'),
    );
    expect(say("PermissionRequest", { verdict: "ask", reason: "sure?" })).toBe("{}");
  });
});

describe("Qwen Code: what it is told elsewhere", () => {
  it("context goes where it was seen to reach the model, and nowhere else", () => {
    const told = { context: "the tide turns", contextBy: [by] };
    for (const event of ["SessionStart", "UserPromptSubmit", "UserPromptExpansion", "PostToolUse", "PostToolBatch"])
      expect(say(event, told)).toBe(context(event));
    expect(say("PostToolUseFailure", told)).toBe(context("PostToolUseFailure"));
    for (const fixture of ["Stop", "SubagentStart", "SubagentStop", "Notification"])
      expect(say(fixture, told)).toBe("{}");
  });

  it("a replaced output takes its context with it, and is never empty", () => {
    const output = (value: unknown) => ({ output: { value, by } });
    expect(say("PostToolUse", output("a clean log"))).toBe('{"continue":false,"stopReason":"a clean log"}');
    expect(say("PostToolUse", { ...output({ lines: 2 }), context: "the tide turns", contextBy: [by] })).toBe(
      JSON.stringify({ continue: false, stopReason: '{"lines":2}\n\nthe tide turns' }),
    );
    expect(say("PostToolUse", output(""))).toBe('{"continue":false,"stopReason":"(no output)"}');
  });

  it("OU-20 prompts, batches and tasks are blocked by one word", () => {
    for (const fixture of ["UserPromptSubmit", "UserPromptExpansion", "PostToolBatch", "TodoCreated", "TodoCompleted"])
      expect(say(fixture, { verdict: "deny", reason: "no" })).toBe('{"decision":"block","reason":"no"}');
  });

  it("is made to go on, and never by what would stop other agents", () => {
    expect(say("Stop", { forceContinue: goOn })).toBe(
      '{"decision":"block","reason":"Stop hook feedback:\\nlook at the log book"}',
    );
    expect(say("SubagentStop", { forceContinue: goOn })).toBe('{"decision":"block","reason":"look at the log book"}');
    expect(say("Stop", { stop: { value: { reason: "enough" }, by } })).toBe("{}");
    expect(say("Stop", { messages: [{ value: "m", by }] })).toBe('{"systemMessage":"m"}');
  });
});

describe("Qwen Code: what it says", () => {
  it("every event carries where it came from, and what was sent stays beside it", () => {
    for (const { event, payload } of RECORDED) {
      const { payload: canonical, native } = qwen.decode(event, payload);
      expect(canonical.hook_origin).toBe("qwen");
      expect(native).toEqual({ agent: "qwen", event, payload });
    }
  });

  it("tools have canonical names, and find their own again", () => {
    const names = ["", ".write_file", ".edit", ".agent", ".mcp"].map(
      (which) => decoded(`PreToolUse${which}`).payload["tool_name"],
    );
    expect(names).toEqual(["Bash", "Write", "Edit", "Agent", "mcp__harbour__leave_mark"]);
    expect(decoded("PreToolUse.edit").payload).toMatchObject({
      native_tool_name: "edit",
      tool_input: { file_path: "/home/user/project/a.txt", old_string: "hello", new_string: "bye" },
    });
    const older = ["replace", "search_file_content", "task"];
    for (const [native, { name }] of Object.entries(qwen.tools).filter(([tool]) => !older.includes(tool)))
      expect(toNativeTool(qwen.tools, { name, input: {} }).name).toBe(native);
    expect(decoded("PostToolBatch").payload["tool_calls"]).toMatchObject([
      { tool_name: "Bash", native_tool_name: "run_shell_command", status: "success" },
    ]);
  });

  it("a command that ends with 3 is a failure; a search that found nothing is none", () => {
    expect(decoded("PostToolUseFailure")).toMatchObject({
      name: "PostToolUseFailure",
      payload: { tool_name: "Bash", is_error: true, tool_output: expect.stringContaining("Exit Code: 3") },
    });
    const search = decoded("PostToolUse.grep-1");
    expect(search.payload["tool_output"]).toContain("Exit Code: 1");
    expect(search.payload["is_error"]).toBeUndefined();
  });

  it("results are text, in one piece or in parts", () => {
    expect(decoded("PostToolUse.read_file").payload["tool_output"]).toBe("hello");
    expect(decoded("PostToolUse.mcp").payload["tool_output"]).toBe("the mark is there");
  });

  it("what it says again is an event of its own: tool results, reasons of stop hooks, written tasks", () => {
    expect(decoded("UserPromptSubmit").name).toBe("UserPromptSubmit");
    expect(decoded("UserPromptSubmit.tool-result").name).toBe("qwen:UserPromptSubmit");
    expect(decoded("UserPromptSubmit.stop-reason").name).toBe("qwen:UserPromptSubmit");
    expect(decoded("TodoCreated")).toMatchObject({
      name: "TaskCreated",
      payload: { task_id: "1", task_subject: "look at the harbour" },
    });
    expect(decoded("TodoCreated.told").name).toBe("qwen:TodoCreated");
    expect(decoded("TodoCompleted.told").name).toBe("qwen:TodoCompleted");
    expect(qwen.decode("UserPromptSubmit", { prompt: "typed without provenance" }).name).toBe("UserPromptSubmit");
    const typed = { prompt: "Stop hook feedback:\n", submitted_prompt: "Stop hook feedback:\n" };
    expect(qwen.decode("UserPromptSubmit", typed).name).toBe("UserPromptSubmit");
  });

  it("a row of forced continues is not ended by the prompt that each of them comes back as", async () => {
    const { engine } = realEngine([
      admitted({
        event: "Stop",
        runWhenActive: true,
        run: { type: "function", fn: () => ({ forceContinue: goOn.value }) },
      }),
    ]);
    let forced = 0;
    while (forced < 20 && (await engine.fire(decoded("Stop.active"))).forceContinue !== undefined) {
      forced++;
      await engine.fire(decoded("UserPromptSubmit.stop-reason"));
    }
    expect(forced).toBe(8);
  });

  it("a person is there when the session can be written to", () => {
    const terminal = recordedEnvironment("qwen", "_env.interactive.json");
    expect(qwen.presence({}, terminal).presence).toBe("interactive");
    const headless = recordedEnvironment("qwen", "_env.json");
    expect(qwen.presence({}, headless).presence).toBe("unknown");
    expect(qwen.projectFolder?.(headless)).toBe("/home/user/project");
  });

  it("its transcript gives the last answer, the list of things to do, and the model", () => {
    const text = readFileSync(join(import.meta.dirname, "fixtures/_transcript.jsonl"), "utf8");
    const facts = { lastAnswer: "ALL DONE", plan: "[completed] look at the harbour", model: "fake-model" };
    expect(qwen.transcript?.(text)).toEqual(facts);
    expect(qwen.transcript?.(`${text}{"type":"assistant","message":{"parts":[{"te`)).toEqual(facts);
    const planned = { functionCall: { name: "exit_plan_mode", args: { plan: "sail" } } };
    const parts = [{ text: "hm", thought: true }, planned];
    expect(qwen.transcript?.(JSON.stringify({ type: "assistant", message: { parts } }))).toEqual({ plan: "sail" });
    expect(qwen.transcript?.('7\n{"type":"assistant","message":{"parts":"x"}}')).toEqual({});
  });
});

describe("Qwen Code: how it is reached", () => {
  it("SE-15 one guard stops its shell, also in a subagent, and by its own word the tools of an MCP server", async () => {
    const denies = (tool: string) =>
      admitted({
        guard: true,
        match: { subject: { kind: "regex", source: tool } },
        run: { type: "command", command: 'echo "the harbour is closed" >&2; exit 2' },
      });
    const { engine } = realEngine([denies("^Bash$"), denies("^mcp__")]);
    for (const fixture of ["PreToolUse", "PreToolUse.in-subagent", "PreToolUse.mcp"]) {
      const decision = await engine.fire(decoded(fixture));
      expect(qwen.encode(decision, decoded(fixture)).stdout, fixture).toBe(refusal("deny", "the harbour is closed"));
    }
    expect((await engine.fire(decoded("PreToolUse.write_file"))).verdict).toBe("none");
  });

  it("IN-20 a hook and the record are told that it was Qwen Code", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { version: 1, hooks: { PreToolUse: [{ id: "probe", command: "cat > seen.json" }] } });
    const { payload } = RECORDED.find(({ file }) => file === "PreToolUse.json")!;
    const ran = await place.run(["hook", "qwen", "PreToolUse"], { input: { ...payload, cwd: place.project } });
    expect(ran).toMatchObject({ code: 0, stdout: "{}" });
    expect(JSON.parse(place.read("seen.json"))).toMatchObject({ hook_origin: "qwen", tool_name: "Bash" });
    expect(JSON.parse(place.read(join(place.state, "hooks.log")))).toMatchObject({
      agent: "qwen",
      event: "PreToolUse",
      hooks: expect.arrayContaining([expect.objectContaining({ id: "probe" })]),
    });
  });

  it("an answer is given before the minute, or the quarter of one, after which it goes on alone", () => {
    expect(waitMs(qwen, "PreToolUse")).toBe(60_000);
    expect(waitMs(qwen, "PostToolBatch")).toBe(15_000);
  });

  it("is wired in seconds it does not take for milliseconds, and not for what comes too often", () => {
    const wired = wiredEvents(qwen);
    expect(wired.every(({ seconds }) => seconds < 1_000)).toBe(true);
    expect(wired.map(({ event }) => event)).toContain("TodoCreated");
    expect(wired.filter(({ event }) => /MessageDisplay|InstructionsLoaded/.test(event))).toEqual([]);
  });

  it("its settings are in its own folder, which the person may have moved, or in the project", () => {
    const paths = (scope: "user" | "project", environment = {}) =>
      qwen.wiring
        ?.files(scope, { home: "/home/user", project: "/home/user/project", environment })
        .map(({ path }) => path);
    expect(paths("user")).toEqual(["/home/user/.qwen/settings.json"]);
    expect(paths("user", { QWEN_HOME: "/etc/qwen" })).toEqual(["/etc/qwen/settings.json"]);
    expect(paths("project")).toEqual(["/home/user/project/.qwen/settings.json"]);
  });
});
