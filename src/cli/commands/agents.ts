import { existsSync } from "node:fs";
import { ADAPTERS } from "../../adapters/_registry.js";
import { mountedEvents, whyUnsupported } from "../../adapters/_shared/event-table.js";
import type { Adapter } from "../../adapters/contract.js";
import { EVENT_NAMES } from "../../core/events/events.js";
import { isNewer } from "../../core/text/compare-versions.js";
import { launcherPath } from "../../runtime/wiring/command-line.js";
import { launcherPerl } from "../../runtime/wiring/launcher.js";
import { gapsOf, launcherGoneIn, type WiredHow, type WithoutLauncher, wiredHow } from "../agents/agent-facts.js";
import { findProgram, isHere, namedAgents, programVersion } from "../agents/known-agents.js";
import { telemetryOffer } from "../agents/telemetry-offer.js";
import { type Call, type Command, MISUSE, OK } from "../command.js";
import { json, oneLine, paint, refuse } from "../output/print.js";
import { withProgress } from "../output/progress.js";
import { type Column, table } from "../output/table.js";

const command: Command = {
  summary: "Show agents: wired, version, what hooks can do in them, and what they still need.",
  usage: "[AGENT]",
  example: "snaphook agents codex",
  async run(call) {
    const chosen = call.args.length === 0 ? { adapters: Object.values(ADAPTERS) } : namedAgents(call);
    if ("problem" in chosen) {
      refuse(call, chosen.problem);
      return MISUSE;
    }
    const agents = await withProgress("Asking the agents for their versions", () =>
      Promise.all(chosen.adapters.map((adapter) => describe(adapter, call))),
    );
    if (call.json) json(call, agents);
    else if (call.args.length === 0) showAll(call, agents);
    else for (const agent of agents) showOne(call, agent);
    return OK;
  },
};

type Described = Awaited<ReturnType<typeof describe>>;

async function describe(adapter: Adapter, call: Call) {
  const program = findProgram(adapter, call);
  const version = program === undefined ? undefined : await programVersion(program, call);
  return {
    agent: adapter.name,
    title: adapter.title,
    found: isHere(adapter, call),
    program: program ?? null,
    version: version ?? null,
    /** Versions the adapter was checked against, and how; another one may behave differently. */
    checked: adapter.versions,
    proof: adapter.proof,
    known: version === undefined ? null : adapter.versions.includes(version),
    newer: version === undefined ? null : adapter.versions.every((checked) => isNewer(version, checked)),
    embedded: adapter.wiring === undefined,
    wired: { user: wiredHow(adapter, call, "user"), project: wiredHow(adapter, call, "project") },
    needs: adapter.wiring?.trustStep ?? null,
    can: Object.fromEntries(mountedEvents(adapter).map(([name, { can }]) => [name, can])),
    notRegistered: Object.fromEntries(
      mountedEvents(adapter).flatMap(([name, { leftOut }]) => (leftOut === undefined ? [] : [[name, leftOut]])),
    ),
    onDemand: Object.fromEntries(
      mountedEvents(adapter).flatMap(([name, { onDemand }]) => (onDemand === undefined ? [] : [[name, onDemand]])),
    ),
    notCovered: Object.fromEntries(
      EVENT_NAMES.flatMap((event) => {
        const why = whyUnsupported(adapter, event);
        return why === undefined ? [] : [[event, why]];
      }),
    ),
    neverSeen: gapsOf(adapter),
    whenHooksFail: { ...adapter.failures, launcherGone: launcherGoneIn(adapter, version) },
    waits: adapter.waits,
    telemetry: (await telemetryOffer(adapter, call)) ?? null,
  };
}

const WIRED_WORDS: Readonly<Record<WiredHow, string>> = {
  no: "",
  yes: "",
  "out of date": " (out of date, install again)",
  unreadable: " (its file cannot be read; `snaphook install --dry-run` says why)",
};

const WITHOUT_LAUNCHER: Readonly<Record<WithoutLauncher, string>> = {
  blocks: "If Snaphook's launcher is missing, every tool call is blocked.",
  "goes on": "If Snaphook's launcher is missing, tool calls run unchecked.",
  unknown: "If Snaphook's launcher is missing, tool calls may run unchecked: this version was not tried.",
};

const COLUMNS: readonly Column[] = [
  { head: "agent" },
  { head: "wired", narrow: "wrap", min: 7 },
  { head: "version", narrow: "wrap", min: 12 },
  { head: "found", narrow: "cut-path", min: 12 },
  { head: "still needs", narrow: "wrap", min: 24, drop: 1 },
];

const EVENT_COLUMNS: readonly Column[] = [
  { head: "event" },
  { head: "a hook can", narrow: "wrap", min: 14 },
  { narrow: "wrap", min: 24 },
];

function showAll(call: Call, agents: readonly Described[]): void {
  const isUsed = (agent: Described) => agent.found || wiredText(agent) !== "no";
  const rows = [...agents.filter(isUsed), ...agents.filter((agent) => !isUsed(agent))].map((agent) => [
    agent.title,
    wiredText(agent),
    versionText(agent),
    agent.program ?? (agent.found ? "yes" : "no"),
    isUsed(agent) ? oneLine(agent.needs ?? "-") : "-",
  ]);
  call.out(table(COLUMNS, rows));
  const slower = clientText(call);
  if (slower !== "") call.out(`\n${slower}`);
  call.out(paint("grey", "\n`snaphook agents AGENT` shows what hooks can do on each event, and what is not covered."));
}

/** Only if calls are slower than they could be; `doctor` names the launcher. */
function clientText({ places }: Call): string {
  if (!existsSync(launcherPath(places.data))) return "";
  const perl = launcherPerl(places.data);
  return perl === undefined
    ? "Calls reach the daemon through Node, which is slower: the last `snaphook install` found no Perl."
    : "";
}

function registration({ notRegistered, onDemand }: Described, event: string): string {
  if (notRegistered[event] !== undefined) return `not registered: ${notRegistered[event]}`;
  return onDemand[event] === undefined ? "" : `registered if a hook needs it: ${onDemand[event]}`;
}

function showOne(call: Call, agent: Described): void {
  call.out(`${paint("bold", agent.title)}  ${versionText(agent)}, wired: ${wiredText(agent)}`);
  if (agent.needs !== null) call.out(`Still needs: ${agent.needs}`);
  const rows = Object.entries(agent.can).map(([event, can]) => [
    event,
    can.join(" ") || "observe",
    registration(agent, event),
  ]);
  call.out(table(EVENT_COLUMNS, rows));
  for (const gap of agent.neverSeen) call.out(`Not covered: ${gap}`);
  const { crash, timeout, badOutput, launcherGone } = agent.whenHooksFail;
  call.out(failuresText(agent.title, { crash, timeout, badOutput }));
  if (!agent.embedded) call.out(WITHOUT_LAUNCHER[launcherGone]);
  if (agent.telemetry === null) return;
  call.out(`\nIt can also send its telemetry to the daemon. To have that, add to ${agent.telemetry.file}:\n`);
  call.out(agent.telemetry.section);
  for (const step of agent.telemetry.steps) call.out(step);
}

const SPOKEN: Readonly<Record<string, string>> = { "goes on": "continues", "waits for ever": "waits forever" };

/** What the agent does on its own, without Snaphook's launcher. */
function failuresText(title: string, failures: Record<"crash" | "timeout" | "badOutput", string>): string {
  const what = { crash: "crashes", timeout: "times out", badOutput: "prints invalid output" } as const;
  const does = (failure: keyof typeof what) => SPOKEN[failures[failure]] ?? failures[failure];
  const all = ["crash", "timeout", "badOutput"] as const;
  if (new Set(all.map(does)).size === 1)
    return `If a hook crashes, times out or prints invalid output, ${title} ${does("crash")}.`;
  return all.map((failure) => `If a hook ${what[failure]}, ${title} ${does(failure)}.`).join(" ");
}

function versionText({ version, known, newer, checked, proof }: Described): string {
  const how = proof === "documents" ? "from documents" : `proven: ${checked.join(", ")}`;
  if (version === null) return `- (${how})`;
  return known ? version : `${version} (${newer ? "newer; " : ""}${how})`;
}

function wiredText({ wired, embedded }: Described): string {
  if (embedded) return "by its program";
  const said = (["user", "project"] as const)
    .filter((scope) => wired[scope] !== "no")
    .map((scope) => `${scope}${WIRED_WORDS[wired[scope]]}`);
  return said.join(" + ") || "no";
}

export default command;
