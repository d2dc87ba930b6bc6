/**
 * Proves for each agent that its guards are live: a harmless canary call goes through its current entries, run as the
 * agent runs them, and has to come back as a denial in the agent's own format.
 */
import { rmSync } from "node:fs";
import { ADAPTERS } from "../../adapters/_registry.js";
import { capabilityFor } from "../../adapters/_shared/event-table.js";
import type { Adapter, NativeAnswer, RoutedCall } from "../../adapters/contract.js";
import { degrade } from "../../core/decision/capability.js";
import { type Finding, finding } from "../../core/errors.js";
import type { Transport } from "../../core/records/records.js";
import { randomName } from "../../disk/digest.js";
import { writePrivateFile } from "../../disk/files.js";
import { canaryCommand, canaryDecision, canaryFile, canaryReason } from "../call/canary.js";
import { senderOf } from "../call/read-call.js";
import { type AgentFiles, entriesOf, isFor } from "./entries.js";
import { withOwnCallId } from "./probe-call.js";
import { type EntryPlace, LIMIT_MS, type RunFacts, runEntry } from "./run-entry.js";
import { saysTheSame, whyNotLive } from "./why-not-live.js";

export interface RouteProof {
  /** Whose calls use this path, as text. */
  readonly route: string;
  /** The agent's event name. */
  readonly event: string;
  readonly file: string;
  readonly live: boolean;
  readonly ms?: number;
  /** Who answered. */
  readonly by?: Transport;
  /** Why it is not live. */
  readonly problem?: Finding;
}

export interface ProofFacts extends RunFacts {
  readonly stateFolder: string;
}

const WAYS = ["daemon", "alone"] as const;
const PLAIN_ROUTE = "tool call";

/** Empty if its files contain no entry of ours. Rejects if the canary cannot be written. */
export async function proveAgent(adapter: Adapter, files: AgentFiles, facts: ProofFacts): Promise<RouteProof[]> {
  const proofs: RouteProof[] = [];
  const scopes = entriesOf(files);
  await withCanary(facts.stateFolder, async (command, renew) => {
    const calls = callsOf(adapter, command, facts.cwd);
    for (const entries of scopes)
      for (const call of calls.filter(({ route }) => route === PLAIN_ROUTE || !isModule(entries))) {
        renew();
        proofs.push(await proveRoute(entries, withOwnCallId(adapter, call), facts));
      }
  });
  return proofs;
}

/** A bridge converts all calls to one form. */
function isModule([first]: readonly EntryPlace[]): boolean {
  return first?.place.file.format.kind === "module";
}

function callsOf(adapter: Adapter, command: string, cwd: string): RoutedCall[] {
  const plain = { route: PLAIN_ROUTE, ...adapter.shellCall(command, cwd) };
  return [plain, ...(adapter.otherCalls?.(command, cwd) ?? [])];
}

async function proveRoute(entries: readonly EntryPlace[], call: RoutedCall, facts: ProofFacts): Promise<RouteProof> {
  const { route, event } = call;
  const entry = entries.find((one) => isFor(one, event));
  const file = (entry ?? entries[0]!).place.file.path;
  const dead = (problem: Finding): RouteProof => ({ route, event, file, live: false, problem });
  if (entry === undefined) return dead(finding("AGENT_ENTRY_MISSING", `no entry of Snaphook's for ${event}`, { file }));
  if (entry.found.altered !== undefined)
    return dead(finding("AGENT_ENTRY_ALTERED", `Snaphook's entry for ${event}: ${entry.found.altered}`, { file }));
  const run = await runEntry(entry, call, facts);
  const expected = expectedFor(entry, call, facts);
  const by = WAYS.find((way) => saysTheSame(run, expected(way)));
  return by === undefined ? dead(whyNotLive(entry, run)) : { route, event, file, live: true, ms: run.ms, by };
}

function expectedFor({ place }: EntryPlace, call: RoutedCall, facts: ProofFacts): (way: Transport) => NativeAnswer {
  if (place.file.format.kind === "module")
    return (way) => ({ stdout: `${JSON.stringify({ blocked: canaryReason(way) })}\n`, exitCode: 0 });
  // Started from within another agent, inherited variables may identify that one.
  const adapter = ADAPTERS[senderOf(place.adapter.name, call.payload, facts.environment).adapter]!;
  const event = adapter.decode(call.event, call.payload);
  const { presence } = adapter.presence(call.payload, facts.environment);
  return (way) => {
    const decision = canaryDecision(way);
    return adapter.encode(degrade(decision, capabilityFor(adapter, event, decision, presence), adapter.title), event);
  };
}

/** The canary is valid for one call and then removed. */
async function withCanary(
  stateFolder: string,
  use: (command: string, renew: () => void) => Promise<void>,
): Promise<void> {
  const nonce = randomName(16);
  const file = canaryFile(stateFolder, nonce);
  try {
    await use(canaryCommand(nonce), () => writePrivateFile(file, String(Date.now() + LIMIT_MS)));
  } finally {
    rmSync(file, { force: true });
  }
}
