/**
 * Encodes a decision as the return value of a Pi handler, and the actions of our extension: `ask` the user, replace the
 * tool's `input`, add `context` for the model, show `message`.
 */
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import type { NativeAnswer } from "../contract.js";
import { nativeToolInput } from "./tools.js";

const NO_REASON = "Blocked by a hook.";

export function encode(decision: Decision, event: HookEvent): NativeAnswer {
  return { stdout: JSON.stringify(withMessages(answerFor(decision, event), decision)), exitCode: 0 };
}

function answerFor(decision: Decision, event: HookEvent): JsonObject {
  const { verdict, reason = NO_REASON, forceContinue, output } = decision;
  const context = decision.context === undefined ? {} : { context: decision.context };
  switch (event.name) {
    case "PreToolUse":
      return { ...permission(decision, event), ...(isBlocked(decision) ? {} : context) };
    case "PostToolUse":
      return { ...(output === undefined ? {} : { content: blocksOf(output.value) }), ...context };
    case "PostToolUseFailure":
    case "SessionStart":
      return context;
    case "UserPromptSubmit":
      return verdict === "deny" ? { action: "handled", message: reason } : context;
    case "PreCompact":
      return verdict === "deny" ? { cancel: true, message: reason } : {};
    case "Stop":
      return forceContinue === undefined ? {} : goOn(forceContinue.value.reason);
    default:
      // On a native event of Pi, a hook answers in Pi's format.
      return event.name.startsWith("pi:") && isRecord(output?.value) ? output.value : {};
  }
}

function isBlocked({ verdict, stop }: Decision): boolean {
  return verdict === "deny" || stop !== undefined;
}

function permission(decision: Decision, event: HookEvent): JsonObject {
  if (isBlocked(decision)) return blocked(decision);
  return {
    ...(decision.verdict === "ask" ? { ask: decision.reason ?? "A hook asks whether this may run." } : {}),
    ...(decision.input === undefined ? {} : { input: nativeToolInput(event, decision.input) }),
  };
}

/** A blocked call has no result to which context could be added. */
function blocked({ reason, stop, context }: Decision): JsonObject {
  const why = reason ?? stop?.value.reason ?? NO_REASON;
  return {
    block: true,
    reason: context === undefined ? why : `${why}\n\n${context}`,
    ...(stop === undefined ? {} : { terminate: true }),
  };
}

/** Text, or Pi's own blocks from the hook. */
function blocksOf(value: unknown): unknown[] {
  const given = isRecord(value) ? value["content"] : value;
  if (Array.isArray(given) && given.every((block) => isRecord(block) && typeof block["type"] === "string"))
    return given;
  return [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }];
}

function goOn(reason: string): JsonObject {
  return {
    entries: [{ type: "custom_message", customType: "snaphook", content: reason, display: true }],
    continue: true,
  };
}

function withMessages(answer: JsonObject, { messages }: Decision): JsonObject {
  if (messages.length === 0) return answer;
  const said = [answer["message"], ...messages.map(({ value }) => value)].filter((text) => text !== undefined);
  return { ...answer, message: said.join("\n") };
}
