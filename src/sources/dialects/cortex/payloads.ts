/** Stdin and environment of Cortex hooks. */

import type { BasePayload, HookEvent } from "../../../core/events/payload.js";
import { asText, isRecord } from "../../../core/text/json.js";
import { SESSION_EVENT, THREAD_EVENT } from "./names.js";

/** Always present, null if unknown (IN-18). */
const THREAD_FIELDS = [
  "currentStepIndex",
  "steps",
  "activeAgent",
  "previousAgent",
  "artifactContent",
  "userMessage",
  "totalCostUsd",
];
const THREAD_EXTRAS = ["pendingControlAction", "source", "project", "projectId", "taskId", "taskProject"];

export function threadContext({ name, payload }: HookEvent): Record<string, unknown> {
  return {
    threadId: payload["threadId"] ?? null,
    templateName: payload["templateName"] ?? null,
    phase: payload["phase"] ?? name.slice(THREAD_EVENT.length),
    ...Object.fromEntries(THREAD_FIELDS.map((field) => [field, payload[field] ?? null])),
    ...Object.fromEntries(
      THREAD_EXTRAS.filter((field) => payload[field] !== undefined).map((field) => [field, payload[field]]),
    ),
  };
}

export type SessionContext = ReturnType<typeof sessionContext>;

export function sessionContext({ name, payload }: HookEvent) {
  return {
    channel: payload["channel"] ?? null,
    sessionId: payload["sessionId"] ?? payload.session_id ?? null,
    sessionName: payload["sessionName"] ?? null,
    executionId: payload["executionId"] ?? null,
    profile: payload["profile"] ?? null,
    trigger: name === "Stop" ? "messageEnd" : name.slice(SESSION_EVENT.length),
    timestampIso: payload["timestampIso"] ?? new Date().toISOString(),
  };
}

export function sessionEnv(context: SessionContext): Record<string, string> {
  const known = {
    CORTEX_HOOK_CHANNEL: context.channel,
    CORTEX_HOOK_SESSION_ID: context.sessionId,
    CORTEX_HOOK_SESSION_NAME: context.sessionName,
    CORTEX_HOOK_TRIGGER: context.trigger,
    CORTEX_HOOK_EXECUTION_ID: context.executionId,
  };
  return Object.fromEntries(
    Object.entries(known)
      .filter(([, value]) => value !== null)
      // Environment variables cannot contain zero bytes.
      .map(([name, value]) => [name, asText(value).replaceAll("\0", "")]),
  );
}

/** After a tool: the agent's own result, the same as plain text, and whether it failed (IN-08). */
export function agentPayload({ name, payload }: HookEvent): BasePayload {
  if (name !== "PostToolUse" && name !== "PostToolUseFailure") return payload;
  const { content, isError } = payload;
  const response = payload["tool_response"] ?? (content === undefined ? undefined : { content, isError });
  const failed = payload["is_error"] ?? (isRecord(response) ? response["isError"] : undefined);
  return {
    ...payload,
    ...(response === undefined ? {} : { tool_response: response }),
    tool_output: payload["tool_output"] ?? plainText(response ?? payload["error"]),
    is_error: failed === true || name === "PostToolUseFailure",
  };
}

/** PI sends content blocks, Claude Code's shell its stdout; anything else becomes JSON. */
function plainText(result: unknown): string {
  if (result === undefined || result === null) return "";
  if (typeof result === "string") return result;
  const blocks = isRecord(result) ? result["content"] : result;
  if (Array.isArray(blocks)) return blocks.map(textOf).join("");
  if (isRecord(result) && typeof result["stdout"] === "string") return result["stdout"];
  return typeof blocks === "string" ? blocks : JSON.stringify(result);
}

function textOf(block: unknown): string {
  return isRecord(block) && block["type"] === "text" && typeof block["text"] === "string" ? block["text"] : "";
}
