/** What `validate` says about the files that apply here. */
import { checkUnapprovedCode } from "../../runtime/plan/review.js";
import type { Check } from "./check.js";

export const configFiles: Check = {
  name: "config files",
  async run(sight) {
    const plan = await sight.plan();
    // What is not signed, and damage, have checks of their own.
    const told = (code: string) =>
      code.endsWith("_UNTRUSTED") || code === "OWN_CONFIG_DAMAGED" || code === "STATE_UNSIGNED";
    return [...plan.findings.filter(({ code }) => !told(code)), ...(await checkUnapprovedCode(plan))];
  },
};
