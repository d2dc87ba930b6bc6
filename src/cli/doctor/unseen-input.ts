import { finding } from "../../core/errors.js";
import { unseenInputOf } from "../agents/agent-facts.js";
import type { Check } from "./check.js";

export const unseenInput: Check = {
  name: "tools that no hook is asked about",
  passed: "no wired agent has tools that hooks are not asked about",
  async run(sight) {
    const { entries } = await sight.plan();
    return sight
      .agents()
      .filter(({ user, project }) => user !== "no" || project !== "no")
      .flatMap(({ adapter }) =>
        unseenInputOf(adapter, entries).map((gap) =>
          finding("AGENT_UNSEEN_INPUT", `${adapter.title} does not show hooks ${gap}`),
        ),
      );
  },
};
