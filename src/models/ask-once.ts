/**
 * Equal questions within ten minutes are asked once, by whichever process is first; the others wait for its answer. A
 * failure is not kept. The key is a keyed hash, so nothing of the question is stored, and no other program can tell
 * which file would hold an answer.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { ModelReply } from "../core/models/model-port.js";
import type { StatePort } from "../core/ports.js";
import { isRecord } from "../core/text/json.js";
import { randomName } from "../disk/digest.js";

export const KEPT_MS = 600_000;
const LONGEST_CLAIM_MS = 60_000;
const POLL_MS = 60;

export interface OnceOptions {
  readonly state: StatePort;
  readonly key: string;
  readonly limitMs: number;
  readonly signal: AbortSignal;
  now(): number;
}

export async function askOnce<T>(options: OnceOptions, ask: () => Promise<ModelReply<T>>): Promise<ModelReply<T>> {
  const { state, key, signal, now } = options;
  const id = randomName(8);
  const claim = () => ({ by: id, until: now() + Math.min(options.limitMs, LONGEST_CLAIM_MS) });
  for (;;) {
    let held = await state.read(key);
    if (!isKept(held, now()) && !isClaimed(held, now()))
      held = await state.update(key, (old) => (isKept(old, now()) || isClaimed(old, now()) ? old : claim()));
    if (isKept(held, now())) return { ok: true, value: held.value as T, model: held.model, remembered: true };
    if (isRecord(held) && held["by"] === id) break;
    if (signal.aborted || !(await waited(signal)))
      return { ok: false, failure: { cause: "aborted", message: "an equal question was not answered in time" } };
  }
  const reply = await ask();
  await state.update(key, () => (reply.ok ? { at: now(), value: reply.value, model: reply.model } : undefined));
  await state.sweep(KEPT_MS);
  return reply;
}

interface Kept {
  readonly at: number;
  readonly value: unknown;
  readonly model: string;
}

/** A time in the future is of a clock that was set back since. */
function isKept(held: unknown, now: number): held is Kept {
  if (!isRecord(held) || typeof held["at"] !== "number" || typeof held["model"] !== "string") return false;
  return held["at"] <= now && now - held["at"] < KEPT_MS;
}

function isClaimed(held: unknown, now: number): boolean {
  if (!isRecord(held) || typeof held["until"] !== "number") return false;
  return held["until"] > now && held["until"] - now <= LONGEST_CLAIM_MS;
}

/** False if the caller gave up meanwhile. */
function waited(signal: AbortSignal): Promise<boolean> {
  return wait(POLL_MS, true, { signal }).catch(() => false);
}
