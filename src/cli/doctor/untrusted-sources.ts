import type { Check } from "./check.js";

export const untrustedSources: Check = {
  name: "approval of the project's hooks",
  run: async (sight) => (await sight.plan()).findings.filter(({ code }) => code.endsWith("_UNTRUSTED")),
};
