/** Activates modes by keywords in a prompt; the other mode hooks act on active modes (BI-O13 to BI-O15). */

import { context } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { checkModeOptions, MODE_OPTIONS, noRegistry, readModes, switchOn } from "./_shared/state/modes.js";
import { tagged } from "./_shared/text/tagged.js";
import { asWords, hasWords } from "./_shared/text/whole-words.js";

const modeKeywords: Builtin = {
  name: "mode-keywords",
  summary: "Activates modes of a registry when a prompt contains one of their keywords, and tells the model.",
  kind: "context",
  from: "orion",
  example: { event: "UserPromptSubmit", builtin: "mode-keywords", options: { registry: ".orion/modes.json" } },
  events: ["UserPromptSubmit"],
  match: {},
  guard: false,
  options: MODE_OPTIONS,
  checkOptions: checkModeOptions,
  make(surroundings, { registry }, services) {
    return async ({ prompt }) => {
      const modes = await readModes(registry, surroundings);
      if (modes === undefined) return noRegistry("mode-keywords", registry);
      const words = asWords(String(prompt ?? ""));
      const called = modes.filter(({ keywords }) => keywords.some((word) => hasWords(words, word)));
      if (called.length === 0) return undefined;
      await switchOn(
        called.map(({ name }) => name),
        surroundings,
        services,
      );
      return context(
        tagged(
          "mode",
          called.map(({ hint }) => hint),
        ),
      );
    };
  },
};

export default modeKeywords;
