/** `memory`, `memory list`, `show`, `check`: reading only. */
import type { GroupCounts, MemoryRow } from "../../core/records/memory.js";
import type { MemoryFilter } from "../../core/records/memory-store.js";
import { OBSERVER_LIMITS } from "../../core/records/observer.js";
import { holds } from "../../daemon/memory/citations.js";
import { loadMemory } from "../../daemon/memory/settings.js";
import { isUnused } from "../../memory/index.js";
import { type Call, MISUSE, OK, PROBLEMS } from "../command.js";
import { amount, json, oneLine, printFindings, refuse } from "../output/print.js";
import type { Column } from "../output/table.js";
import { momentText } from "../output/times.js";
import { fencedDetails, fencedTable } from "./fenced-table.js";
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

function memoryTable(rows: readonly MemoryRow[]): string {
  return fencedTable(
    COLUMNS,
    rows.map(({ id, type, trust, status, text, count, pinned }) => ({
      trust,
      cells: [id, `${type}${pinned ? "*" : ""}`, trust, status, oneLine(text), String(count)],
    })),
  );
}

export async function showCounts(call: Call): Promise<number> {
  const { settings, problem } = loadMemory(call.places);
  if (problem !== undefined) printFindings(call, [problem]);
  const here = checkoutHere(call);
  const scope = "scope" in here ? here.scope : undefined;
  const { all, own, observed, holdout } = await withMemory(call, async (store) => ({
    all: await store.memoryCounts(),
    holdout: await store.holdoutCounts(),
    observed: await store.observerCounts(Date.now()),
    own: scope === undefined ? undefined : await store.memoryCounts(scope),
  }));
  if (call.json)
    json(call, {
      enabled: settings.enabled,
      observe: settings.observe,
      project: own ?? null,
      all,
      observed,
      keep: { days: settings.keepDays, most: settings.most },
      holdout: { share: settings.holdout, ...holdout },
    });
  else {
    call.out(`Memory is ${settings.enabled ? "on" : "off (`snaphook memory enable` turns it on)"}.`);
    if (own !== undefined)
      call.out(
        `This project: ${amount(own.active, "memory", "memories")} in use, ${own.review} to review${own.review > 0 ? " (`snaphook memory review`)" : ""}.`,
      );
    call.out(
      `All projects: ${all.active} in use, ${all.superseded} replaced, ${all.resolved} resolved, ${all.review} to review.`,
    );
    call.out(
      `Jobs: ${all.jobs.pending + all.jobs.running} waiting, ${all.jobs.failed} failed. Shown to agents: ${all.shown} times.`,
    );
    call.out(
      `Kept: ${all.stored} of at most ${settings.most}, for ${amount(settings.keepDays, "day")} without use; yours and pinned ones always.`,
    );
    if (all.stored > settings.most)
      call.out("That is more than the limit: the rest is yours or pinned. `snaphook forget ID` deletes one.");
    if (settings.holdout > 0 || holdout.heldOut.sessions > 0) {
      call.out(
        `Holdout: ${Math.round(settings.holdout * 100)} % of sessions are given nothing. Failed tool calls per prompt:`,
      );
      call.out(`  with memory ${perPrompt(holdout.given)}; without ${perPrompt(holdout.heldOut)}.`);
    }
    if (settings.observe === "model" || observed.done > 0)
      call.out(
        `Model: ${amount(observed.done, "batch", "batches")} observed, ${amount(observed.summarised, "session")} summarised, ${observed.waiting} waiting, ${observed.failed} failed, ${observed.tokens} of ${OBSERVER_LIMITS.tokensPerDay} tokens today.`,
      );
  }
  return OK;
}

function perPrompt({ sessions, prompts, failures }: GroupCounts): string {
  const share = prompts === 0 ? "-" : (failures / prompts).toFixed(2);
  return `${share} (${amount(sessions, "session")}, ${amount(prompts, "prompt")})`;
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
  else if (shown.length === 0)
    call.out(filter.review ? "Nothing to review." : "No memories. `snaphook memory` shows whether memory is on.");
  else {
    call.out(memoryTable(shown));
    call.out(
      filter.review
        ? "`snaphook memory review ID`, in your terminal, lets agents have one."
        : "`snaphook memory show ID` shows one, `snaphook forget ID` deletes it.",
    );
  }
  return OK;
}

export function show(call: Call, id: string | undefined): Promise<number> {
  return withNamed(call, id, async (row, store) => {
    const noted = await store.shownIn({ memory: row.id, limit: MOST });
    const withheld = noted.filter(({ outcome }) => outcome.startsWith("withheld")).length;
    const { shown = 0, used = 0 } = row;
    if (call.json) json(call, { ...row, shown, used, withheld });
    else {
      const { text, shown: _, used: __, place, cites = [], ...facts } = row;
      const all = { ...facts, branch: place?.branch, cites: cites.map(({ file }) => file).join(", ") };
      const isTime = (name: string) => name.endsWith("At");
      const details = Object.entries(all)
        .filter(([, value]) => value !== undefined && value !== "")
        .map(([name, value]) => [name, isTime(name) ? momentText(Number(value)) : oneLine(String(value))]);
      call.out(fencedDetails(oneLine(text), row.trust, details));
      call.out(`Shown ${times(shown)}, used ${times(used)}, withheld ${times(withheld)}.`);
    }
    return OK;
  });
}

function times(n: number): string {
  return n === 1 ? "once" : `${n} times`;
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
    const noted = await Promise.all(active.map(({ id }) => store.shownIn({ memory: id, limit: 1 })));
    return { rows: active, unused: active.filter((_, n) => noted[n]!.length === 0) };
  });
  const ineffective = rows.filter(isUnused);
  const stale = rows.filter(({ cites = [] }) => cites.some((cite) => !holds(here.root, cite)));
  const ids = new Set(rows.map(({ id }) => id));
  const conflicting = rows.filter(({ conflict }) => conflict !== undefined && ids.has(conflict));
  if (call.json) json(call, { checked: rows.length, stale, conflicting, unused, ineffective });
  else {
    call.out(`${rows.length} checked, ${stale.length} cite a line that is gone; those are withheld.`);
    if (stale.length > 0) call.out(memoryTable(stale));
    if (conflicting.length > 0) call.out(`${conflicting.length} contradict another one; \`memory review\` lists them.`);
    if (unused.length > 0) call.out(`${amount(unused.length, "memory", "memories")} fitted no event so far.`);
    if (ineffective.length > 0)
      call.out(
        `${amount(ineffective.length, "memory", "memories")} shown in 8 sessions or more, never used; ranked lower.`,
      );
  }
  return stale.length > 0 ? PROBLEMS : OK;
}
