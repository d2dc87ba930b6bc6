/**
 * The harmless call that `snaphook doctor --prove` makes on behalf of an agent. It has a prefix and a nonce that doctor
 * just wrote to a private file. The answering process denies it, and that denial, in the agent's own format, shows that
 * the whole path works. Other calls cost one comparison.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import { primaryArgument } from "../../core/events/tools.js";
import type { Transport } from "../../core/records/records.js";
import { asText } from "../../core/text/json.js";

const WORD = "snaphook-canary ";
const NONCE = /^[0-9a-f]{32}$/;

export function canaryCommand(nonce: string): string {
  return `${WORD}${nonce}`;
}

/** Contains the expiry time of the canary. */
export function canaryFile(stateFolder: string, nonce: string): string {
  return join(stateFolder, `canary-${nonce}`);
}

export function canaryReason(way: Transport): string {
  return `Snaphook's canary: guards receive this call (answered by: ${way}).`;
}

export function canaryDecision(way: Transport): Decision {
  return { ...NO_DECISION, verdict: "deny", reason: canaryReason(way) };
}

/** Undefined for every call but the current canary. */
export function answerCanary({ payload }: HookEvent, stateFolder: string, way: Transport): Decision | undefined {
  const said = primaryArgument(asText(payload["tool_name"]), payload["tool_input"]);
  if (said === undefined || !said.startsWith(WORD)) return undefined;
  const nonce = said.slice(WORD.length);
  return NONCE.test(nonce) && isAwaited(canaryFile(stateFolder, nonce)) ? canaryDecision(way) : undefined;
}

function isAwaited(file: string): boolean {
  try {
    return Date.now() < Number(readFileSync(file, "utf8"));
  } catch {
    return false; // no proof is running
  }
}
