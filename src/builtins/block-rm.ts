/** Denies every recursive rm, whatever the target (BI-P1). */

import { deny } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";
import { hasFlag } from "../effects/model/arguments.js";
import { invocationsOf } from "./_shared/calls/invocations-of.js";
import { unlessExcepted } from "./_shared/state/unless-excepted.js";
import { shown } from "./_shared/text/shown.js";

const blockRm: Builtin = {
  name: "block-rm",
  summary: "Denies every recursive rm, even of files that can be recreated. protect-commands asks less often.",
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
          `\`${shown(found.words)}\` deletes recursively, which only the user may do. Instead: name the files, \`rm FILE…\`, or ask the user.`,
        ),
      );
    };
  },
};

export default blockRm;
