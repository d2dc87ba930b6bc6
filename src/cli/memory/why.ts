/** `memory why`: what an event or a session was shown, what was withheld, and why. For the command and for MCP clients. */
import { type Finding, finding } from "../../core/errors.js";
import type { ShownRow, Trust } from "../../core/records/memory.js";
import type { ShownFilter } from "../../core/records/memory-store.js";
import type { StorePort } from "../../core/records/store.js";
import { type Call, OK, PROBLEMS } from "../command.js";
import { findRecord, isRecordId } from "../input/find-record.js";
import { findSession } from "../input/find-session.js";
import { importWaiting } from "../input/waiting-events.js";
import { json, oneLine, refuse, safeName } from "../output/print.js";
import type { Column } from "../output/table.js";
import { momentText } from "../output/times.js";
import { fencedTable } from "./fenced-table.js";
import { withMemory } from "./place.js";

const MOST = 500;
const ID_CHARS = 10;

const COLUMNS: readonly Column[] = [
  { head: "time" },
  { head: "event", drop: 1 },
  { head: "outcome" },
  { head: "score", align: "right", drop: 2 },
  { head: "memory" },
  { head: "text", narrow: "cut", min: 20 },
];

/** With the text that was shown, and who said it. */
export interface ExplainedRow extends ShownRow {
  readonly text: string;
  readonly trust: Trust;
}

export async function why(call: Call, named: string | undefined): Promise<number> {
  await importWaiting(call);
  const about = named === undefined ? { what: "any session", filter: {} } : await aboutOf(call, named);
  if ("code" in about) {
    refuse(call, about);
    return PROBLEMS;
  }
  const rows = await withMemory(call, (store) => explainShown(store, { ...about.filter, limit: MOST }));
  if (call.json) json(call, rows);
  else if (rows.length === 0) call.out(`Nothing was shown or withheld: ${about.what}.`);
  else {
    call.out(
      fencedTable(
        COLUMNS,
        rows.map(({ at, event, outcome, score, memory, text, trust }) => ({
          trust,
          cells: [
            momentText(at),
            oneLine(event),
            outcome,
            score.toFixed(2),
            oneLine(memory).slice(0, ID_CHARS),
            oneLine(text),
          ],
        })),
      ),
    );
    call.out("`snaphook memory show ID` shows a memory, `snaphook session ID` a session.");
  }
  return OK;
}

/** The newest first. */
export async function explainShown(store: StorePort, filter: ShownFilter): Promise<readonly ExplainedRow[]> {
  const rows = await store.shownIn(filter);
  return Promise.all(
    rows.map(async (row) => {
      const memory = await store.memory(row.memory);
      if (memory !== undefined) return { ...row, text: memory.text, trust: memory.trust };
      const session = (await store.session(row.memory))?.session;
      // Made of the user's prompt, and of files and errors.
      return { ...row, text: session?.summary ?? session?.title ?? "a session", trust: "project" as const };
    }),
  );
}

type About = { readonly what: string; readonly filter: Omit<ShownFilter, "limit"> };

async function aboutOf(call: Call, named: string): Promise<About | Finding> {
  const session = await withMemory(call, (store) => findSession(store, named));
  if ("detail" in session) {
    const { id } = session.detail.session;
    return { what: `session ${safeName(id)}`, filter: { session: id } };
  }
  const record = isRecordId(named) ? await findRecord(call, named) : undefined;
  if (record === undefined && session.problem.code === "USAGE") return session.problem;
  if (record === undefined) return finding("SESSION_NOT_FOUND", `no session or event begins with "${oneLine(named)}"`);
  if ("problem" in record) return record.problem;
  return { what: `event ${oneLine(record.event)}`, filter: { record: record.id } };
}
