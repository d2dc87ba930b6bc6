import { ADAPTER_LOADERS } from "../../adapters/_lazy.js";
import type { Adapter } from "../../adapters/contract.js";
import { mayRun, stateOf } from "../../core/hooks/admission.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { lookUp } from "../../core/text/json.js";
import { applyOffSwitches, clockTime } from "../../runtime/call/apply-off-switches.js";
import { loggedEvents } from "../../runtime/record/read-hook-log.js";
import { hooksOfThreads } from "../../runtime/threads/scoped-hooks.js";
import { readStop } from "../../sources/discover/stop-file.js";
import { type Command, MISUSE, OK } from "../command.js";
import { type FailingGuard, failingGuards, failingText } from "../health/guard-health.js";
import { agentName, openCallPlan, SOURCE_OPTIONS } from "../input/inputs.js";
import { unknownAgent } from "../input/unknown-name.js";
import { hookJson, matcherText, runText, trustWord } from "../output/describe-hook.js";
import { stopText } from "../output/off-text.js";
import { json, oneLine, paint, printFindings, refuse, safe, safeName } from "../output/print.js";
import { type Column, table } from "../output/table.js";

const command: Command = {
  group: "Hooks",
  summary: "List hooks that apply here, their source and state.",
  usage: "[--agent NAME] [--config FILE] [--dialect NAME]",
  example: "snaphook list --json | jq '.[].id'",
  options: {
    ...SOURCE_OPTIONS,
    agent: { type: "string", value: "NAME", kind: "agent", help: "Agent whose support for each hook to show." },
  },
  async run(call) {
    const name = agentName(call.flags["agent"] as string | undefined);
    const load = name === undefined ? undefined : lookUp(ADAPTER_LOADERS, name);
    if (name !== undefined && load === undefined) {
      refuse(call, unknownAgent(name));
      return MISUSE;
    }
    const opened = await openCallPlan(call);
    const plan = { ...opened, entries: [...opened.entries, ...hooksOfThreads(call.places)] };
    const { leftOut } = applyOffSwitches(plan);
    const offUntil = (entry: SourceEntry) => (leftOut?.entries.includes(entry) ? leftOut.until : undefined);
    // Nothing of agents is loaded for a list without one.
    const adapter: Adapter | undefined = (await load?.())?.default;
    const { whyUnsupported } =
      adapter === undefined ? { whyUnsupported: undefined } : await import("../../adapters/_shared/event-table.js");
    const mount = ({ hook }: SourceEntry) => {
      if (adapter === undefined) return undefined;
      if (hook.nativeTo !== undefined && hook.nativeTo !== adapter.name) return `only for ${hook.nativeTo}`;
      if (hook.agents !== undefined && !hook.agents.includes(adapter.name)) return `only for ${hook.agents.join(", ")}`;
      if (hook.runBy?.includes(adapter.name)) return `${adapter.title} reads this file and runs it itself`;
      return whyUnsupported?.(adapter, hook.event);
    };
    printFindings(call, plan.findings);
    const failing = failingGuards(plan.entries, loggedEvents(call.places.state));
    const healthOf = ({ hook, source }: SourceEntry) =>
      failing.find((guard) => guard.hook === hook.id && guard.source === source.key);
    if (call.json) {
      json(
        call,
        plan.entries.map((entry) => ({
          ...hookJson(entry),
          failing: healthJson(healthOf(entry)),
          ...offJson(offUntil(entry)),
          ...(adapter ? { notMountable: mount(entry) ?? null } : {}),
        })),
      );
      return OK;
    }
    const stop = plan.stopped ? readStop(call.places) : undefined;
    if (stop !== undefined) call.out(paint("red", stopText(stop)));
    if (plan.entries.length > 0)
      call.out(
        table(
          COLUMNS,
          plan.entries.map((entry) => row(entry, mount(entry), offUntil(entry))),
        ),
      );
    if (plan.entries.every(({ source }) => source.level === "builtin"))
      call.out("No hooks of yours apply here. `snaphook init` writes a first one.");
    for (const guard of failing) call.out(paint("red", safe(`\n${failingText(guard)}`)));
    call.out(
      `\n${table(
        SOURCE_COLUMNS,
        plan.sources.map(({ key, state, why, path, level }) => [
          oneLine(key),
          state,
          path === undefined ? "-" : safeName(path),
          level,
          oneLine(why),
        ]),
      )}`,
    );
    return OK;
  },
};

function healthJson(guard: FailingGuard | undefined) {
  if (guard === undefined) return null;
  const { why, since, calls } = guard;
  return { why, calls, since: since === undefined ? null : new Date(since).toISOString() };
}

function offJson(until: number | undefined) {
  return until === undefined ? {} : { switchedOffUntil: new Date(until).toISOString() };
}

const COLUMNS: readonly Column[] = [
  { head: "id" },
  { head: "event" },
  { head: "state", narrow: "wrap" },
  { head: "source", drop: 2, narrow: "cut-path", min: 20 },
  { head: "matcher", drop: 3, narrow: "cut", min: 10 },
  { head: "runs", drop: 4, narrow: "cut", min: 20 },
  { head: "type", drop: 5 },
];

const SOURCE_COLUMNS: readonly Column[] = [
  { head: "source" },
  { head: "trust" },
  { head: "file", narrow: "cut-path", min: 24 },
  { head: "level", drop: 2 },
  { head: "applies because it is", narrow: "wrap", min: 20, drop: 1 },
];

function row(entry: SourceEntry, notMountable: string | undefined, offUntil: number | undefined): string[] {
  const { hook, source } = entry;
  const facts = hookJson(entry);
  const state =
    notMountable !== undefined
      ? paint("yellow", `not mountable: ${notMountable}`)
      : offUntil !== undefined && mayRun(stateOf(entry))
        ? paint("yellow", `off until ${clockTime(offUntil)}`)
        : facts.active
          ? [
              hook.guard ? "guard" : "on",
              hook.mode === "observe" ? "(observe)" : "",
              hook.broken ? "(broken)" : "",
            ].join("")
          : paint("yellow", mayRun(stateOf(entry)) ? "off" : trustWord(entry));
  const from = [source.key, ...entry.alsoFrom.map(({ key }) => key)].join(" + ");
  return [
    oneLine(hook.id),
    oneLine(hook.event),
    state,
    oneLine(from),
    oneLine(matcherText(hook.match)),
    oneLine(runText(hook)),
    hook.run.type,
  ];
}

export default command;
