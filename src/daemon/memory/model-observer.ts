/**
 * Asks the user's model what finished batches teach. Only if the user has set `observe: "model"`, one batch at a time, and
 * not while the machine is idle. The store counts tokens before a question is sent.
 */
import type { ModelPort } from "../../core/models/model-port.js";
import {
  OBSERVER_LIMITS,
  type ObserverOutcome,
  type ObserverStore,
  type ObserverTask,
} from "../../core/records/observer.js";
import { judge } from "../../effects/injection/judge.js";
import { type ObserverAnswer, readObservations } from "../../memory/model/answer.js";
import { OBSERVER_SCHEMA, OBSERVER_SYSTEM, observerQuestion } from "../../memory/model/question.js";

const ANSWER_TOKENS = 700;
const ASK_MS = 60_000;
/** A model that is not set, or whose key is missing, is looked for again after this time. */
const UNSET_MS = 600_000;

export interface ObserverOptions {
  readonly store: ObserverStore;
  models(): Promise<ModelPort>;
  now(): number;
  log(text: string): void;
}

/** Returns false if nothing waits. Never rejects. */
export async function observeNext(options: ObserverOptions, signal: AbortSignal): Promise<boolean> {
  const { store, now } = options;
  try {
    const task = await store.takeObservation(now(), OBSERVER_LIMITS);
    if (task === undefined) return false;
    const outcome = await ask(task, options, signal);
    await store.settleObservation(task.batch.id, now(), outcome);
    if (outcome.state !== "done") options.log(`a batch was not observed: ${outcome.why}`);
    return outcome.state !== "parked";
  } catch (error) {
    options.log(`a batch was not observed: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

async function ask(
  task: ObserverTask,
  { models, now }: ObserverOptions,
  signal: AbortSignal,
): Promise<ObserverOutcome> {
  const { text, ids } = observerQuestion(task);
  const over = new AbortController();
  const giveUp = () => over.abort("timeout");
  const timer = setTimeout(giveUp, ASK_MS);
  if (signal.aborted) giveUp();
  signal.addEventListener("abort", giveUp, { once: true });
  const reply = await (await models()).ask<ObserverAnswer>({
    purpose: "observe",
    system: OBSERVER_SYSTEM,
    text,
    schema: OBSERVER_SCHEMA,
    read: (found) => readObservations(found, ids),
    mostOutputTokens: ANSWER_TOKENS,
    limitMs: ASK_MS,
    signal: over.signal,
  });
  clearTimeout(timer);
  signal.removeEventListener("abort", giveUp);
  if (!reply.ok) {
    const { failure, retryAt, isFree = false } = reply;
    if (failure.cause === "unavailable") return { state: "parked", until: now() + UNSET_MS, why: failure.message };
    if (retryAt !== undefined) return { state: "parked", until: retryAt, why: failure.message };
    return { state: "failed", why: failure.message, isFree };
  }
  const { observations, label, dropped } = reply.value;
  const judged = observations.map((one) => (judge(one.text).flagged ? { ...one, suspect: true as const } : one));
  const { usage } = reply;
  return {
    state: "done",
    observations: judged,
    dropped,
    ...(label === undefined ? {} : { label }),
    ...(usage === undefined ? {} : { tokens: usage.inputTokens + usage.outputTokens }),
  };
}
