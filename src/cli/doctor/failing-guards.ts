/** Guards that cannot decide: what they guard is asked about or denied until they are mended. */
import { finding } from "../../core/errors.js";
import { loggedEvents } from "../../runtime/record/read-hook-log.js";
import { failingGuards as failingIn, sinceText } from "../health/guard-health.js";
import type { Check } from "./check.js";

export const failingGuards: Check = {
  name: "guards",
  async run(sight) {
    const { entries } = await sight.plan();
    return failingIn(entries, loggedEvents(sight.call.places.state)).map((guard) =>
      finding("GUARD_FAILING", `guard "${guard.hook}" cannot decide (${sinceText(guard)}): ${guard.why}`),
    );
  },
};
