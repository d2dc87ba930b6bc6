/** What `status` says about guards: those that cannot decide or block nothing here, and calls that none was asked about. */
import type { Finding } from "../../core/errors.js";
import { openPlan } from "../../runtime/plan/open-plan.js";
import { loggedEvents } from "../../runtime/record/read-hook-log.js";
import { offSwitch } from "../../runtime/wiring/off-switch.js";
import { unseenInputOf, wiredHow } from "../agents/agent-facts.js";
import { wirableAgents, wiringPlaces } from "../agents/known-agents.js";
import type { Call } from "../command.js";
import { UnusableStore, withStore } from "../input/read-store.js";
import { paint, safe } from "../output/print.js";
import {
  type FailingGuard,
  failingGuards,
  failingText,
  type UnreadablePayloads,
  unreadablePayloads,
  unreadableText,
} from "./guard-health.js";
import { type IdleGuards, idleGuards, showIdleGuards } from "./guard-modes.js";
import { type Ungated, ungatedSince } from "./unguarded-calls.js";

const DAY_MS = 24 * 3_600_000;

export interface Coverage {
  /** Agents that call Snaphook, as the user's or this project's config says. */
  readonly wired: readonly string[];
  /** Of wired agents: their own config says that they run no hooks. */
  readonly hooksOff: readonly Pick<Finding, "file" | "message">[];
  /** Own config that cannot be read: the first thing to know. */
  readonly damagedConfig: readonly Pick<Finding, "file" | "message">[];
  readonly failingGuards: readonly FailingGuard[];
  /** Those that block nothing. */
  readonly guards: IdleGuards;
  /** Of the last day. */
  readonly unreadablePayloads: readonly UnreadablePayloads[];
  /** Of the last day. */
  readonly ungated: readonly Ungated[];
  /** Of wired agents: what their hooks are not asked about. */
  readonly unseenInput: readonly { readonly agent: string; readonly gap: string }[];
}

export async function lookAtCoverage(call: Call): Promise<Coverage> {
  const wired = wirableAgents().filter((adapter) =>
    (["user", "project"] as const).some((scope) => wiredHow(adapter, call, scope) !== "no"),
  );
  const { entries, findings } = await openPlan({ cwd: call.cwd, places: call.places, mayBuild: false });
  return {
    wired: wired.map(({ name }) => name),
    hooksOff: wired
      .flatMap((adapter) => offSwitch(adapter, wiringPlaces(call)))
      .map(({ file, message }) => ({ file, message })),
    damagedConfig: findings
      .filter(({ code }) => code === "OWN_CONFIG_DAMAGED")
      .map(({ file, message }) => ({ file, message })),
    failingGuards: failingGuards(entries, loggedEvents(call.places.state)),
    guards: idleGuards(entries),
    unreadablePayloads: unreadablePayloads(loggedEvents(call.places.state), Date.now() - DAY_MS),
    ungated: await ungatedNow(call),
    unseenInput: wired.flatMap((adapter) =>
      unseenInputOf(adapter, entries).map((gap) => ({ agent: adapter.title, gap })),
    ),
  };
}

export function showDamagedConfig(call: Call, { damagedConfig }: Coverage): void {
  for (const { file, message } of damagedConfig) call.out(paint("red", safe(`Config damaged: ${file}: ${message}.`)));
}

export function showCoverage(call: Call, coverage: Coverage): void {
  const { wired, hooksOff, failingGuards, guards, ungated, unseenInput } = coverage;
  if (wired.length === 0)
    call.out(paint("yellow", "No agent is wired, so no hook runs. `snaphook setup` finds your agents and wires them."));
  for (const { file, message } of hooksOff) call.out(paint("red", safe(`${message} (${file}).`)));
  for (const { agent, gap } of unseenInput) call.out(paint("yellow", `Not covered in ${agent}: ${gap}.`));
  for (const guard of failingGuards) call.out(paint("red", safe(failingText(guard))));
  showIdleGuards(call, guards);
  for (const one of coverage.unreadablePayloads) call.out(paint("yellow", safe(`${unreadableText(one)}.`)));
  const surprises = ungated.filter(({ expected }) => expected === undefined);
  const count = surprises.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return;
  const agents = [...new Set(surprises.map(({ agent }) => agent))].join(", ");
  const calls = `${count} tool call${count === 1 ? "" : "s"}`;
  call.out(paint("red", safe(`${calls} of the last day had no verdict (${agents}). Run \`snaphook doctor\`.`)));
}

async function ungatedNow(call: Call): Promise<readonly Ungated[]> {
  try {
    return (await withStore(call, (store) => ungatedSince(store, Date.now() - DAY_MS))) ?? [];
  } catch (error) {
    if (error instanceof UnusableStore) return []; // `doctor` and the daemon's own status tell of that
    throw error;
  }
}
