import { existsSync } from "node:fs";
import { ADAPTERS } from "../../adapters/_registry.js";
import { mountedEvents, whyUnsupported } from "../../adapters/_shared/event-table.js";
import type { Adapter } from "../../adapters/contract.js";
import { EVENT_NAMES } from "../../core/events/events.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { isNewer } from "../../core/text/compare-versions.js";
import { openPlan } from "../../runtime/plan/open-plan.js";
import { launcherPath } from "../../runtime/wiring/command-line.js";
import { launcherPerl } from "../../runtime/wiring/launcher.js";
import { offSwitch } from "../../runtime/wiring/off-switch.js";
import { gapsOf, launcherGoneIn, type WiredHow, type WithoutLauncher, wiredHow } from "../agents/agent-facts.js";
import { findProgram, isHere, namedAgents, programVersion, wiringPlaces } from "../agents/known-agents.js";
import { telemetryOffer } from "../agents/telemetry-offer.js";
import { type Call, type Command, MISUSE, OK } from "../command.js";
import { json, oneLine, paint, refuse, safe, safeName } from "../output/print.js";
import { withProgress } from "../output/progress.js";
import { type Column, table } from "../output/table.js";

const command: Command = {
  group: "Agents",
  summary: "Show agents, their versions, wiring and abilities.",
  usage: "[AGENT]",
  example: "snaphook agents codex",
  arguments: [{ kind: "agent" }],
  async run(call) {
    const chosen = call.args.length === 0 ? { adapters: Object.values(ADAPTERS) } : namedAgents(call);
    if ("problem" in chosen) {
      refuse(call, chosen.problem);
      return MISUSE;
    }
    const { entries } = await openPlan({ cwd: call.cwd, places: call.places, mayBuild: false });
    const agents = await withProgress("Asking the agents for their versions", () =>
      Promise.all(chosen.adapters.map((adapter) => describe(adapter, call, entries))),
    );
    if (call.json) json(call, agents);
    else if (call.args.length === 0) showAll(call, agents);
    else for (const agent of agents) showOne(call, agent);
    return OK;
  },
};

type Described = Awaited<ReturnType<typeof describe>>;

async function describe(adapter: Adapter, call: Call, entries: readonly SourceEntry[]) {
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
    /** What its own config says against running hooks. */
    hooksOff: offSwitch(adapter, wiringPlaces(call)).map(({ file, message }) => ({ file, message })),
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
    neverSeen: gapsOf(adapter, entries),
    whenHooksFail: { ...adapter.failures, launcherGone: launcherGoneIn(adapter, version) },
    waits: adapter.waits,
    telemetry: (await telemetryOffer(adapter, call)) ?? null,
  };
}

const WIRED_WORDS: Readonly<Record<WiredHow, string>> = {
  no: "",
  yes: "",
  "out of date": " (out of date)",
  unreadable: " (file not readable)",
};

const WITHOUT_LAUNCHER: Readonly<Record<WithoutLauncher, string>> = {
  blocks: "If Snaphook's launcher is missing, every tool call is blocked.",
  "goes on": "If Snaphook's launcher is missing, tool calls run unchecked.",
  unknown: "If Snaphook's launcher is missing, tool calls may run unchecked (not tested with this version).",
};

const COLUMNS: readonly Column[] = [
  { head: "agent" },
  { head: "wired", narrow: "wrap", min: 7 },
  { head: "version", narrow: "wrap", min: 12 },
  { head: "installed", narrow: "cut-path", min: 12 },
  { head: "to do", narrow: "wrap", min: 24, drop: 1 },
];

const EVENT_COLUMNS: readonly Column[] = [
  { head: "event" },
  { head: "hooks can", narrow: "wrap", min: 14 },
  { narrow: "wrap", min: 24 },
];

function showAll(call: Call, agents: readonly Described[]): void {
  const isUsed = (agent: Described) => agent.found || wiredText(agent) !== "no";
  const rows = [...agents.filter(isUsed), ...agents.filter((agent) => !isUsed(agent))].map((agent) => [
    agent.title,
    wiredText(agent),
    versionText(agent),
    agent.program ?? (agent.found ? "yes" : "no"),
    isUsed(agent) ? oneLine(toDo(agent).join(" ") || "-") : "-",
  ]);
  call.out(table(COLUMNS, rows));
  const slower = clientText(call);
  if (slower !== "") call.out(`\n${slower}`);
  call.out(paint("grey", "\n`snaphook agents AGENT` shows what hooks can do on each event, and what is not covered."));
}

function toDo({ hooksOff, needs }: Described): string[] {
  const off = hooksOff.map(({ file, message }) => safe(`${message} (${file}): change that.`));
  return needs === null ? off : [...off, needs];
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
  if (agent.program !== null) call.out(`Program: ${safeName(agent.program)}`);
  for (const one of toDo(agent)) call.out(`To do: ${one}`);
  const rows = Object.entries(agent.can).map(([event, can]) => [
    event,
    can.join(" ") || "observe",
    registration(agent, event),
  ]);
  call.out(table(EVENT_COLUMNS, rows));
  for (const gap of agent.neverSeen) call.out(`Not covered: ${gap}`);
  const { crash, timeout, badOutput, launcherGone } = agent.whenHooksFail;
  for (const line of failureLines(agent.title, { crash, timeout, badOutput })) call.out(line);
  if (!agent.embedded) call.out(WITHOUT_LAUNCHER[launcherGone]);
  if (agent.telemetry === null) return;
  call.out(`\nTo send its telemetry to the daemon, add to ${agent.telemetry.file}:\n`);
  call.out(agent.telemetry.section);
  for (const step of agent.telemetry.steps) call.out(step);
}

/** `If a hook crashes, times out or prints invalid output, Codex continues.` */
function failureLines(
  title: string,
  { crash, timeout, badOutput }: Pick<Described["whenHooksFail"], "crash" | "timeout" | "badOutput">,
) {
  const cases = [
    ["crashes", crash],
    ["times out", timeout],
    ["prints invalid output", badOutput],
  ] as const;
  return [...new Set(cases.map(([, then]) => then))].map((then) => {
    const when = cases.filter(([, so]) => so === then).map(([words]) => words);
    const listed = when.length < 3 ? when.join(" or ") : `${when[0]}, ${when[1]} or ${when[2]}`;
    return `If a hook ${listed}, ${title} ${THEN[then]}.`;
  });
}

const THEN = {
  "goes on": "continues",
  blocks: "blocks the call",
  "waits for ever": "waits without a limit",
  "shows it to the model": "shows the output to the model",
} as const;

function versionText({ version, known, newer, checked, proof }: Described): string {
  const how = proof === "documents" ? "not tested" : `tested: ${checked.join(", ")}`;
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
