/**
 * Decodes what our extension sends: the event as Pi passed it to the handler, without parts that are too long, and Pi's
 * context in `ctx`.
 */

import { normalizePayload, readToolInput } from "../../core/events/normalize.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import { canonicalEvent } from "../_shared/event-table.js";
import { definedOnly, recordOf } from "../_shared/fields.js";
import type { PresenceReading } from "../contract.js";
import { PI_EVENTS } from "./events.js";
import { lastAnswerIn, lastAssistantMessage, textOfBlocks } from "./messages.js";
import { withTool } from "./tools.js";

export function decode(event: string, payload: JsonObject): HookEvent {
  const { ctx: given, ...sent } = payload;
  const ctx = recordOf(given);
  const name = nameOf(event, sent);
  const native = { agent: "pi", event, payload };
  // By our own event name: a user who tests a hook.
  if (name === event) return { name, payload: { hook_origin: "pi", ...normalizePayload(name, payload) }, native };
  return {
    name,
    payload: withTool({
      hook_origin: "pi",
      hook_event_name: name,
      ...definedOnly({
        session_id: sessionId(ctx),
        transcript_path: textOf(ctx["sessionFile"]),
        cwd: textOf(ctx["cwd"]) ?? textOf(sent["cwd"]),
        model: textOf(recordOf(ctx["model"])["id"]),
        ...fieldsOf(name, sent, ctx),
      }),
    }),
    native,
  };
}

/** Pi reports failures on the same events as successes. */
function nameOf(event: string, sent: JsonObject): string {
  const name = canonicalEvent({ namespace: "pi", events: PI_EVENTS }, event);
  if (name === "PostToolUse" && sent["isError"] === true) return "PostToolUseFailure";
  return name === "Stop" && sent["outcome"] === "error" ? "StopFailure" : name;
}

function sessionId(ctx: JsonObject): string {
  const file = textOf(ctx["sessionFile"]);
  const ofFile = file
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\.jsonl$/, "");
  return textOf(ctx["sessionId"]) ?? (ofFile || "unknown");
}

function fieldsOf(name: string, sent: JsonObject, ctx: JsonObject): JsonObject {
  switch (name) {
    case "PreToolUse":
      return toolOf(sent);
    case "PostToolUse":
    case "PostToolUseFailure":
      return { ...toolOf(sent), ...resultOf(name, sent) };
    case "UserPromptSubmit":
      return { prompt: sent["text"] };
    case "SessionStart":
    case "SessionEnd":
      return reasonOf(name, sent["reason"]);
    case "Stop":
      return { last_assistant_message: lastAnswerIn(sent["context"]), stop_hook_active: ctx["continued"] };
    case "StopFailure":
      return { error: lastAssistantMessage(sent["context"])?.["errorMessage"] ?? "unknown" };
    case "PreCompact":
    case "PostCompact":
      return {
        trigger: sent["reason"] === "manual" ? "manual" : "auto",
        custom_instructions: sent["customInstructions"],
        compact_summary: recordOf(sent["compactionEntry"])["summary"],
      };
    case "PostModelSwitch":
      return { to_model: recordOf(sent["model"])["id"], from_model: recordOf(sent["previousModel"])["id"] };
    default: {
      const { type: _, ...rest } = sent;
      return rest;
    }
  }
}

function toolOf(sent: JsonObject): JsonObject {
  return {
    tool_name: typeof sent["toolName"] === "string" ? sent["toolName"] : "",
    tool_input: readToolInput(sent["input"]),
    tool_use_id: sent["toolCallId"],
    parent_tool_use_id: sent["parentToolCallId"],
  };
}

function resultOf(name: string, { content, details, structuredContent, isError }: JsonObject): JsonObject {
  const tool_output = textOfBlocks(content);
  return {
    tool_response: definedOnly({ content, details, structuredContent, isError }),
    tool_output,
    is_error: isError === true,
    error: name === "PostToolUseFailure" ? tool_output : undefined,
  };
}

/** In Claude Code's names, which matchers use. */
function reasonOf(name: string, reason: unknown): JsonObject {
  const said = reason === "new" ? "clear" : reason;
  return name === "SessionStart" ? { source: said } : { reason: said === "quit" ? "other" : said };
}

export function readPresence(payload: JsonObject): PresenceReading {
  const { hasUI, mode: said } = recordOf(payload["ctx"]);
  const mode = typeof said === "string" ? said : "unknown";
  if (hasUI === true) return { presence: "interactive", evidence: `Pi can ask (mode ${mode})` };
  if (hasUI === false) return { presence: "headless", evidence: `Pi cannot ask (mode ${mode})` };
  return { presence: "unknown", evidence: "unknown whether a user is present" };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
