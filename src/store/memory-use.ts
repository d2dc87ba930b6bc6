/** What became of memories that were shown: used or not, and how sessions fare without them. */
import type { GroupCounts, HoldoutCounts, ShownRow } from "../core/records/memory.js";
import type { ActivityRow, BatchRow } from "../core/records/records.js";
import { isUsed, namesOf } from "../memory/index.js";
import { type Driver, prepared } from "./driver.js";
import type { MemoryRows } from "./memory-rows.js";

interface Said {
  readonly at: number;
  readonly text: string;
}

export class MemoryUse {
  readonly #db: Driver;
  readonly #rows: MemoryRows;

  constructor(db: Driver, rows: MemoryRows) {
    this.#db = db;
    this.#rows = rows;
  }

  /** Notes memories that the session has used since it was shown them. Once per session. */
  note(session: string, batches: readonly BatchRow[], activities: readonly ActivityRow[]): void {
    const used = new Set(this.#rows.given(session, "used").map(({ memory }) => memory));
    const shown = this.#rows.given(session).filter(({ memory }) => !used.has(memory));
    if (shown.length === 0) return;
    const said = [...batches.flatMap(saidIn), ...activities.map(doneIn)];
    this.#rows.noteShown(shown.flatMap((row) => this.#use(row, said) ?? []));
  }

  #use(row: ShownRow, said: readonly Said[]): ShownRow | undefined {
    const memory = this.#rows.get(row.memory)?.row;
    if (memory === undefined) return undefined; // a session
    const texts = (isLater: boolean) => said.filter(({ at }) => at > row.at === isLater).map(({ text }) => text);
    if (!isUsed(namesOf(memory), texts(false), texts(true))) return undefined;
    const { record: _, ...rest } = row;
    return { ...rest, chars: 0, outcome: "used" };
  }

  /** Sessions that were given something, and those that were held out, since the first of the latter. */
  compare(): HoldoutCounts {
    const rows = prepared(
      this.#db,
      `WITH sides AS (
         SELECT session, max(outcome = 'withheld: holdout') AS held FROM shown
           WHERE session IS NOT NULL AND outcome IN ('shown', 'withheld: holdout')
             AND at >= (SELECT min(at) FROM shown WHERE outcome = 'withheld: holdout') GROUP BY session)
       SELECT held, count(*) AS sessions,
         sum((SELECT count(*) FROM batches b WHERE b.session = sides.session AND b.body ->> '$.kind' = 'user')) AS prompts,
         sum((SELECT count(*) FROM activities a WHERE a.session = sides.session AND a.body ->> '$.kind' = 'tool'
           AND NOT a.body ->> '$.success')) AS failures
         FROM sides GROUP BY held`,
    ).all();
    const of = (held: number): GroupCounts => {
      const row = rows.find((one) => Number(one["held"]) === held);
      const number = (name: string) => Number(row?.[name] ?? 0);
      return { sessions: number("sessions"), prompts: number("prompts"), failures: number("failures") };
    };
    return { given: of(0), heldOut: of(1) };
  }
}

function saidIn({ prompt, response = "", startedAt, endedAt = startedAt }: BatchRow): Said[] {
  return [
    { at: startedAt, text: prompt },
    { at: endedAt, text: response },
  ];
}

function doneIn({ at, input, file = "" }: ActivityRow): Said {
  return { at, text: [file, ...stringsIn(input)].join("\n") };
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
