/** Adds a hint when a prompt names a way of working (BI-O10). */

import { context } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { isRecord } from "../core/text/json.js";
import { tagged } from "./_shared/text/tagged.js";
import { asWords, hasWords } from "./_shared/text/whole-words.js";

const OPTIONS = {
  hints: { type: "object", help: "Additional words and their hints, or replacements for the built-in ones" },
} satisfies BuiltinOptions;

const HINTS: Readonly<Record<string, string>> = {
  tdd: "Work test first: write a failing test, make it pass with as little as possible, then clean up.",
  plan: "Plan first: lay out the steps and what could go wrong, and get the user's agreement before you change anything.",
  analyze: "Analyse first: read what exists and report your findings with locations before you propose changes.",
  deepsearch: "Search widely: look in code, docs and history, follow up on findings, and name your sources.",
};

const keywordContext: Builtin = {
  name: "keyword-context",
  summary: "Adds a hint when a prompt contains a word such as tdd, plan, analyze or deepsearch.",
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
      : "`hints` must map each word to a string",
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
