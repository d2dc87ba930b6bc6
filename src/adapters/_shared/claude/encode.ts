/** Encodes a decision for Claude. Always exit 0 with JSON: exit 2 would leak the hook's command line. */
import type { Decision } from "../../../core/decision/decision.js";
import type { HookEvent } from "../../../core/events/payload.js";
import type { NativeAnswer } from "../../contract.js";

/** Events whose `hookSpecificOutput` accepts context; on others the key itself is rejected. */
const TAKES_CONTEXT: ReadonlySet<string> = new Set([
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "SessionStart",
  "Setup",
  "Stop",
  "SubagentStart",
  "SubagentStop",
  "PostModelSwitch",
  "Notification",
]);

export function encode(decision: Decision, event: HookEvent): NativeAnswer {
  const answer: Record<string, unknown> = {};
  const specific: Record<string, unknown> = {};
  if (event.name === "PreToolUse" || event.name === "PreModelSwitch") encodePermission(decision, specific);
  else if (event.name === "PermissionRequest") encodePermissionRequest(decision, specific);
  else if (decision.verdict === "deny")
    Object.assign(answer, { decision: "block", reason: decision.reason ?? "Blocked by a hook." });
  if (decision.forceContinue) Object.assign(answer, { decision: "block", reason: decision.forceContinue.value.reason });
  if (decision.context !== undefined && TAKES_CONTEXT.has(event.name)) specific["additionalContext"] = decision.context;
  if (decision.output !== undefined) specific["updatedToolOutput"] = decision.output.value;
  if (decision.messages.length > 0) answer["systemMessage"] = decision.messages.map(({ value }) => value).join("\n");
  if (decision.stop !== undefined) {
    answer["continue"] = false;
    if (decision.stop.value.reason !== undefined) answer["stopReason"] = decision.stop.value.reason;
  }
  if (Object.keys(specific).length > 0) answer["hookSpecificOutput"] = { hookEventName: event.name, ...specific };
  return { stdout: JSON.stringify(answer), exitCode: 0 };
}

function encodePermission(decision: Decision, specific: Record<string, unknown>): void {
  // `continue: false` alone lets the tool run first, so a stop is paired with a deny.
  const verdict = decision.stop !== undefined ? "deny" : decision.verdict;
  if (verdict !== "none") {
    specific["permissionDecision"] = verdict;
    const reason = decision.reason ?? decision.stop?.value.reason;
    if (reason !== undefined) specific["permissionDecisionReason"] = reason;
  }
  if (decision.input !== undefined && verdict !== "deny") specific["updatedInput"] = decision.input;
}

/** The permission prompt is the question itself, so "ask" has no effect here. */
function encodePermissionRequest(decision: Decision, specific: Record<string, unknown>): void {
  if (decision.verdict === "allow") {
    specific["decision"] = {
      behavior: "allow",
      ...(decision.input === undefined ? {} : { updatedInput: decision.input }),
    };
  } else if (decision.verdict === "deny") {
    specific["decision"] = {
      behavior: "deny",
      ...(decision.reason === undefined ? {} : { message: decision.reason }),
    };
  }
}
