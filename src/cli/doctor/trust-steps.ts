/** Some agents run new entries only after a person has approved them there. That it was done shows in the log. */
import { type Finding, finding } from "../../core/errors.js";
import type { Check, DoctorContext, SeenAgent } from "./check.js";

export const trustSteps: Check = {
  name: "trust steps in the agents",
  passed: "no wired agent waits for you to approve its hooks",
  run: (sight) => sight.agents().flatMap((seen) => pendingTrustStep(seen, sight)),
};

export function pendingTrustStep({ adapter, user, project }: SeenAgent, sight: DoctorContext): Finding[] {
  const { trustStep, trustStepFor } = adapter.wiring ?? {};
  const needed = project !== "no" || (user !== "no" && trustStepFor === undefined);
  if (trustStep === undefined || !needed || sight.log().heard.has(adapter.name)) return [];
  return [
    finding(
      "AGENT_SILENT",
      `${adapter.title} is wired, and has not called Snaphook yet (test calls of \`setup\` do not count). ${trustStep}`,
    ),
  ];
}
