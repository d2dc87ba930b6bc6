/** Asks the user's models: chooses one, counts the call, reads the answer. */
import type { Failure } from "../core/decision/failure.js";
import type { ModelPort, ModelQuestion, ModelReply, ModelUsage } from "../core/models/model-port.js";
import type { StatePort } from "../core/ports.js";
import { isRecord, lookUp } from "../core/text/json.js";
import { askOnce } from "./ask-once.js";
import { BudgetKeeper } from "./budget.js";
import type { ModelTransport, RawReply } from "./contract.js";
import { findJson } from "./find-json.js";
import { KINDS } from "./kinds/_registry.js";
import { readKey } from "./read-key.js";
import { isAgent, type ModelSettings, type ModelsFile } from "./settings.js";

export interface ModelsOptions {
  readonly file: ModelsFile;
  /** Path of the file, for messages. */
  readonly path: string;
  readonly transport: ModelTransport;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Counts and pauses. Must outlive processes. */
  readonly state: StatePort;
  /** Answers, which are removed after ten minutes. */
  readonly answers: StatePort;
  /** Milliseconds since 1970. */
  now(): number;
  /** Keyed hash. */
  hash(text: string): string;
}

/** The user may set the key meanwhile. */
const KEY_WAIT_MS = 600_000;

export function createModels(options: ModelsOptions): ModelPort {
  const budget = new BudgetKeeper(options.state, options.file.budget, options.now);
  return {
    async ask(question) {
      try {
        return await ask(question, options, budget);
      } catch (error) {
        return failed("model-failed", `the model could not be asked (${(error as Error).message})`);
      }
    },
  };
}

async function ask<T>(
  question: ModelQuestion<T>,
  options: ModelsOptions,
  budget: BudgetKeeper,
): Promise<ModelReply<T>> {
  const { file, path, answers, now } = options;
  const name = modelFor(question, file);
  const settings = name === undefined ? undefined : lookUp(file.models, name);
  if (name === undefined || settings === undefined)
    return failed("unavailable", `no model is set for it: name one in \`use.${question.purpose}\` of ${path}`);
  if (question.text.length > settings.maxInputChars)
    return failed(
      "model-failed",
      `the event is too long for a model: ${question.text.length} characters (\`maxInputChars\`: ${settings.maxInputChars})`,
    );
  const askNow = () => askModel(question, { name, settings }, options, budget);
  if (question.once === undefined) return askNow();
  const key = `model-answer ${question.once} ${name} ${settings.kind} ${settings.model ?? ""}`;
  return askOnce({ state: answers, key, now, limitMs: question.limitMs, signal: question.signal }, askNow);
}

/** The model that answers a question; undefined if there is none. */
export function modelFor(
  { model, purpose }: Pick<ModelQuestion<unknown>, "model" | "purpose">,
  { models, use }: ModelsFile,
): string | undefined {
  const named = model === undefined ? undefined : lookUp(models, model);
  if (named !== undefined && (purpose !== "agent" || isAgent(named.kind))) return model;
  if (purpose === "agent") return use.agent;
  const usual = use.prompt === undefined ? undefined : lookUp(models, use.prompt);
  // An agent sends its own instructions: too many tokens for each batch.
  return use[purpose] ?? (purpose === "observe" && usual !== undefined && isAgent(usual.kind) ? undefined : use.prompt);
}

async function askModel<T>(
  question: ModelQuestion<T>,
  { name, settings: configured }: { readonly name: string; readonly settings: ModelSettings },
  { transport, environment, state, now, hash }: ModelsOptions,
  budget: BudgetKeeper,
): Promise<ModelReply<T>> {
  const { system, text, schema, signal, project, folder, mostOutputTokens = Number.POSITIVE_INFINITY } = question;
  const settings = { ...configured, maxOutputTokens: Math.min(configured.maxOutputTokens, mostOutputTokens) };
  const kind = KINDS[settings.kind]!;
  const pauseKey = `model-pause ${name}`;
  const pausedUntil = await pauseEnd(state, pauseKey, now());
  if (pausedUntil !== undefined)
    return {
      ...failed("model-failed", `its server asked to wait until ${new Date(pausedUntil).toISOString()}`),
      retryAt: pausedUntil,
      isFree: true,
    };
  const key = readKey(settings, environment);
  if ("failure" in key) return { ok: false, failure: key.failure, retryAt: now() + KEY_WAIT_MS, isFree: true };
  const overhead = folder === undefined ? kind.overheadTokens : (kind.readingTokens ?? kind.overheadTokens);
  // A token is at least one byte.
  const inputTokens = Buffer.byteLength(system) + Buffer.byteLength(text) + overhead;
  const most = { inputTokens, outputTokens: settings.maxOutputTokens };
  const reserved = {
    model: name,
    tokens: inputTokens + settings.maxOutputTokens,
    usd: costOf(most, settings),
    project: project === undefined ? undefined : hash(project),
  };
  const refused = await budget.reserve(reserved);
  if (refused !== undefined) return { ok: false, failure: refused, retryAt: nextHour(now()), isFree: true };
  const reply = await kind.ask({ system, text, schema, settings, key: key.key, folder, signal }, transport);
  await settle(budget, reserved, reply, settings);
  if (!reply.ok) {
    const { pauseMs } = reply;
    if (pauseMs !== undefined) await state.update(pauseKey, () => ({ until: now() + pauseMs }));
    const retryAt = pauseMs === undefined ? undefined : now() + pauseMs;
    return { ok: false, failure: reply.failure, retryAt, isFree: reply.isFree };
  }
  const value = question.read(findJson(reply.text));
  if (value === undefined) return failed("model-answer", unreadText(reply.text));
  const usage = reply.usage && { ...reply.usage, usd: reply.usage.usd ?? costOf(reply.usage, settings) };
  return { ok: true, value, model: name, remembered: false, usage };
}

/** A reply that does not report its use keeps the whole reservation. */
async function settle(
  budget: BudgetKeeper,
  reserved: Parameters<BudgetKeeper["settle"]>[0],
  reply: RawReply,
  settings: ModelSettings,
): Promise<void> {
  if (!reply.ok) return reply.isFree ? budget.settle(reserved, "nothing") : undefined;
  if (reply.usage === undefined) return;
  await budget.settle(reserved, { ...reply.usage, usd: reply.usage.usd ?? costOf(reply.usage, settings) });
}

function costOf({ inputTokens, outputTokens }: ModelUsage, { price }: ModelSettings): number {
  return price === undefined ? 0 : (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}

async function pauseEnd(state: StatePort, key: string, now: number): Promise<number | undefined> {
  const pause = await state.read(key);
  const until = isRecord(pause) ? pause["until"] : undefined;
  // More than an hour ahead is of a clock that was set back since.
  return typeof until === "number" && until > now && until - now <= 3_600_000 ? until : undefined;
}

/** The budget is counted per hour and day: a new hour may have room. */
function nextHour(now: number): number {
  return now - (now % 3_600_000) + 3_600_000;
}

function unreadText(text: string): string {
  return text.trim() === "" ? "the model's answer is empty" : "the model's answer contains no usable JSON object";
}

function failed(cause: Failure["cause"], message: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { cause, message } };
}
