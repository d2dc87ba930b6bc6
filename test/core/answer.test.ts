import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  interpretClaudeStyle,
  parseStdout,
  placeVerdict,
  readAnswer,
  readReturn,
} from "../../src/core/decision/answer.js";
import {
  allow,
  combine,
  context,
  deny,
  forceContinue,
  type HookOutput,
  NO_OPINION,
  replaceOutput,
  rewrite,
  stopAgent,
} from "../../src/core/decision/decision.js";
import type { HookResult } from "../../src/core/ports.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { hookSpec } from "../support/hook-specs.js";

function outputOf(result: HookResult): HookOutput {
  if (!result.ok) throw new Error(result.failure.message);
  return result.output;
}
const read = (answer: JsonObject, event = "PreToolUse") => outputOf(readAnswer(answer, event));
const causeOf = (result: HookResult) => (result.ok ? "ok" : result.failure.cause);

describe("JSON answers", () => {
  it.each(["allow", "deny", "ask"] as const)("OU-01 permissionDecision %s is honoured with its reason", (decision) => {
    const answer = {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: decision,
        permissionDecisionReason: "why",
      },
    };
    expect(read(answer)).toEqual({ verdict: decision, reason: "why" });
  });

  it("OU-02 the reason may be called reason or permissionDecisionReason, inside or beside", () => {
    for (const field of ["reason", "permissionDecisionReason"]) {
      expect(read({ hookSpecificOutput: { permissionDecision: "deny", [field]: "why" } }).reason).toBe("why");
      expect(read({ permissionDecision: "deny", [field]: "why" }).reason).toBe("why");
    }
  });

  it.each([
    [{ decision: "block", reason: "no" }, "deny"],
    [{ decision: "deny", reason: "no" }, "deny"],
    [{ decision: "approve", reason: "no" }, "allow"],
    [{ ok: false, reason: "no" }, "deny"],
    [{ hookSpecificOutput: { decision: { behavior: "allow", message: "no" } } }, "allow"],
  ])("OU-01 older and shorter spellings are understood: %j", (answer, verdict) => {
    expect(read(answer)).toEqual({ verdict, reason: "no" });
  });

  it("a deny that stands as plain text where a PermissionRequest has an object is a deny, not silence", () => {
    const answer = { hookSpecificOutput: { hookEventName: "PreToolUse", decision: "deny", reason: "no" } };
    expect(read(answer)).toEqual({ verdict: "deny", reason: "no" });
  });

  it("OU-03 updatedInput rewrites the input, alone or with an allow", () => {
    const updatedInput = { command: "ls" };
    expect(read({ hookSpecificOutput: { updatedInput } })).toEqual({ input: updatedInput });
    expect(read({ hookSpecificOutput: { permissionDecision: "allow", updatedInput } })).toEqual({
      verdict: "allow",
      input: updatedInput,
    });
    expect(read({ hookSpecificOutput: { decision: { behavior: "allow", updatedInput } } }).input).toEqual(updatedInput);
  });

  it("OU-05 additionalContext is text for the model", () => {
    expect(read({ hookSpecificOutput: { additionalContext: "mind the gap" } })).toEqual({
      context: "mind the gap",
    });
    expect(read({ additional_context: "mind the gap" })).toEqual({ context: "mind the gap" });
  });

  it("OU-06 an empty object and ok are no opinion, never an allow", () => {
    for (const answer of [{}, { ok: true }, { continue: true }, { hookSpecificOutput: {} }, { decision: null }]) {
      expect(read(answer)).toBe(NO_OPINION);
    }
  });

  it("messages, replaced output and the end of the run are read", () => {
    expect(read({ systemMessage: "hello" })).toEqual({ message: "hello" });
    expect(read({ continue: false, stopReason: "enough" })).toEqual({ stop: { reason: "enough" } });
    expect(read({ hookSpecificOutput: { updatedToolOutput: "x" } }, "PostToolUse")).toEqual({ output: "x" });
  });

  it("a block after the tool ran is a word to the model, on a stop it makes the agent go on", () => {
    const block = { decision: "block", reason: "look again" };
    expect(read(block, "PostToolUse")).toEqual({ context: "look again" });
    expect(read({ ...block, hookSpecificOutput: { additionalContext: "and here" } }, "PostToolUse").context).toBe(
      "look again\n\nand here",
    );
    expect(read(block, "Stop")).toEqual({ forceContinue: { reason: "look again" } });
    expect(placeVerdict("deny", undefined, "SubagentStop").forceContinue?.reason).toMatch(/./);
    expect(read(block, "UserPromptSubmit")).toEqual({ verdict: "deny", reason: "look again" });
  });

  it("a decision about a permission stands inside or at the top", () => {
    const decision = { behavior: "deny", message: "no way" };
    for (const answer of [{ decision }, { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } }])
      expect(read(answer, "PermissionRequest")).toEqual({ verdict: "deny", reason: "no way" });
  });

  it("an answer of which nothing is known says so; one that says nothing does not", () => {
    const unread = (answer: JsonObject) => (readAnswer(answer, "PreToolUse") as { unread?: string }).unread;
    expect(unread({ decison: "deny", status: "ok" })).toBe('its answer has no known key ("decison", "status")');
    for (const answer of [{}, { suppressOutput: true }, { continue: true, status: "ok" }, { hookSpecificOutput: {} }])
      expect(unread(answer)).toBeUndefined();
  });

  it.each<[JsonObject]>([
    [{ hookSpecificOutput: "text" }],
    [{ hookSpecificOutput: { permissionDecision: "perhaps" } }],
    [{ hookSpecificOutput: { decision: "perhaps" } }],
    [{ decision: "constructor" }],
    [{ decision: { what: "deny" } }],
    [{ hookSpecificOutput: { updatedInput: "rm" } }],
    [{ hookSpecificOutput: { additionalContext: { a: 1 } } }],
    [{ hookSpecificOutput: { hookEventName: "Stop", permissionDecision: "deny" } }],
  ])("an answer of the wrong shape is a failure, not a guess: %j", (answer) => {
    expect(causeOf(readAnswer(answer, "PreToolUse"))).toBe("wrong-shape");
  });

  it("AD-19 the event it answers may be spelt in any way", () => {
    expect(read({ hookSpecificOutput: { hookEventName: "pre_tool_use", permissionDecision: "deny" } }).verdict).toBe(
      "deny",
    );
  });

  it("whatever JSON a hook prints, reading it gives a value", () => {
    const key = fc.constantFrom(
      "decision",
      "hookSpecificOutput",
      "updatedInput",
      "permissionDecision",
      "continue",
      "reason",
      "ok",
      "input",
    );
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.jsonValue(),
        fc.constantFrom("deny", "allow", "toString"),
        fc.dictionary(key, tie("any")),
      ),
    })).any;
    fc.assert(
      fc.property(fc.dictionary(key, value), fc.constantFrom("PreToolUse", "PostToolUse", "Stop"), (answer, event) => {
        const result = readAnswer(answer, event);
        if (result.ok) expect([undefined, "allow", "ask", "deny"]).toContain(result.output.verdict);
        else expect(result.failure.cause).toBe("wrong-shape");
      }),
    );
  });
});

describe("stdout", () => {
  it("OU-06 empty stdout is empty text", () => {
    expect(parseStdout(" \n")).toEqual({ text: "" });
  });

  it("what begins like an object must be one; anything else is text", () => {
    expect(parseStdout('\n{"a":1}\n')).toEqual({ json: { a: 1 } });
    expect(parseStdout("[1]")).toEqual({ text: "[1]" });
    expect(parseStdout("debug")).toEqual({ text: "debug" });
    expect(parseStdout('{"a":')).toMatchObject({ failure: { cause: "bad-json" } });
    expect(parseStdout('{"a":1} trailing')).toMatchObject({ failure: { cause: "bad-json" } });
  });
});

describe("exit codes as Claude Code reads them", () => {
  const trace = (exitCode: number, stdout = "", stderr = "") => ({ exitCode, signal: null, stdout, stderr });
  const interpret = (exitCode: number, event: string, stdout?: string, stderr?: string) =>
    interpretClaudeStyle(trace(exitCode, stdout, stderr), event, hookSpec());

  it("EV-02 after a tool ran exit 2 becomes context, and exit 1 a failure that changes nothing", () => {
    expect(interpret(2, "PostToolUse", "", "tests are red\n")).toMatchObject({
      ok: true,
      output: { context: "tests are red" },
    });
    expect(interpret(1, "PostToolUse", "", "oops")).toMatchObject({ ok: false, failure: { cause: "exit" } });
  });

  it("before a tool runs exit 2 denies with stderr, and a JSON deny counts even when the script then fails", () => {
    expect(interpret(2, "PreToolUse", "", "no rm")).toMatchObject({
      ok: true,
      output: { verdict: "deny", reason: "no rm" },
    });
    const json = '{"decision":"block","reason":"no rm"}';
    expect(interpret(1, "PreToolUse", json)).toMatchObject({
      ok: true,
      output: { verdict: "deny", reason: "no rm" },
    });
    expect(interpret(1, "PreToolUse", '{"decision":"approve"}')).toMatchObject({ ok: false });
  });
});

describe("what function hooks return", () => {
  const returned = (value: unknown, event = "PreToolUse") => outputOf(readReturn(value, event));

  it("OU-06 nothing at all is no opinion", () => {
    for (const value of [undefined, null, {}]) expect(returned(value)).toBe(NO_OPINION);
  });

  it.each<[HookOutput, HookOutput]>([
    [deny("no"), { verdict: "deny", reason: "no" }],
    [allow(), { verdict: "allow" }],
    [rewrite({ a: 1 }), { input: { a: 1 } }],
    [rewrite({ a: 1 }, { optional: true }), { input: { a: 1 }, inputOptional: true }],
    [context("x"), { context: "x" }],
    [replaceOutput(0), { output: 0 }],
    [stopAgent("x"), { stop: { reason: "x" } }],
    [forceContinue("x"), { forceContinue: { reason: "x" } }],
    [combine(rewrite({ a: 1 }), context("x"), allow()), { input: { a: 1 }, context: "x", verdict: "allow" }],
  ])("our own answers pass: %j", (value, output) => {
    expect(returned(value)).toEqual(output);
  });

  it("OU-01 an object in Claude Code's shape is understood too", () => {
    expect(returned({ hookSpecificOutput: { permissionDecision: "ask" } })).toEqual({
      verdict: "ask",
      reason: undefined,
    });
  });

  it("other words for a verdict mean what they say", () => {
    expect(returned({ verdict: "block", reason: "no" })).toEqual({ verdict: "deny", reason: "no" });
    expect(returned({ verdict: "approve" })).toEqual({ verdict: "allow" });
    expect(returned({ verdict: "none", context: "x" })).toEqual({ context: "x" });
  });

  it.each([
    ["text"],
    [true],
    [{ verdict: "perhaps" }],
    [{ verdict: "toString" }],
    [{ verdict: "allow", input: "ls" }],
    [{ verdict: "deny", reason: 5 }],
    [{ forceContinue: true }],
    [{ stop: true }],
  ])("anything else is a failure: %j", (value) => {
    expect(causeOf(readReturn(value, "PreToolUse"))).toBe("wrong-shape");
  });
});
