/** The key under which two deliveries of the same occurrence meet. */
import { eventSpec } from "./events.js";
import { canonicalJson } from "./json.js";
import type { HookEvent } from "./payload.js";

/** Undefined when the payload does not say which occurrence it is; such events are never merged. */
export function dedupeKey(event: HookEvent): string | undefined {
  const { payload } = event;
  if (payload.session_id === undefined) return undefined;
  const fields = eventSpec(event.name).dedupe;
  const parts = fields.map((field) => payload[field]).filter((value) => value !== undefined);
  if (fields.length > 0 && parts.length === 0) return undefined;
  return canonicalJson([event.name, payload.session_id, ...parts]);
}
