/** Refuses every recursive rm, whatever it would delete (BI-P1). */
import type { Builtin } from "../core/builtin.js";
import { checkedBy } from "../core/builtin-options.js";
import { deny } from "../core/decision.js";
import { hasFlag } from "../effects/arguments.js";
import { invocationsOf } from "./_shared/invocations-of.js";
import { shown } from "./_shared/shown.js";
import { unlessExcepted } from "./_shared/unless-excepted.js";

const blockRm: Builtin = {
  name: "block-rm",
  summary: "Denies every recursive rm, also of what could be made again. protect-commands asks less often.",
  from: "opta",
  example: { event: "PreToolUse", builtin: "block-rm" },
  events: ["PreToolUse"],
  match: { subject: { kind: "literals", exact: ["Bash"] } },
  guard: true,
  options: {},
  checkOptions: checkedBy({}),
  make(surroundings, _options, services) {
    return (payload) => {
      const found = invocationsOf(payload, surroundings).find(
        (one) => one.program === "rm" && hasFlag(one, "rR", ["recursive"]),
      );
      if (found === undefined) return undefined;
      return unlessExcepted("block-rm", payload, surroundings, services, () =>
        deny(
          `\`${shown(found.words)}\` deletes recursively, which needs a person. Instead: name the files, \`rm FILE…\`, or ask.`,
        ),
      );
    };
  },
};

export default blockRm;
