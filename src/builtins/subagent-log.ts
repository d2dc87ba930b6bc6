/** Logs one line when a subagent ends; returns no answer (BI-O12). */

import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";
import { redactStart } from "../core/redact/excerpt.js";
import { logLine } from "./_shared/state/state-log.js";

const subagentLog: Builtin = {
  name: "subagent-log",
  summary: "Appends one line to subagent-log.jsonl when a subagent ends. Returns no answer.",
  from: "orion",
  example: { event: "SubagentStop", builtin: "subagent-log" },
  events: ["SubagentStop"],
  match: {},
  guard: false,
  options: {},
  checkOptions: checkedBy({}),
  make(surroundings, _options, services) {
    return async ({ session_id: session, agent_id: agent, agent_type: type, last_assistant_message: said }) => {
      const last = typeof said === "string" ? { said: redactStart(said, 200) } : {};
      await logLine("subagent-log.jsonl", { session, agent, type, ...last }, surroundings, services);
      return {};
    };
  },
};

export default subagentLog;
