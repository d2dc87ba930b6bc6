/** A hook that recognises an intent in a prompt and adds context for the model. */

import { context } from "../../../core/decision/decision.js";
import type { Builtin } from "../../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../../core/hooks/builtin-options.js";
import { tagged } from "./tagged.js";
import { asWords, hasWords } from "./whole-words.js";

export interface Intent {
  readonly name: string;
  readonly summary: string;
  /** Whole words in lower case, without punctuation. */
  readonly phrases: readonly string[];
  readonly hint: string;
}

export function intentHook({ name, summary, phrases, hint }: Intent): Builtin {
  const options = {
    phrases: { type: "texts", help: "Additional phrases" },
    hint: { type: "text", default: hint, help: "Context for the model" },
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
