import type { JsonObject } from "../text/json.js";
import type { HookEvent } from "./payload.js";

/** An emitted event inherits its subject from its cause. */
const INHERITED = ["session_id", "conversation_id", "transcript_path", "cwd", "agent_id", "agent_type"] as const;

/** An event that a built-in fires while it handles `cause`: has the session and working directory of its cause. */
export function emittedEvent(cause: HookEvent, name: string, payload: JsonObject): HookEvent {
  const inherited = INHERITED.flatMap((field) =>
    cause.payload[field] === undefined ? [] : [[field, cause.payload[field]]],
  );
  return { name, payload: { ...Object.fromEntries(inherited), ...payload, hook_event_name: name } };
}
