/** Guards that block nothing because they only observe or are disabled. */
import { finding } from "../../core/errors.js";
import { idleGuards as idleIn } from "../health/guard-modes.js";
import { disabledClause, observesClause } from "../output/describe-hook.js";
import type { Check } from "./check.js";

export const idleGuards: Check = {
  name: "guards that block nothing",
  passed: "no guard only observes or is disabled",
  async run(sight) {
    const { entries } = await sight.plan();
    const { observing, disabled } = idleIn(entries);
    return [
      ...(observing.length === 0 ? [] : [finding("GUARD_OBSERVES", observesClause(observing))]),
      ...(disabled.length === 0 ? [] : [finding("GUARD_DISABLED", disabledClause(disabled))]),
    ];
  },
};
