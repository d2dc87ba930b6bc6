/** Codex uses Claude Code's payload with its own tools: patches become edits, spawned agents Agent calls. */

import { normalizePayload } from "../../core/events/normalize.js";
import type { BasePayload, HookEvent } from "../../core/events/payload.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { canonicalEvent } from "../_shared/event-table.js";
import { withPatchFiles } from "../_shared/patch.js";
import type { PresenceReading } from "../contract.js";
import { CODEX_EVENTS } from "./events.js";

export function decode(event: string, payload: JsonObject): HookEvent {
  const name = canonicalEvent({ namespace: "codex", events: CODEX_EVENTS }, event);
  const canonical = normalizePayload(name, payload);
  return {
    name,
    payload: { hook_origin: "codex", ...withOutput(withTool(canonical)) },
    native: { agent: "codex", event, payload },
  };
}

function withTool(payload: BasePayload): BasePayload {
  const input = payload["tool_input"];
  if (!isRecord(input)) return payload;
  if (payload["tool_name"] === "apply_patch") return withPatchFiles(payload, input["command"]);
  if (payload["tool_name"] === "spawn_agent") {
    const prompt = typeof input["message"] === "string" ? { prompt: input["message"] } : {};
    return { ...payload, tool_name: "Agent", tool_input: { ...input, ...prompt } };
  }
  return payload;
}

/** A shell tool's result is its bare output. */
function withOutput(payload: BasePayload): BasePayload {
  const response = payload["tool_response"];
  return typeof response === "string" && payload["tool_output"] === undefined
    ? { ...payload, tool_output: response }
    : payload;
}

/** `codex exec` never asks, and its permission mode shows that. */
export function readPresence(payload: JsonObject): PresenceReading {
  const mode = payload["permission_mode"];
  if (mode === "bypassPermissions") return { presence: "headless", evidence: "permission_mode=bypassPermissions" };
  if (mode === "default") return { presence: "interactive", evidence: "permission_mode=default" };
  return { presence: "unknown", evidence: "unknown whether a user is present" };
}
