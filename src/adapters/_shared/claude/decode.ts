/** Claude's payload is the canonical one; it only needs lenient parsing. */

import { normalizePayload } from "../../../core/events/normalize.js";
import type { HookEvent } from "../../../core/events/payload.js";
import type { JsonObject } from "../../../core/text/json.js";
import type { Adapter, Environment, PresenceReading } from "../../contract.js";
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

export function readPresence(payload: JsonObject, environment: Environment): PresenceReading {
  const attended = environment["CLAUDE_CODE_SESSION_ATTENDED"];
  if (attended === "0") return { presence: "headless", evidence: "CLAUDE_CODE_SESSION_ATTENDED=0" };
  if (attended === "1") return { presence: "interactive", evidence: "CLAUDE_CODE_SESSION_ATTENDED=1" };
  const entrypoint = environment["CLAUDE_CODE_ENTRYPOINT"];
  if (entrypoint?.startsWith("sdk")) return { presence: "headless", evidence: `CLAUDE_CODE_ENTRYPOINT=${entrypoint}` };
  const mode = payload["permission_mode"];
  if (mode === "dontAsk" || mode === "bypassPermissions")
    return { presence: "headless", evidence: `permission_mode=${mode}` };
  if (entrypoint === "cli") return { presence: "interactive", evidence: "CLAUDE_CODE_ENTRYPOINT=cli" };
  return { presence: "unknown", evidence: "unknown whether a user is present" };
}
