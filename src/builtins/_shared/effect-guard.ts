/** A guard that judges some kinds of effect: what is destructive is denied, what is risky is asked, unless told otherwise. */
import type { Builtin, Surroundings } from "../../core/builtin.js";
import { ask, deny, type HookOutput } from "../../core/decision.js";
import type { JsonObject } from "../../core/json.js";
import type { BasePayload } from "../../core/payload.js";
import type { Effect, EffectKind } from "../../effects/effect.js";
import { effectsOf } from "./effects-of.js";
import { shown } from "./shown.js";

type Answer = "deny" | "ask" | "pass";
const ANSWERS: readonly unknown[] = ["deny", "ask", "pass"] satisfies Answer[];

export interface EffectGuard {
  readonly name: string;
  readonly summary: string;
  readonly kinds: readonly EffectKind[];
  /** Beside `destructive` and `risky`, which every such guard has. */
  readonly example?: JsonObject;
}

export function effectGuard({ name, summary, kinds, example = {} }: EffectGuard): Builtin {
  const own = new Set(kinds);
  return {
    name,
    summary,
    example: { event: "PreToolUse", builtin: name, options: { risky: "ask", ...example } },
    events: ["PreToolUse"],
    match: {},
    guard: true,
    checkOptions({ destructive = "deny", risky = "ask", ...rest }) {
      const [unknown] = Object.keys(rest);
      if (unknown !== undefined) return `"${unknown}" is no option of it; it has \`destructive\` and \`risky\``;
      return ANSWERS.includes(destructive) && ANSWERS.includes(risky)
        ? undefined
        : "`destructive` and `risky` must be one of deny, ask, pass";
    },
    make(surroundings, options) {
      const answers = { destructive: "deny", risky: "ask", ordinary: "pass", ...options } as Record<
        Effect["gravity"],
        Answer
      >;
      return (payload) => judge(payload, surroundings, own, answers);
    },
  };
}

function judge(
  payload: BasePayload,
  surroundings: Surroundings,
  kinds: ReadonlySet<EffectKind>,
  answers: Readonly<Record<Effect["gravity"], Answer>>,
): HookOutput | undefined {
  let asked: Effect | undefined;
  for (const effect of effectsOf(payload, surroundings).effects) {
    if (!kinds.has(effect.kind)) continue;
    const answer = answers[effect.gravity];
    if (answer === "deny") return deny(explain(effect));
    if (answer === "ask") asked ??= effect;
  }
  return asked === undefined ? undefined : ask(explain(asked));
}

/** One line: what was seen, why it matters, what to do instead. */
export function explain({ what, words, instead }: Effect): string {
  return `\`${shown(words)}\` ${what}.${instead === undefined ? "" : ` Instead: ${instead}.`}`;
}
