/** Stops secrets on their way out of the machine, asks before files that hold them are read, tells of keys that are written. */
import type { Builtin } from "../../core/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../core/builtin-options.js";
import { effectGuard } from "../_shared/effect-guard.js";
import { aboutLiterals, LITERALS } from "./literals.js";

const guard = effectGuard({
  name: "protect-secrets",
  summary: "Denies sending secrets away, asks before files and tools that give them out are read.",
  kinds: ["read", "send"],
});

const OPTIONS = {
  ...guard.options,
  literals: {
    type: LITERALS,
    default: "tell",
    help: "what to answer when what looks like a live key is written into a file",
  },
} satisfies BuiltinOptions;

const protectSecrets: Builtin = {
  ...guard,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { literals = "tell", ...options }, services) {
    const judge = guard.make(surroundings, options, services);
    return async (payload, context) =>
      (await judge(payload, context)) ?? aboutLiterals(payload, literals as (typeof LITERALS)[number]);
  },
};

export default protectSecrets;
