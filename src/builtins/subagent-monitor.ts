/** One line when a subagent starts and when it ends, with how long it took (BI-A6). */

import type { BasePayload } from "../core/events/payload.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";
import { cut } from "../core/text/json.js";
import { logLine } from "./_shared/state/state-log.js";

const subagentMonitor: Builtin = {
  name: "subagent-monitor",
  summary: "Logs when subagents start and end, and how long they took, in subagents.jsonl.",
  from: "arawn",
  example: { builtin: "subagent-monitor" },
  events: ["SubagentStart", "SubagentStop", "SubagentCompleted"],
  match: {},
  guard: false,
  options: {},
  checkOptions: checkedBy({}),
  make(surroundings, _options, services) {
    return async (payload) => {
      const { agent_id: agent, agent_type: type, session_id: session } = payload;
      const hasStarted = payload.hook_event_name === "SubagentStart";
      const ms = await timeOf(payload, hasStarted);
      const facts = { event: hasStarted ? "started" : "ended", session, agent, type };
      await logLine(
        "subagents.jsonl",
        { ...facts, ...(ms === undefined ? {} : { ms }), ...preview(payload) },
        surroundings,
        services,
      );
    };

    /** An agent that has an id is followed from its start to its end. */
    async function timeOf(payload: BasePayload, hasStarted: boolean): Promise<number | undefined> {
      if (typeof payload["duration_ms"] === "number") return payload["duration_ms"];
      if (payload.agent_id === undefined) return undefined;
      const key = `subagent-monitor:${String(payload.session_id)}:${payload.agent_id}`;
      if (hasStarted) await services.state.update(key, () => services.now());
      const began = hasStarted ? undefined : await services.state.read(key);
      if (!hasStarted) await services.state.update(key, () => undefined);
      return typeof began === "number" ? services.now() - began : undefined;
    }
  },
};

function preview({ result_preview: result, last_assistant_message: said }: BasePayload): { result?: string } {
  const text = result ?? said;
  return typeof text === "string" && text !== "" ? { result: cut(text, 500) } : {};
}

export default subagentMonitor;
