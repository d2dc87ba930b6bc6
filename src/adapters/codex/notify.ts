/**
 * Codex's `notify` program gets one JSON value as its last argument, in its own format, at the end of a turn (AD-14).
 */

import type { HookEvent } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import { definedOnly, textOf } from "../_shared/fields.js";
import { decode } from "./decode.js";

export function notified(payload: JsonObject): HookEvent | undefined {
  const type = textOf(payload["type"]);
  const session = textOf(payload["thread-id"]);
  if (type !== "agent-turn-complete" || session === undefined) return undefined;
  // The fields of its Stop hook, so that both are recognised as the same end.
  const stop = definedOnly({
    session_id: session,
    turn_id: textOf(payload["turn-id"]),
    cwd: textOf(payload["cwd"]),
    last_assistant_message: textOf(payload["last-assistant-message"]),
  });
  const event = decode("Stop", stop);
  return {
    ...event,
    payload: { ...event.payload, hook_origin: "codex_notify" },
    native: { agent: "codex", event: type, payload },
  };
}
