/**
 * Asks the user's model about the event (HT-02), or an agent that may read files (HT-03). The call is our own: neither the
 * agent's stream nor its model takes part (HT-08). A hook chooses the prompt. Address, program, key and budget are the
 * user's.
 */
import { statSync } from "node:fs";
import type { HookEvent } from "../core/events/payload.js";
import { type AdmittedHook, mayAllow } from "../core/hooks/admission.js";
import type { AgentRun, HookContext, PromptRun } from "../core/hooks/hook.js";
import type { ModelPort } from "../core/models/model-port.js";
import {
  AGENT_SYSTEM,
  fillPrompt,
  HOOK_SYSTEM,
  outputOfVerdict,
  readVerdict,
  USUAL_AGENT_PROMPT,
  VERDICT_SCHEMA,
} from "../core/models/verdict.js";
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
  /** How many agents and hooks have called each other. */
  readonly depth?: number;
  /** Keyed hash of the question. */
  hash(text: string): string;
}

export function promptExecutor(type: "prompt" | "agent", profiles: Profiles, options: PromptOptions): Executor {
  return {
    type,
    run: (hook, event, context) => ask(hook, event, context, profiles, options),
    read: (raw) => raw as HookResult,
  };
}

/** Above this, redaction alone would take too long; models have lower limits. */
const MOST_CHARS = 1_000_000;
/** An agent that judges may have hooks that ask agents. */
const MOST_DEEP = 5;

async function ask(
  hook: AdmittedHook,
  event: HookEvent,
  { signal }: HookContext,
  profiles: Profiles,
  { models, root, isPrivate, depth = 0, hash }: PromptOptions,
): Promise<HookResult> {
  const profile = profiles[hook.dialect];
  if (profile === undefined)
    return { ok: false, failure: { cause: "broken", message: `its dialect "${hook.dialect}" is unknown` } };
  const run = hook.run as PromptRun | AgentRun;
  if (run.type === "agent" && depth >= MOST_DEEP)
    return { ok: false, failure: { cause: "unavailable", message: "hooks and agents call each other endlessly" } };
  const { prompt, model, folder, system, who, isKept } =
    run.type === "agent" ? agentQuestion(run, event, root) : promptQuestion(run);
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
    purpose: run.type,
    folder,
    model: isOwn ? model : undefined,
    system,
    text: fillPrompt(prompt, shown, event.name),
    schema: VERDICT_SCHEMA,
    read: readVerdict,
    once: isPrivate || !isKept ? undefined : hash(onceText(hook, payload ?? { stdin })),
    project: isOwn ? undefined : (hook.source.root ?? root ?? ""),
    limitMs: hook.timeoutMs,
    signal,
  });
  if (!reply.ok) return { ok: false, failure: reply.failure };
  return { ok: true, output: outputOfVerdict(reply.value, event.name, `${who} hook "${hook.id}"`) };
}

function promptQuestion({ prompt, model }: PromptRun) {
  return { prompt, model, folder: undefined, system: HOOK_SYSTEM, who: "Prompt", isKept: true };
}

function agentQuestion({ prompt = USUAL_AGENT_PROMPT, agent, model }: AgentRun, { payload }: HookEvent, root?: string) {
  const folder = [payload.cwd, root].find((one) => one !== undefined && isFolder(one));
  // What an agent reads changes while the event is the same.
  return { prompt, model: agent ?? model, folder, system: AGENT_SYSTEM, who: "Agent", isKept: false };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Ids differ in each call, and the verdict does not depend on them. */
const IDS: ReadonlySet<string> = new Set(["session_id", "tool_use_id", "transcript_path", "prompt_id", "turn_id"]);

function onceText({ id, source, run }: AdmittedHook, payload: JsonObject): string {
  const input = Object.fromEntries(Object.entries(payload).filter(([name]) => !IDS.has(name)));
  return canonicalJson([id, source.key, source.path, run, input]);
}
