/** A hint on how to work, where a prompt asks for a way of working by its name (BI-O10). */

import { context } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { isRecord } from "../core/text/json.js";
import { tagged } from "./_shared/text/tagged.js";
import { asWords, hasWords } from "./_shared/text/whole-words.js";

const OPTIONS = {
  hints: { type: "object", help: "more words and their hints, or other hints for the ones it knows" },
} satisfies BuiltinOptions;

const HINTS: Readonly<Record<string, string>> = {
  tdd: "Work test first: write a failing test, make it pass with as little as possible, then clean up.",
  plan: "Plan first: lay out the steps and what could go wrong, and let the user agree before anything is changed.",
  analyze: "Analyse first: read what is there and say what you found, with places, before you propose changes.",
  deepsearch: "Search widely: look in code, docs and history, follow up what you find, and name your sources.",
};

const keywordContext: Builtin = {
  name: "keyword-context",
  summary: "Adds a hint on how to work when a prompt has a word like tdd, plan, analyze or deepsearch.",
  kind: "context",
  from: "orion",
  example: {
    event: "UserPromptSubmit",
    builtin: "keyword-context",
    options: { hints: { spike: "Throw it away after." } },
  },
  events: ["UserPromptSubmit"],
  match: {},
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS, ({ hints = {} }) =>
    Object.values(hints as object).every((hint) => typeof hint === "string")
      ? undefined
      : "`hints` must give a text for each word",
  ),
  make(_surroundings, { hints }) {
    const all = Object.entries({ ...HINTS, ...(isRecord(hints) ? hints : {}) });
    return ({ prompt }) => {
      if (typeof prompt !== "string") return undefined;
      const words = asWords(prompt);
      const said = all.filter(([word]) => hasWords(words, word)).map(([, hint]) => String(hint));
      return said.length === 0 ? undefined : context(tagged("workflow-hint", said));
    };
  },
};

export default keywordContext;
