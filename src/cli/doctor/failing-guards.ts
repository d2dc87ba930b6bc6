/** Guards that fail: calls they guard are denied or asked about until fixed. */
import { finding } from "../../core/errors.js";
import { loggedEvents } from "../../runtime/record/read-hook-log.js";
import { failingGuards as failingIn, failingText } from "../health/guard-health.js";
import type { Check } from "./check.js";

export const failingGuards: Check = {
  name: "guards",
  passed: "no guard is failing",
  async run(sight) {
    const { entries } = await sight.plan();
    return failingIn(entries, loggedEvents(sight.call.places.state)).map((guard) =>
      finding("GUARD_FAILING", failingText(guard)),
    );
  },
};
