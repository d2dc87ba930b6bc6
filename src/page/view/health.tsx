/** The daemon, its store and channels, hooks that fail, and what is off. */
import { useSignal } from "@preact/signals";
import type { DaemonStatus, HookStats, OffFacts } from "../../daemon/http/schemas/page-types.js";
import { useLoaded, useTicks } from "../state/load.js";
import { durationText, momentText, plural } from "./format.js";
import { NamedValues } from "./named-values.js";
import { Problem } from "./problem.js";
import { Text } from "./text.js";

const EVERY_MS = 5_000;
const DAY_MS = 24 * 3_600_000;

export function Health() {
  const again = useTicks(EVERY_MS);
  const since = useSignal(Date.now() - DAY_MS);
  const status = useLoaded<DaemonStatus>("/v1/status", again).value;
  const stats = useLoaded<{ hooks: readonly HookStats[] }>(`/v1/stats?after=${since.value}`, again).value;
  const off = useLoaded<OffFacts>("/v1/off", again).value;
  return (
    <section class="screen scroll">
      <div class="bar">
        <h1>Health</h1>
      </div>
      <Problem of={status} what="the daemon's state" />
      {status?.ok === true && (
        <div class="detail">
          <Problems of={problemsOf(status.body, stats?.ok === true ? stats.body.hooks : [])} />
          {off?.ok === true && <Off of={off.body} />}
          <Facts of={status.body} />
          <p class="quiet">
            <code>snaphook doctor</code> in a terminal also checks wiring, versions and files, and says how to fix what
            it finds.
          </p>
        </div>
      )}
    </section>
  );
}

interface Found {
  readonly what: string;
  readonly fix: string;
}

function problemsOf({ store, channels, port }: DaemonStatus, hooks: readonly HookStats[]): Found[] {
  return [
    ...(store.problem === undefined
      ? []
      : [{ what: `The store cannot be used: ${store.problem}`, fix: "snaphook doctor" }]),
    ...(store.lost === undefined
      ? []
      : [
          {
            what: `${plural(store.lost.count, "record")} could not be stored since ${momentText(store.lost.first)}`,
            fix: "snaphook doctor",
          },
        ]),
    ...(port === 0
      ? [{ what: "The daemon has no HTTP port: the one in daemon.json is in use", fix: "snaphook restart" }]
      : []),
    ...channels
      .filter(({ state }) => state === "down")
      .map(({ name, problem }) => ({
        what: `Channel ${name} is down${problem === undefined ? "" : `: ${problem}`}`,
        fix: "snaphook channels",
      })),
    ...hooks
      .filter(({ failures, timeouts }) => failures + timeouts > 0)
      .map(({ hook, failures, timeouts, count }) => ({
        what: `Hook ${hook} failed ${failures + timeouts} of ${count} times in 24 hours`,
        fix: `snaphook test ${hook}`,
      })),
  ];
}

function Off({ of: { stopped, paused, disabled, observing } }: { readonly of: OffFacts }) {
  const rows: readonly Found[] = [
    ...(stopped ? [{ what: "Every tool call is denied", fix: "snaphook on" }] : []),
    ...paused.map(({ what, until, user }) => ({
      what: `Paused until ${momentText(until)} by ${user}: ${scopeText(what)}`,
      fix: "snaphook on",
    })),
    ...disabled.map((id) => ({ what: `Hook ${id} is disabled`, fix: `snaphook enable ${id}` })),
    ...observing.map((id) => ({ what: `Hook ${id} only observes`, fix: `snaphook enforce ${id}` })),
  ];
  return (
    <section aria-label="What is off">
      <h2>{rows.length === 0 ? "Nothing is off" : "Off"}</h2>
      <List of={rows} />
    </section>
  );
}

function scopeText(what: OffFacts["paused"][number]["what"]): string {
  switch (what.kind) {
    case "all":
      return "every hook";
    case "hook":
      return `hook ${what.id}`;
    case "project":
      return `every hook in ${what.path}`;
    case "session":
      return `every hook of session ${what.id}`;
  }
}

function Problems({ of }: { readonly of: readonly Found[] }) {
  return (
    <section>
      <h2>{of.length === 0 ? "No problems" : plural(of.length, "problem")}</h2>
      <List of={of} />
    </section>
  );
}

function List({ of }: { readonly of: readonly Found[] }) {
  return (
    <ul class="problems">
      {of.map(({ what, fix }) => (
        <li key={what}>
          <span class="problem">
            <Text of={what} />
          </span>{" "}
          <code>
            <Text of={fix} />
          </code>
        </li>
      ))}
    </ul>
  );
}

function Facts({ of }: { readonly of: DaemonStatus }) {
  const rows: [string, string][] = [
    ["Daemon", `version ${of.version}, process ${of.pid}, up ${durationText(of.upSeconds * 1_000)}, ${of.memoryMb} MB`],
    ["Events", `${of.events.toLocaleString("en")} since its start`],
    ["Questions", of.openAsks === 0 ? "none open" : `${of.openAsks} open`],
    ["Answers", of.attended ? "a person can answer now" : "no view is open in which a person can answer"],
    ["Store", `${of.store.file}${of.store.waiting > 0 ? `, ${plural(of.store.waiting, "record")} waiting` : ""}`],
    ...of.channels.map(({ name, state, since }): [string, string] => [
      `Channel ${name}`,
      `${state} since ${momentText(since)}`,
    ]),
    ...(of.awayUntil === undefined ? [] : [["Away", `until ${momentText(of.awayUntil)}`] as [string, string]]),
  ];
  return <NamedValues of={rows.map(([name, value]) => [name, <Text of={value} />])} />;
}
