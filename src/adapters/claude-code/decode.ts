/** Claude Code's payload is the canonical one; what is left to do is to read it leniently. */
import type { JsonObject } from "../../core/json.js";
import { normalizePayload } from "../../core/normalize.js";
import type { HookEvent } from "../../core/payload.js";
import { canonicalEvent } from "../_shared/event-table.js";
import type { PresenceReading } from "../contract.js";
import { CLAUDE_EVENTS } from "./events.js";

export function decode(event: string, payload: JsonObject): HookEvent {
  const name = canonicalEvent({ namespace: "cc", events: CLAUDE_EVENTS }, event);
  return {
    name,
    payload: { hook_origin: "claude-code", ...normalizePayload(name, payload) },
    native: { agent: "claude-code", event, payload },
  };
}

export function readPresence(
  payload: JsonObject,
  environment: Readonly<Record<string, string | undefined>>,
): PresenceReading {
  const attended = environment["CLAUDE_CODE_SESSION_ATTENDED"];
  if (attended === "0") return { presence: "headless", evidence: "CLAUDE_CODE_SESSION_ATTENDED=0" };
  if (attended === "1") return { presence: "interactive", evidence: "CLAUDE_CODE_SESSION_ATTENDED=1" };
  const entrypoint = environment["CLAUDE_CODE_ENTRYPOINT"];
  if (entrypoint?.startsWith("sdk")) return { presence: "headless", evidence: `CLAUDE_CODE_ENTRYPOINT=${entrypoint}` };
  const mode = payload["permission_mode"];
  if (mode === "dontAsk" || mode === "bypassPermissions")
    return { presence: "headless", evidence: `permission_mode=${mode}` };
  if (entrypoint === "cli") return { presence: "interactive", evidence: "CLAUDE_CODE_ENTRYPOINT=cli" };
  return { presence: "unknown", evidence: "nothing says whether a person is there" };
}
