/** Some agents run new entries only after a person has approved them there. That it was done shows in the log. */
import { type Finding, finding } from "../../core/errors.js";
import { wiredAt } from "../../runtime/wiring/wire.js";
import { wirePlaces } from "../agents/known-agents.js";
import type { Call } from "../command.js";
import type { Check, DoctorContext, SeenAgent } from "./check.js";

export const trustSteps: Check = {
  name: "trust steps in the agents",
  passed: "no wired agent waits for you to approve its hooks",
  run: (sight) => sight.agents().flatMap((seen) => pendingTrustStep(seen, sight)),
};

export function pendingTrustStep({ adapter, user, project }: SeenAgent, sight: DoctorContext): Finding[] {
  const { trustStep, trustStepFor } = adapter.wiring ?? {};
  const needed = project !== "no" || (user !== "no" && trustStepFor === undefined);
  if (trustStep === undefined || !needed) return [];
  const { heard, gated } = sight.log();
  if (heard.has(adapter.name)) {
    const changedAt = adapter.wiring?.reviewsChanges ? lastChange(adapter, sight.call) : undefined;
    if (changedAt === undefined || (gated.get(adapter.name) ?? 0) >= changedAt) return [];
    return [
      finding(
        "AGENT_SILENT",
        `the entries for ${adapter.title} changed, and it has not asked about a tool call since. ${trustStep}`,
      ),
    ];
  }
  return [
    finding(
      "AGENT_SILENT",
      `${adapter.title} is wired, and has not called Snaphook yet (test calls of \`setup\` do not count). ${trustStep}`,
    ),
  ];
}

function lastChange(adapter: SeenAgent["adapter"], call: Call): number | undefined {
  const times = (["user", "project"] as const).flatMap((scope) =>
    wirePlaces(adapter, call, scope).flatMap((place) => wiredAt(place) ?? []),
  );
  return times.length === 0 ? undefined : Math.max(...times);
}
