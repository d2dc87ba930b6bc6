/**
 * Some agents also read the hook files of others, so one call may arrive twice. The first delivery runs the hooks; the
 * second gets the same answer, without parts that would add up. Two deliveries are one call only if they come from
 * different config files.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Decision } from "../../core/decision/decision.js";
import { eventSpec } from "../../core/events/events.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { StatePort } from "../../core/ports.js";
import { canonicalJson, isRecord } from "../../core/text/json.js";
import { randomName } from "../../disk/digest.js";
import { keyedHash } from "../../disk/keyed-hash.js";
import { isAlive } from "../platform/process-alive.js";

export interface Delivery {
  readonly agent: string;
  /** The agent whose config led here. */
  readonly origin: string;
  readonly event: HookEvent;
  readonly state: StatePort;
  /** How long this agent can wait for the answer of the other delivery. */
  readonly waitMs: number;
}

interface Waiting {
  /** Of this delivery; the daemon handles many at once. */
  readonly id: string;
  readonly origin: string;
  readonly pid: number;
  readonly at: number;
  readonly answer?: Decision;
}

/** Longer than any hook may take. */
const FORGOTTEN_AFTER_MS = 15 * 60_000;
const POLL_MS = 20;

export async function dedupeDelivery(delivery: Delivery, fire: () => Promise<Decision>): Promise<Decision> {
  const { origin, state } = delivery;
  const key = keyOf(delivery);
  const own: Waiting = { id: randomName(8), origin, pid: process.pid, at: Date.now() };
  let other: Waiting | undefined;
  await state.update(key, (old) => {
    other = isWaiting(old) && old.origin !== origin && own.at - old.at < FORGOTTEN_AFTER_MS ? old : undefined;
    return other === undefined ? own : { ...other, taken: true };
  });
  if (other !== undefined) {
    const answer = await answerOf(other, key, delivery);
    await state.update(key, () => undefined);
    if (answer !== undefined) return saidAgain(answer);
  }
  const decision = await fire();
  if (other === undefined) {
    const answer = await storable(decision);
    await state.update(key, (now) => (isWaiting(now) && now.id === own.id ? { ...now, answer } : now));
  }
  return decision;
}

/** Undefined if the process that handles the call ended without an answer, or takes too long for this agent. */
async function answerOf(first: Waiting, key: string, { state, waitMs }: Delivery): Promise<Decision | undefined> {
  const until = Date.now() + waitMs;
  for (let now: Waiting = first; ; ) {
    if (now.answer !== undefined) return now.answer;
    if (Date.now() > until) return undefined;
    const alive = isAlive(first.pid);
    const stored = await state.read(key);
    if (!isWaiting(stored) || stored.id !== first.id) return undefined;
    now = stored;
    if (now.answer === undefined && !alive) return undefined;
    if (now.answer === undefined) await wait(POLL_MS);
  }
}

/**
 * What may be on disk for a moment. A rewrite that contains a secret is not repeated; the agent has it from the first
 * delivery. Redaction is loaded only for the few calls that come twice.
 */
async function storable(decision: Decision): Promise<Decision> {
  const { redactJson } = await import("../../core/redact/json.js");
  const { input, originalInput: _, context: __, ...rest } = decision;
  const kept = redactJson({ ...rest, messages: [], contextBy: [] });
  return input !== undefined && canonicalJson(redactJson(input)) === canonicalJson(input) ? { ...kept, input } : kept;
}

/** Context and messages would reach their reader twice; everything else can be repeated safely. */
function saidAgain(decision: Decision): Decision {
  return { ...decision, context: undefined, contextBy: [], messages: [] };
}

/** Identifies a call: its id if it has one, and always its content, because some models reuse ids. */
function keyOf({ agent, event }: Delivery): string {
  const { payload, name } = event;
  const fields = ["session_id", "tool_use_id", "tool_name", "tool_input", "prompt", ...eventSpec(name).dedupe];
  return `delivery:${keyedHash(canonicalJson([agent, name, ...fields.map((field) => payload[field] ?? null)]))}`;
}

function isWaiting(value: unknown): value is Waiting {
  return isRecord(value) && typeof value["id"] === "string" && typeof value["pid"] === "number";
}
