/** Hooks on events that are registered on demand, and are not registered yet. */
import { type Finding, finding } from "../../core/errors.js";
import { neededEvents } from "../../runtime/wiring/on-demand.js";
import { foundCalls } from "../../runtime/wiring/wire.js";
import { wirePlaces } from "../agents/known-agents.js";
import type { Check } from "./check.js";

export const onDemandEvents: Check = {
  name: "events that only some hooks need",
  passed: "wired agents report every event that your hooks need",
  async run(sight) {
    const plan = await sight.plan();
    return sight.agents().flatMap(({ adapter, user, project }): Finding[] => {
      if (user === "no" && project === "no") return [];
      const wired = new Set(
        (["user", "project"] as const)
          .flatMap((scope) => wirePlaces(adapter, sight.call, scope))
          .flatMap((place) => foundCalls(place).map(({ event }) => event)),
      );
      return neededEvents(adapter, plan)
        .filter((event) => !wired.has(event))
        .map((event) => finding("AGENT_EVENT_MISSING", `hooks on ${event} are not reached in ${adapter.title} yet`));
    });
  },
};
