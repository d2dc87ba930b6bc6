/** Some agents run new entries only after a person has approved them there. That it was done shows in the log. */
import { finding } from "../../core/errors.js";
import type { Check } from "./check.js";

export const trustSteps: Check = {
  name: "trust steps in the agents",
  run: (sight) =>
    sight
      .agents()
      .filter(({ user, project }) => user !== "no" || project !== "no")
      .flatMap(({ adapter }) => {
        const step = adapter.wiring?.trustStep;
        if (step === undefined || sight.log().heard.has(adapter.name)) return [];
        return [finding("AGENT_SILENT", `${adapter.title} is wired, and no event of it was logged yet. ${step}`)];
      }),
};
