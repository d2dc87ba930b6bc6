/** `memory`, `memory list`, `show`, `check`, `why`: reading only. */
import { finding } from "../../core/errors.js";
import type { MemoryRow } from "../../core/records/memory.js";
import type { MemoryFilter } from "../../core/records/memory-store.js";
import { OBSERVER_LIMITS } from "../../core/records/observer.js";
import type { SessionViews } from "../../core/records/store.js";
import { holds } from "../../daemon/memory/citations.js";
import { loadMemory } from "../../daemon/memory/settings.js";
import { type Call, MISUSE, OK, PROBLEMS } from "../command.js";
import { findSession } from "../input/find-session.js";
import { amount, json, oneLine, printFindings, refuse } from "../output/print.js";
import { type Column, table } from "../output/table.js";
import { momentText } from "../output/times.js";
import { checkoutHere, withMemory, withNamed } from "./place.js";

const MOST = 500;

const COLUMNS: readonly Column[] = [
  { head: "id" },
  { head: "type" },
  { head: "trust" },
  { head: "status", drop: 1 },
  { head: "text", narrow: "cut", min: 20 },
  { head: "seen", align: "right", drop: 2 },
];

export function memoryTable(rows: readonly MemoryRow[]): string {
  return table(
    COLUMNS,
    rows.map(({ id, type, trust, status, text, count, pinned }) => [
      id,
      `${type}${pinned ? "*" : ""}`,
      trust,
      status,
      oneLine(text),
      String(count),
    ]),
  );
}

export async function showCounts(call: Call): Promise<number> {
  const { settings, problem } = loadMemory(call.places);
  if (problem !== undefined) printFindings(call, [problem]);
  const here = checkoutHere(call);
  const scope = "scope" in here ? here.scope : undefined;
  const { all, own, observed } = await withMemory(call, async (store) => ({
    all: await store.memoryCounts(),
    observed: await store.observerCounts(Date.now()),
    own: scope === undefined ? undefined : await store.memoryCounts(scope),
  }));
  if (call.json)
    json(call, { enabled: settings.enabled, observe: settings.observe, project: own ?? null, all, observed });
  else {
    call.out(`Memory is ${settings.enabled ? "on" : "off (`snaphook memory enable` turns it on)"}.`);
    if (own !== undefined)
      call.out(`This project: ${amount(own.active, "memory", "memories")} in use, ${own.review} to review.`);
    call.out(
      `All projects: ${all.active} in use, ${all.superseded} replaced, ${all.resolved} resolved, ${all.review} to review.`,
    );
    call.out(
      `Jobs: ${all.jobs.pending + all.jobs.running} waiting, ${all.jobs.failed} failed. Shown to agents: ${all.shown} times.`,
    );
    if (settings.observe === "model" || observed.done > 0)
      call.out(
        `Model: ${amount(observed.done, "batch", "batches")} observed, ${observed.waiting} waiting, ${observed.failed} failed, ${observed.tokens} of ${OBSERVER_LIMITS.tokensPerDay} tokens today.`,
      );
  }
  return OK;
}

export async function list(call: Call, filter: MemoryFilter = {}): Promise<number> {
  const here = checkoutHere(call);
  if ("code" in here && call.flags["all"] !== true) {
    refuse(call, here);
    return MISUSE;
  }
  const scope = call.flags["all"] === true || "code" in here ? {} : { scope: here.scope };
  const rows = await withMemory(call, (store) => store.memories({ ...scope, ...filter, limit: MOST }));
  const shown =
    call.flags["replaced"] === true || filter.review ? rows : rows.filter(({ status }) => status === "active");
  if (call.json) json(call, shown);
  else if (shown.length === 0) call.out("No memories. `snaphook memory` shows whether memory is on.");
  else call.out(memoryTable(shown));
  return OK;
}

export function show(call: Call, id: string | undefined): Promise<number> {
  return withNamed(call, id, async (row, store) => {
    const shown = await store.shownIn({ memory: row.id, limit: MOST });
    const times = shown.filter(({ outcome }) => outcome === "shown").length;
    if (call.json) json(call, { ...row, shown: times, withheld: shown.length - times });
    else {
      const { text, scope, place, cites = [], ...facts } = row;
      call.out(oneLine(text));
      const lines = Object.entries({
        ...facts,
        scope,
        branch: place?.branch,
        cites: cites.map(({ file }) => file).join(", "),
      });
      const isTime = (name: string) => name.endsWith("At");
      const cells = lines.filter(([, value]) => value !== undefined && value !== "");
      call.out(
        table(
          [{ head: "" }, { head: "", narrow: "wrap", min: 20 }],
          cells.map(([name, value]) => [name, isTime(name) ? momentText(Number(value)) : oneLine(String(value))]),
        ),
      );
      call.out(`Shown ${times} times, withheld ${shown.length - times} times.`);
    }
    return OK;
  });
}

/** Cited lines that are gone, facts that contradict each other, and those that no agent was ever given. */
export async function check(call: Call): Promise<number> {
  const here = checkoutHere(call);
  if ("code" in here) {
    refuse(call, here);
    return MISUSE;
  }
  const { rows, unused } = await withMemory(call, async (store) => {
    const active = await store.memories({ scope: here.scope, status: "active", limit: MOST });
    const shown = await Promise.all(active.map(({ id }) => store.shownIn({ memory: id, limit: 1 })));
    return { rows: active, unused: active.filter((_, n) => shown[n]!.length === 0) };
  });
  const stale = rows.filter(({ cites = [] }) => cites.some((cite) => !holds(here.root, cite)));
  const ids = new Set(rows.map(({ id }) => id));
  const conflicting = rows.filter(({ conflict }) => conflict !== undefined && ids.has(conflict));
  if (call.json) json(call, { checked: rows.length, stale, conflicting, unused });
  else {
    call.out(`${rows.length} checked, ${stale.length} cite a line that is gone; those are withheld.`);
    if (stale.length > 0) call.out(memoryTable(stale));
    if (conflicting.length > 0) call.out(`${conflicting.length} contradict another one; \`memory review\` lists them.`);
    if (unused.length > 0) call.out(`${amount(unused.length, "memory", "memories")} fitted no event so far.`);
  }
  return stale.length > 0 ? PROBLEMS : OK;
}

/** What a session was shown, what was withheld, and why. */
export async function why(call: Call, start: string | undefined): Promise<number> {
  const rows = await withMemory(call, async (store) => {
    const found = start === undefined ? undefined : await sessionId(store, start);
    if (start !== undefined && found === undefined) return undefined;
    const shown = await store.shownIn({ ...(found === undefined ? {} : { session: found }), limit: MOST });
    return Promise.all(
      shown.map(async (row) => ({ ...row, text: (await store.memory(row.memory))?.text ?? "a session" })),
    );
  });
  if (rows === undefined) {
    refuse(call, finding("SESSION_NOT_FOUND", `no session "${oneLine(start!)}"`));
    return PROBLEMS;
  }
  if (call.json) json(call, rows);
  else if (rows.length === 0) call.out("Nothing was shown or withheld.");
  else
    call.out(
      table(
        [
          { head: "time" },
          { head: "event", drop: 1 },
          { head: "outcome" },
          { head: "score", align: "right", drop: 2 },
          { head: "memory", drop: 3 },
          { head: "text", narrow: "cut", min: 20 },
        ],
        rows.map(({ at, event, outcome, score, memory, text }) => [
          momentText(at),
          oneLine(event),
          outcome,
          score.toFixed(2),
          oneLine(memory).slice(0, 10),
          oneLine(text),
        ]),
      ),
    );
  return OK;
}

async function sessionId(
  store: SessionViews & Parameters<typeof findSession>[0],
  start: string,
): Promise<string | undefined> {
  const found = await findSession(store, start);
  return "detail" in found ? found.detail.session.id : undefined;
}
