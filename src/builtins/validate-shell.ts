/** Denies commands that destroy disks or whole trees. Has no opinion on anything else (BI-A1). */

import { deny } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";
import type { EffectKind } from "../effects/model/effect.js";
import type { Invocation } from "../effects/model/invocation.js";
import { explain } from "./_shared/calls/effect-guard.js";
import { effectsOf } from "./_shared/calls/effects-of.js";
import { invocationsOf } from "./_shared/calls/invocations-of.js";
import { unlessExcepted } from "./_shared/state/unless-excepted.js";
import { shown } from "./_shared/text/shown.js";

const KINDS: ReadonlySet<EffectKind> = new Set(["delete", "overwrite", "machine"]);

const validateShell: Builtin = {
  name: "validate-shell",
  summary: "Denies commands that destroy disks or whole trees: rm -rf /, dd, mkfs. Never asks.",
  from: "arawn",
  example: { event: "PreToolUse", builtin: "validate-shell" },
  events: ["PreToolUse"],
  match: { subject: { kind: "literals", exact: ["Bash"] } },
  guard: true,
  options: {},
  checkOptions: checkedBy({}),
  make(surroundings, _options, services) {
    return (payload) => {
      const { effects } = effectsOf(payload, surroundings);
      const grave = effects.find(({ kind, severity }) => KINDS.has(kind) && severity === "destructive");
      const raw = invocationsOf(payload, surroundings).find(writesRaw);
      const why = grave !== undefined ? explain(grave) : raw && rawText(raw);
      return why === undefined
        ? undefined
        : unlessExcepted("validate-shell", payload, surroundings, services, () => deny(why));
    };
  },
};

/** Their effect on a disk does not depend on where its name points. */
function writesRaw({ program = "", args }: Invocation): boolean {
  return /^mkfs(?:\.|$)/.test(program) || (program === "dd" && args.some(({ text }) => text.startsWith("if=")));
}

function rawText({ words }: Invocation): string {
  return `\`${shown(words)}\` destroys data and is not allowed here. Instead: ask the user to do it.`;
}

export default validateShell;
