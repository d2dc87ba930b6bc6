/** What `validate` says about the files that apply here. */
import { checkUnapprovedCode } from "../../runtime/plan/review.js";
import type { Check } from "./check.js";

export const configFiles: Check = {
  name: "config files",
  async run(sight) {
    const plan = await sight.plan();
    // What is not signed has a check of its own.
    const own = plan.findings.filter(({ code }) => !code.endsWith("_UNTRUSTED") && code !== "STATE_UNSIGNED");
    return [...own, ...(await checkUnapprovedCode(plan))];
  },
};
