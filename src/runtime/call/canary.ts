/**
 * The harmless call that `snaphook doctor --prove` makes in an agent's place. It is known by a word and a nonce that
 * doctor has just put into a private file; whoever answers the agent denies it, and that denial, in the agent's own words,
 * shows that everything on the way holds. A call that does not begin with the word costs one comparison.
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

/** Holds the time until which the canary is answered. */
export function canaryFile(stateFolder: string, nonce: string): string {
  return join(stateFolder, `canary-${nonce}`);
}

export function canaryReason(way: Transport): string {
  return `Snaphook's canary: guards are asked about this call (answered by: ${way}).`;
}

export function canaryDecision(way: Transport): Decision {
  return { ...NO_DECISION, verdict: "deny", reason: canaryReason(way) };
}

/** Undefined for every call but the one that doctor is just making. */
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
    return false; // nobody makes a proof now
  }
}
