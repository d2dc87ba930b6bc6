/**
 * Asks the user's model about the event (HT-02). The call is our own: neither the agent's stream nor its model takes part
 * (HT-08). A hook chooses the prompt. Address, key and budget are the user's.
 */
import type { HookEvent } from "../core/events/payload.js";
import { type AdmittedHook, mayAllow } from "../core/hooks/admission.js";
import type { HookContext, PromptRun } from "../core/hooks/hook.js";
import type { ModelPort } from "../core/models/model-port.js";
import { fillPrompt, HOOK_SYSTEM, outputOfVerdict, readVerdict, VERDICT_SCHEMA } from "../core/models/verdict.js";
import type { Executor, HookResult, Profiles } from "../core/ports.js";
import { redactJson } from "../core/redact/json.js";
import { redactText } from "../core/redact/text.js";
import { canonicalJson, type JsonObject, parseObject } from "../core/text/json.js";

export interface PromptOptions {
  readonly models: ModelPort;
  /** Project root: hooks that came with a project have its budget. */
  readonly root?: string | undefined;
  /** Nothing of this session may be stored, not even an answer. */
  readonly isPrivate?: boolean;
  /** Keyed hash of the question. */
  hash(text: string): string;
}

export function promptExecutor(profiles: Profiles, options: PromptOptions): Executor {
  return {
    type: "prompt",
    run: (hook, event, context) => ask(hook, event, context, profiles, options),
    read: (raw) => raw as HookResult,
  };
}

/** Above this, redaction alone would take too long; models have lower limits. */
const MOST_CHARS = 1_000_000;

async function ask(
  hook: AdmittedHook,
  event: HookEvent,
  { signal }: HookContext,
  profiles: Profiles,
  { models, root, isPrivate, hash }: PromptOptions,
): Promise<HookResult> {
  const profile = profiles[hook.dialect];
  if (profile === undefined)
    return { ok: false, failure: { cause: "broken", message: `its dialect "${hook.dialect}" is unknown` } };
  const { prompt, model } = hook.run as PromptRun;
  const { stdin } = profile.encode(event, hook);
  if (stdin.length > MOST_CHARS)
    return {
      ok: false,
      failure: { cause: "model-failed", message: `the event is too long for a model: ${stdin.length} characters` },
    };
  const payload = parseObject(stdin);
  const isOwn = mayAllow(hook.source.level);
  const shown = payload === undefined ? redactText(stdin) : JSON.stringify(redactJson(payload), null, 1);
  const reply = await models.ask({
    purpose: "prompt",
    model: isOwn ? model : undefined,
    system: HOOK_SYSTEM,
    text: fillPrompt(prompt, shown, event.name),
    schema: VERDICT_SCHEMA,
    read: readVerdict,
    once: isPrivate ? undefined : hash(onceText(hook, payload ?? { stdin })),
    project: isOwn ? undefined : (hook.source.root ?? root ?? ""),
    limitMs: hook.timeoutMs,
    signal,
  });
  if (!reply.ok) return reply;
  return { ok: true, output: outputOfVerdict(reply.value, event.name, hook.id) };
}

/** Ids differ in each call, and the verdict does not depend on them. */
const IDS: ReadonlySet<string> = new Set(["session_id", "tool_use_id", "transcript_path", "prompt_id", "turn_id"]);

function onceText({ id, source, run }: AdmittedHook, payload: JsonObject): string {
  const input = Object.fromEntries(Object.entries(payload).filter(([name]) => !IDS.has(name)));
  return canonicalJson([id, source.key, source.path, run, input]);
}
