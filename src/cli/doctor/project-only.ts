/** AD-15: forms of an agent that never read what is wired in a project. */
import { finding } from "../../core/errors.js";
import { wirePlaces } from "../agents/known-agents.js";
import type { Check } from "./check.js";

export const projectOnly: Check = {
  name: "agents wired for this project alone",
  passed: "no agent is wired only for this project",
  run: (sight) =>
    sight
      .agents()
      .filter(({ user, project }) => user === "no" && project !== "no")
      .flatMap(({ adapter }) => {
        const who = adapter.wiring?.ignoresProject;
        if (who === undefined) return [];
        const file = wirePlaces(adapter, sight.call, "project")[0]?.file.path;
        return [finding("AGENT_PROJECT_ONLY", `${who}: no hook runs there`, { file })];
      }),
};
