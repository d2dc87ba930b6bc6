/** Offers an overview of the day with the first prompt of a morning (BI-O24). */

import { context } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { dayOf } from "./_shared/text/calendar.js";
import { tagged } from "./_shared/text/tagged.js";
import { asWords, hasWords } from "./_shared/text/whole-words.js";

const OPTIONS = {
  from: { type: "number", default: 5, help: "Hour at which the morning starts" },
  until: { type: "number", default: 11, help: "Hour at which the morning ends" },
  text: {
    type: "text",
    default:
      "It is the first prompt of this morning. After your answer, offer the user a short overview of the day: what is due, and what was left open yesterday.",
    help: "Context for the model",
  },
} satisfies BuiltinOptions;

const GREETINGS = ["good morning", "guten morgen", "bonjour", "buenos dias", "buongiorno", "bom dia", "goedemorgen"];

const morningTrigger: Builtin = {
  name: "morning-trigger",
  summary:
    "Makes the model offer an overview of the day, once a day: with the first prompt of the morning, or a greeting.",
  kind: "context",
  from: "orion",
  example: { event: "UserPromptSubmit", builtin: "morning-trigger", options: { from: 7, until: 10 } },
  events: ["UserPromptSubmit"],
  match: {},
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(_surroundings, options, { now, state }) {
    const { from, until, text } = { from: 5, until: 11, text: OPTIONS.text.default, ...options };
    return async ({ prompt }) => {
      const at = now();
      const hour = new Date(at).getHours();
      const words = asWords(String(prompt ?? ""));
      const isMorning = hour >= Number(from) && hour < Number(until);
      if (!isMorning && !GREETINGS.some((greeting) => hasWords(words, greeting))) return undefined;
      let isFirst = false;
      await state.update("morning-trigger", (last) => {
        isFirst = last !== dayOf(at);
        return dayOf(at);
      });
      return isFirst ? context(tagged("morning", [String(text)])) : undefined;
    };
  },
};

export default morningTrigger;
