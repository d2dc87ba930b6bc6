/** Logs the start, end and duration of subagents (BI-A6). */

import type { BasePayload } from "../core/events/payload.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";
import { redactStart } from "../core/redact/excerpt.js";
import { logLine } from "./_shared/state/state-log.js";

const subagentMonitor: Builtin = {
  name: "subagent-monitor",
  summary: "Logs when subagents start and end, and their duration, in subagents.jsonl.",
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
      if (await isLogged(payload)) return;
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

    /** SubagentCompleted follows an agent's SubagentStop, or comes alone from others: one line per end. */
    async function isLogged({ hook_event_name: event, session_id, agent_id }: BasePayload): Promise<boolean> {
      if (agent_id === undefined || event === "SubagentStart") return false;
      const key = `subagent-monitor:ended:${String(session_id)}:${agent_id}`;
      const ended = (await services.state.read(key)) === true;
      const hasStopped = event === "SubagentStop";
      if (ended !== hasStopped) await services.state.update(key, () => (hasStopped ? true : undefined));
      return ended && !hasStopped;
    }

    /** An agent with an id is tracked from start to end. */
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
  return typeof text === "string" && text !== "" ? { result: redactStart(text, 500) } : {};
}

export default subagentMonitor;
