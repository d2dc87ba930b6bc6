/** Claude's payload is the canonical one; what is left to do is to read it leniently. */

import { normalizePayload } from "../../../core/events/normalize.js";
import type { HookEvent } from "../../../core/events/payload.js";
import type { JsonObject } from "../../../core/text/json.js";
import type { Adapter } from "../../contract.js";
import { canonicalEvent } from "../event-table.js";

type Claude = Pick<Adapter, "name" | "namespace" | "events">;

export function decodeClaude(claude: Claude, event: string, payload: JsonObject): HookEvent {
  const name = canonicalEvent(claude, event);
  return {
    name,
    payload: { hook_origin: claude.name, ...normalizePayload(name, payload) },
    native: { agent: claude.name, event, payload },
  };
}
