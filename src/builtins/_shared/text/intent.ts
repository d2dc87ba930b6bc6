/** A hook that hears from a prompt what somebody is after, and tells the model what to make of it. */

import { context } from "../../../core/decision/decision.js";
import type { Builtin } from "../../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../../core/hooks/builtin-options.js";
import { tagged } from "./tagged.js";
import { asWords, hasWords } from "./whole-words.js";

export interface Intent {
  readonly name: string;
  readonly summary: string;
  /** Whole words, small, without signs between them. */
  readonly phrases: readonly string[];
  readonly hint: string;
}

export function intentHook({ name, summary, phrases, hint }: Intent): Builtin {
  const options = {
    phrases: { type: "texts", help: "more phrases to listen for" },
    hint: { type: "text", default: hint, help: "what the model is told" },
  } satisfies BuiltinOptions;
  return {
    name,
    summary,
    kind: "context",
    from: "orion",
    example: { event: "UserPromptSubmit", builtin: name, options: { phrases: [phrases[0]!] } },
    events: ["UserPromptSubmit"],
    match: {},
    guard: false,
    options,
    checkOptions: checkedBy(options),
    make(_surroundings, { phrases: more = [], hint: told = hint }) {
      const all = [...phrases, ...(more as readonly string[])];
      return ({ prompt }) => {
        const words = asWords(String(prompt ?? ""));
        return all.some((phrase) => hasWords(words, phrase)) ? context(tagged(name, [String(told)])) : undefined;
      };
    },
  };
}
