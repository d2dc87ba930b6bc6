/** A guard for some kinds of effect. By default it denies destructive effects and asks about risky ones. */

import { statSync } from "node:fs";
import { dirname } from "node:path";
import { ask, deny, type HookOutput } from "../../../core/decision/decision.js";
import type { BasePayload } from "../../../core/events/payload.js";
import type { Builtin, Services, Surroundings } from "../../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../../core/hooks/builtin-options.js";
import type { JsonObject } from "../../../core/text/json.js";
import type { Effect, EffectKind } from "../../../effects/model/effect.js";
import type { AskedEffect } from "../rules/covers.js";
import { passed, unlessExcepted } from "../state/unless-excepted.js";
import { shown } from "../text/shown.js";
import { mayRepeat, rememberDenial, workaround } from "./denials.js";
import { onlyReads } from "./only-reads.js";

export type Answer = "deny" | "ask" | "pass";
export const ANSWERS = ["deny", "ask", "pass"] as const satisfies Answer[];

const OPTIONS = {
  destructive: { type: ANSWERS, default: "deny", help: "Verdict for destructive commands" },
  risky: { type: ANSWERS, default: "ask", help: "Verdict for risky commands" },
} satisfies BuiltinOptions;

export interface EffectGuard {
  readonly name: string;
  readonly summary: string;
  readonly kinds: readonly EffectKind[];
  /** Options in addition to `destructive` and `risky`. */
  readonly options?: BuiltinOptions;
  readonly example?: JsonObject;
  /** Applies the guard's own options to an effect: returns another severity, or an answer. Undefined: no change. */
  readonly judge?: (effect: Effect, options: JsonObject) => Effect["severity"] | Answer | undefined;
  /** Effects that only a rule with the name of their target covers. */
  readonly isNamed?: (effect: Effect, options: JsonObject) => boolean;
}

/** The analysis, loaded with the first call that needs it. */
let realEffectsOf: RealEffectsOf | undefined;
type RealEffectsOf = typeof import("./real-targets.js").realEffectsOf;

export function effectGuard(guard: EffectGuard): Builtin {
  const { name, summary, kinds, options: more = {}, example = {}, judge, isNamed } = guard;
  const own = new Set(kinds);
  const known: BuiltinOptions = { ...OPTIONS, ...more };
  return {
    name,
    summary,
    example: { event: "PreToolUse", builtin: name, options: { risky: "ask", ...example } },
    events: ["PreToolUse"],
    match: {},
    guard: true,
    options: known,
    checkOptions: checkedBy(known),
    make(surroundings, options, services) {
      const { destructive = "deny", risky = "ask" } = options as Readonly<Record<string, Answer>>;
      const answers = { destructive, risky, ordinary: "pass", deny: "deny", ask: "ask", pass: "pass" } as const;
      const judged = (effect: Effect) => judge?.(effect, options) ?? effect.severity;
      const answerTo = (effect: Effect): Answer => answers[judged(effect)];
      // A guard can be set to ask about destructive effects too. No rule covers those.
      const isRisky = (effect: Effect) => effect.severity !== "destructive" && judged(effect) !== "destructive";
      const asAsked = (found: readonly Effect[]): readonly AskedEffect[] | undefined =>
        found.every(isRisky)
          ? found.map((one) => (isNamed?.(one, options) ? { ...one, onlyByName: true } : one))
          : undefined;
      const judgeCall = (payload: BasePayload, effects: readonly Effect[]) => {
        if (effects.length === 0) return undefined;
        const answered = (answer: Answer) => {
          const found = effects.filter((one) => own.has(one.kind) && answerTo(one) === answer && !isNewFile(one));
          const [effect] = found;
          return effect && { guard: name, effect, answer, asked: answer === "ask" ? asAsked(found) : undefined };
        };
        const stopped = answered("deny") ?? answered("ask");
        if (stopped !== undefined) return stop(stopped, payload, surroundings, services);
        return mayRepeat(effects, payload) ? askedAgain(name, effects, payload, services) : undefined;
      };
      return (payload) => {
        if (!own.has("read") && onlyReads(payload)) return undefined;
        if (realEffectsOf !== undefined) return judgeCall(payload, realEffectsOf(payload, surroundings));
        return import("./real-targets.js").then((analysis) => {
          realEffectsOf = analysis.realEffectsOf;
          return judgeCall(payload, realEffectsOf(payload, surroundings));
        });
      };
    },
  };
}

/** True if it writes a new file in an existing directory: nothing is lost. */
function isNewFile({ target }: Effect): boolean {
  if (target?.ifThere !== true) return false;
  const at = (path: string) => statSync(path, { throwIfNoEntry: false });
  try {
    const found = at(target.name);
    return found === undefined ? (at(dirname(target.name))?.isDirectory() ?? false) : found.isDirectory();
  } catch {
    return false;
  }
}

export interface Stopped {
  readonly guard: string;
  readonly effect: Effect;
  readonly answer: Answer;
  /** All that it asks about, if a rule may cover it. */
  readonly asked?: readonly AskedEffect[] | undefined;
}

/** What guards asked about, for a person who wants to make a rule of it. */
const questions = new WeakMap<HookOutput, readonly AskedEffect[]>();

export function askedBy(output: HookOutput | undefined): readonly AskedEffect[] {
  return (output && questions.get(output)) ?? [];
}

/** Denies or asks, unless the user made an exception for this exact call, or a rule for all that it asks about. */
export async function stop(
  { guard, effect, answer, asked }: Stopped,
  payload: BasePayload,
  surroundings: Surroundings,
  services: Services,
): Promise<HookOutput> {
  return unlessExcepted(guard, payload, surroundings, services, async () => {
    if (answer === "ask") {
      const ruled = asked && (await byRule(guard, asked, payload, surroundings, services));
      if (ruled !== undefined) return ruled;
      const question = ask(explain(effect));
      questions.set(question, asked ?? []);
      return question;
    }
    await rememberDenial(guard, effect, payload, services);
    return deny(explain(effect));
  });
}

async function byRule(
  guard: string,
  asked: readonly AskedEffect[],
  payload: BasePayload,
  surroundings: Surroundings,
  services: Services,
): Promise<HookOutput | undefined> {
  const { ruleFor } = await import("../rules/rule-for.js");
  const rule = await ruleFor(guard, { asked, payload, surroundings }, services);
  if (rule === undefined) return undefined;
  const { what, by, decision } = rule;
  const text = `${guard} allowed this call by a rule of ${by.user}: ${what} (snaphook except --end ${decision.slice(-8)}).`;
  return (await askedAgain(guard, asked, payload, services)) ?? passed(text);
}

/** Asks if the same change is tried in another way shortly after a denial. */
export async function askedAgain(
  guard: string,
  effects: readonly Effect[],
  payload: BasePayload,
  services: Services,
): Promise<HookOutput | undefined> {
  const found = await workaround(guard, effects, payload, services);
  if (found === undefined) return undefined;
  const { effect, denial } = found;
  const minutes = Math.max(1, Math.round((services.now() - denial.at) / 60_000));
  return ask(
    `\`${shown(effect.words)}\` changes ${shown(denial.target)}, which was denied to ${shown(denial.tool)} ${minutes} min ago. Instead: ask the user, or leave it unchanged.`,
  );
}

/** One line: what the call does, and what to do instead. */
export function explain({ what, words, instead }: Effect): string {
  return `\`${shown(words)}\` ${what}.${instead === undefined ? "" : ` Instead: ${fitting(instead, words)}.`}`;
}

const EXAMPLES = / \((`[^`()]+`(?:, `[^`()]+`){0,5})\)/g;
/** Programs whose first argument selects a service. */
const SUITES = new Set(["aws", "az", "gcloud", "doctl", "linode-cli"]);

/** Keeps only the examples in parentheses that belong to the called program. */
function fitting(instead: string, words: string): string {
  const called = new Set(words.split(/[\s'"`/;|&()]+/));
  return instead.replace(EXAMPLES, (_, examples: string) => {
    const own = examples.split(", ").filter((example) => {
      const [program = "", service = ""] = example.slice(1, -1).split(" ");
      return called.has(program) && (!SUITES.has(program) || called.has(service));
    });
    return own.length === 0 ? "" : ` (${own.join(", ")})`;
  });
}
