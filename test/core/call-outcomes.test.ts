/** What became of a call, by what was recorded of it. */
import { expect, it } from "vitest";
import { toolCalls } from "../../src/core/records/call-outcomes.js";
import type { EventRecord } from "../../src/core/records/records.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { eventRecord } from "../support/capture-rows.js";

const INPUT = { command: "git push" };
const on = (event: string, payload: JsonObject = {}, facts: Partial<EventRecord> = {}) =>
  eventRecord(event, { tool_name: "Bash", tool_input: INPUT, ...payload }, facts);
const ANSWERED = [{ code: "ASK_ANSWERED" }];
const asked = on("PreToolUse", {}, { verdict: "ask", sent: { verdict: "ask" } });

const CASES: Readonly<Record<string, readonly [records: readonly EventRecord[], outcome: string, wasAsked: boolean]>> =
  {
    "nothing more was heard of it": [[on("PreToolUse")], "unknown", false],
    "it ran": [[on("PreToolUse"), on("PostToolUse")], "ran", false],
    "it failed": [[on("PreToolUse"), on("PostToolUseFailure", { error: "no" })], "failed", false],
    "it ended with an error": [[on("PreToolUse"), on("PostToolUse", { success: false })], "failed", false],
    "no guard was asked, and it ran": [[on("PostToolUse")], "ran", false],
    "a hook denied it": [[on("PreToolUse", {}, { verdict: "deny", sent: { verdict: "deny" } })], "denied", false],
    "a hook denied it, by a record of version 1": [[on("PreToolUse", {}, { verdict: "deny" })], "denied", false],
    "a denial that the agent cannot be told": [
      [on("PreToolUse", {}, { verdict: "deny", sent: { verdict: "none" } }), on("PostToolUse")],
      "ran",
      false,
    ],
    "the agent asked, and nothing tells the answer": [[asked, on("PermissionRequest")], "asked", true],
    "the agent asked by itself, and nothing tells the answer": [
      [on("PreToolUse"), on("PermissionRequest")],
      "asked",
      true,
    ],
    "the agent asked, and it ran": [[asked, on("PermissionRequest"), on("PostToolUse")], "ran", true],
    "the agent asked, and a person said no": [
      [asked, on("PermissionResult", { decision: "rejected" })],
      "refused",
      true,
    ],
    "the agent asked, and a person said yes": [
      [asked, on("PermissionResult", { decision: "approved" }), on("PostToolUse")],
      "ran",
      true,
    ],
    "the agent's own judge refused it": [[on("PreToolUse"), on("PermissionDenied")], "refused", false],
    "we asked, and a person said no": [
      [on("PreToolUse", {}, { verdict: "ask", sent: { verdict: "deny" }, notes: ANSWERED })],
      "refused",
      true,
    ],
    "we asked, and a person said yes": [
      [on("PreToolUse", {}, { verdict: "ask", sent: { verdict: "allow" }, notes: ANSWERED }), on("PostToolUse")],
      "ran",
      true,
    ],
    "we asked, and nobody answered": [
      [on("PreToolUse", {}, { verdict: "ask", sent: { verdict: "deny" } })],
      "unanswered",
      true,
    ],
  };

it.each(Object.entries(CASES))("%s", (_what, [records, outcome, wasAsked]) => {
  expect(toolCalls(records)).toMatchObject([{ tool: "Bash", input: INPUT, outcome, wasAsked }]);
});

it("calls at the same time are told apart by their ids", () => {
  const id = (tool_use_id: string) => ({ tool_use_id });
  const calls = toolCalls([
    on("PreToolUse", id("a")),
    on("PreToolUse", id("b")),
    on("PostToolUse", id("b")),
    on("PostToolUseFailure", id("a")),
  ]);
  expect(calls.map(({ outcome }) => outcome)).toEqual(["failed", "ran"]);
});

it("without ids by their input, and then in their order", () => {
  const first = { tool_input: { command: "one" } };
  const second = { tool_input: { command: "two" } };
  const calls = toolCalls([
    on("PreToolUse", first),
    on("PreToolUse", second),
    on("PostToolUseFailure", second),
    on("PostToolUse", { tool_input: {} }),
  ]);
  expect(calls.map(({ outcome }) => outcome)).toEqual(["ran", "failed"]);
});

it("a denied call is not taken for one of the same tool that ran later", () => {
  const denied = on("PreToolUse", {}, { verdict: "deny", sent: { verdict: "deny" } });
  const calls = toolCalls([denied, on("PreToolUse"), on("PostToolUse")]);
  expect(calls.map(({ outcome }) => outcome)).toEqual(["denied", "ran"]);
});
