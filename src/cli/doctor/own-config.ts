/** Own config that is there and cannot be read. First, because every guard in it is at stake. */
import type { Check } from "./check.js";

export const ownConfig: Check = {
  name: "own config",
  async run(sight) {
    return (await sight.plan()).findings.filter(({ code }) => code === "OWN_CONFIG_DAMAGED");
  },
};
