/** Blocks sending of secrets, asks before files with secrets are read, and reports keys written to files. */

import { message } from "../../core/decision/decision.js";
import type { Builtin } from "../../core/hooks/builtin.js";
import { ANSWERS, type Answer, effectGuard, explain, stop } from "../_shared/calls/effect-guard.js";
import { effectsOf } from "../_shared/calls/effects-of.js";
import { sentLiteral } from "./sent-literals.js";
import { writtenLiteral } from "./written-literals.js";

const guard = effectGuard({
  name: "protect-secrets",
  summary: "Blocks sending secrets. Asks before a command prints them or reads files with secrets.",
  kinds: ["read", "send"],
  options: {
    literals: {
      type: ["tell", ...ANSWERS],
      default: "tell",
      help: "Verdict for writing a probable live key into a file",
    },
  },
});

const protectSecrets: Builtin = {
  ...guard,
  make(surroundings, options, services) {
    const { name } = guard;
    const { destructive = "deny", literals = "tell" } = options as Readonly<Record<string, Answer | "tell">>;
    const judge = guard.make(surroundings, options, services);
    return async (payload, context) => {
      const said = await judge(payload, context);
      if (said?.verdict === "deny") return said;
      const { effects } = effectsOf(payload, surroundings);
      const sent = destructive === "pass" ? undefined : await sentLiteral(payload, effects);
      if (sent !== undefined)
        return stop({ guard: name, effect: sent, answer: destructive as Answer }, payload, surroundings, services);
      const written = said !== undefined || literals === "pass" ? undefined : await writtenLiteral(payload);
      if (written === undefined) return said;
      if (literals === "tell") return message(`${name}: ${explain(written)}`);
      return stop({ guard: name, effect: written, answer: literals as Answer }, payload, surroundings, services);
    };
  },
};

export default protectSecrets;
