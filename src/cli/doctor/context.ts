import { gatesTool } from "../../adapters/_shared/event-table.js";
import { PROOF_SESSION } from "../../core/records/records.js";
import { compileNow } from "../../runtime/plan/open-plan.js";
import { type LoggedEvent, loggedEvents } from "../../runtime/record/read-hook-log.js";
import { wiredHow } from "../agents/agent-facts.js";
import { isHere, wirableAgents } from "../agents/known-agents.js";
import type { Call } from "../command.js";
import type { DoctorContext, LogSight, SeenAgent } from "./check.js";

const RECENT_MS = 24 * 3_600_000;

export function collectContext(call: Call): DoctorContext {
  return {
    call,
    plan: once(async () => (await compileNow({ cwd: call.cwd, places: call.places, mayBuild: false })).plan),
    agents: once(() => wirableAgents().map((adapter) => seeAgent(adapter, call))),
    log: once(() => readLog(call.places.state)),
  };
}

function seeAgent(adapter: SeenAgent["adapter"], call: Call): SeenAgent {
  return {
    adapter,
    here: isHere(adapter, call),
    user: wiredHow(adapter, call, "user"),
    project: wiredHow(adapter, call, "project"),
  };
}

function readLog(stateFolder: string): LogSight {
  const from = Date.now() - RECENT_MS;
  const heard = new Set<string>();
  const gated = new Map<string, number>();
  const recent: LoggedEvent[] = [];
  for (const logged of loggedEvents(stateFolder)) {
    if (logged.session !== PROOF_SESSION) {
      heard.add(logged.agent);
      if (gatesTool(logged.event))
        gated.set(logged.agent, Math.max(Date.parse(logged.at), gated.get(logged.agent) ?? 0));
    }
    if (Date.parse(logged.at) >= from) recent.push(logged);
  }
  return { heard, gated, recent };
}

function once<T>(look: () => T): () => T {
  let seen: { readonly value: T } | undefined;
  return () => {
    seen ??= { value: look() };
    return seen.value;
  };
}
