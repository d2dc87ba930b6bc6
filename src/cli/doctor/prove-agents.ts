/** `doctor --prove`: which agents to prove, what else their config says, and what became of each. */
import type { Adapter } from "../../adapters/contract.js";
import { type Finding, finding } from "../../core/errors.js";
import type { AgentFiles } from "../../runtime/wiring/entries.js";
import { offSwitch } from "../../runtime/wiring/off-switch.js";
import { type ProofFacts, proveAgent, type RouteProof } from "../../runtime/wiring/prove.js";
import { wiredState } from "../../runtime/wiring/wire.js";
import { filesThatCall } from "../../runtime/wiring/wired-files.js";
import type { WiredHow } from "../agents/agent-facts.js";
import { wirePlaces, wiringPlaces } from "../agents/known-agents.js";
import type { Call } from "../command.js";
import type { DoctorContext, SeenAgent } from "./check.js";
import { pendingTrustStep } from "./trust-steps.js";

export interface AgentProof {
  readonly agent: string;
  readonly title: string;
  readonly live: boolean;
  /** What keeps the agent from calling us at all. */
  readonly problems: readonly Finding[];
  readonly routes: readonly RouteProof[];
}

export function proofFacts({ cwd, environment, program, places }: Call): ProofFacts {
  return { cwd, environment, program, stateFolder: places.state };
}

/** Those that were named, or all that are wired. */
export function toProve(sight: DoctorContext, named: readonly Adapter[]): SeenAgent[] {
  if (named.length > 0) return sight.agents().filter(({ adapter }) => named.includes(adapter));
  const calling = new Set(filesThatCall(sight.call.places.data));
  // A file that does not parse any more may still be one that we had wired.
  const calls = ({ adapter }: SeenAgent) => {
    const { user, project } = filesOf(adapter, sight.call);
    return [...user, ...project].some(({ file }) => calling.has(file.path));
  };
  const isWired = (how: WiredHow, seen: SeenAgent) => (how === "unreadable" ? calls(seen) : how !== "no");
  return sight.agents().filter((seen) => isWired(seen.user, seen) || isWired(seen.project, seen));
}

function filesOf(adapter: Adapter, call: Call): AgentFiles {
  return { user: wirePlaces(adapter, call, "user"), project: wirePlaces(adapter, call, "project") };
}

/** `waiting` receives, repeatedly, the agents that are still running after a while. */
export async function proveAgents(
  agents: readonly SeenAgent[],
  sight: DoctorContext,
  waiting: (titles: readonly string[]) => void,
): Promise<AgentProof[]> {
  const open = new Set(agents.map(({ adapter }) => adapter.title));
  const timer = setInterval(() => waiting([...open]), 2000);
  try {
    const proofs: AgentProof[] = [];
    // Serially: none should seem slow because of the others.
    for (const seen of agents) {
      proofs.push(await proveOne(seen, sight));
      open.delete(seen.adapter.title);
    }
    return proofs;
  } finally {
    clearInterval(timer);
  }
}

async function proveOne(seen: SeenAgent, sight: DoctorContext): Promise<AgentProof> {
  const { adapter } = seen;
  const { call } = sight;
  const files = filesOf(adapter, call);
  const routes = await proveAgent(adapter, files, proofFacts(call));
  const unreadable = [...files.user, ...files.project].flatMap((place) => wiredState(place).problem ?? []);
  const problems = [
    ...unreadable,
    ...(routes.length === 0 && unreadable.length === 0 ? [missing(adapter, files.user[0]?.file.path)] : []),
    ...offSwitch(adapter, wiringPlaces(call)),
    ...pendingTrustStep(seen, sight),
  ];
  const live = problems.length === 0 && routes.every((route) => route.live);
  return { agent: adapter.name, title: adapter.title, live, problems, routes };
}

function missing({ title }: Adapter, file: string | undefined): Finding {
  const where = file === undefined ? {} : { file };
  return finding("AGENT_ENTRY_MISSING", `the config of ${title} has no entry of Snaphook's`, where);
}
