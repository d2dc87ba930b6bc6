/**
 * Asks the user's model what finished batches teach, and for a summary of finished sessions. Only if the user has set `observe: "model"`, one question at a time, and
 * not while the machine is idle. The store counts tokens before a question is sent.
 */
import { joinSignals } from "../../core/join-signals.js";
import type { ModelPort, ModelQuestion, ModelReply } from "../../core/models/model-port.js";
import type { Clock } from "../../core/ports.js";
import {
  type BatchTask,
  OBSERVER_LIMITS,
  type ObserverOutcome,
  type ObserverStore,
  type ObserverTask,
  type SessionTask,
} from "../../core/records/observer.js";
import type { JsonObject } from "../../core/text/json.js";
import { judge } from "../../effects/injection/judge.js";
import { readObservations } from "../../memory/model/answer.js";
import { OBSERVER_SCHEMA, OBSERVER_SYSTEM, observerQuestion } from "../../memory/model/question.js";
import { readSummary, SUMMARY_SCHEMA, SUMMARY_SYSTEM, summaryQuestion } from "../../memory/model/summary.js";

const ANSWER_TOKENS = 700;
/** A server may load its model first. Below the lease of a batch. */
const ASK_MS = 120_000;
/** A model that is not set, or whose key is missing, is looked for again after this time. */
const UNSET_MS = 600_000;

export interface ObserverOptions {
  readonly store: ObserverStore;
  models(): Promise<ModelPort>;
  now(): number;
  /** For the time that a question may take. */
  readonly clock: Clock;
  log(text: string): void;
}

/** Returns false if nothing waits. Never rejects. */
export async function observeNext(options: ObserverOptions, signal: AbortSignal): Promise<boolean> {
  const { store, now } = options;
  try {
    const task = await store.takeObservation(now(), OBSERVER_LIMITS);
    if (task === undefined) return false;
    const outcome = await ask(task, options, signal);
    await store.settleObservation(task.id, now(), outcome);
    if ("why" in outcome) options.log(`a ${task.kind} was not observed: ${outcome.why}`);
    return outcome.state !== "parked";
  } catch (error) {
    options.log(`nothing was observed: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

async function ask(task: ObserverTask, options: ObserverOptions, signal: AbortSignal): Promise<ObserverOutcome> {
  return task.kind === "batch" ? observeBatch(task, options, signal) : summarise(task, options, signal);
}

async function observeBatch(task: BatchTask, options: ObserverOptions, signal: AbortSignal): Promise<ObserverOutcome> {
  const { text, ids } = observerQuestion(task);
  const read = (found: readonly JsonObject[]) => readObservations(found, ids);
  const about = { system: OBSERVER_SYSTEM, text, schema: OBSERVER_SCHEMA, read };
  const reply = await askModel(about, options, signal);
  if (!reply.ok) return failedOutcome(reply, options.now());
  const { observations, label, dropped } = reply.value;
  return {
    state: "done",
    observations: observations.map((one) => (judge(one.text).flagged ? { ...one, suspect: true as const } : one)),
    dropped,
    ...(label === undefined ? {} : { label }),
    ...tokensOf(reply),
  };
}

async function summarise(task: SessionTask, options: ObserverOptions, signal: AbortSignal): Promise<ObserverOutcome> {
  const text = summaryQuestion(task);
  const about = { system: SUMMARY_SYSTEM, text, schema: SUMMARY_SCHEMA, read: readSummary };
  const reply = await askModel(about, options, signal);
  if (!reply.ok) return failedOutcome(reply, options.now());
  const { title, summary } = reply.value;
  const isSuspect = judge(`${title}\n${summary}`).flagged;
  return { state: "summarised", title, summary, ...(isSuspect ? { suspect: true } : {}), ...tokensOf(reply) };
}

type Question<T> = Pick<ModelQuestion<T>, "system" | "text" | "schema" | "read">;

async function askModel<T>(
  about: Question<T>,
  { models, clock }: ObserverOptions,
  signal: AbortSignal,
): Promise<ModelReply<T>> {
  const over = joinSignals(signal);
  let isLate = false;
  const stopTimer = clock.after(ASK_MS, () => {
    isLate = true;
    over.abort("timeout");
  });
  try {
    const reply = await (await models()).ask<T>({
      ...about,
      purpose: "observe",
      mostOutputTokens: ANSWER_TOKENS,
      limitMs: ASK_MS,
      signal: over.signal,
    });
    if (reply.ok || !isLate) return reply;
    return { ...reply, failure: { cause: "timeout", message: `no answer within ${ASK_MS / 1000} seconds` } };
  } finally {
    stopTimer();
    over.end();
  }
}

function failedOutcome(
  { failure, retryAt, isFree = false }: Extract<ModelReply<unknown>, { ok: false }>,
  now: number,
): ObserverOutcome {
  if (failure.cause === "unavailable") return { state: "parked", until: now + UNSET_MS, why: failure.message };
  if (retryAt !== undefined) return { state: "parked", until: retryAt, why: failure.message };
  return { state: "failed", why: failure.message, isFree };
}

function tokensOf({ usage }: Extract<ModelReply<unknown>, { ok: true }>): { readonly tokens?: number } {
  return usage === undefined ? {} : { tokens: usage.inputTokens + usage.outputTokens };
}
