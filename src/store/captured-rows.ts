/** Sessions, batches and activities: rows that capture derived from events, and those it may read. */
import { positionOf } from "../core/records/cursor.js";
import type { ActivityRow, BatchRow, Change, SessionRow } from "../core/records/records.js";
import type { CaptureNeeds, CaptureRows, Page, RecoverNeeds, SessionFilter } from "../core/records/store.js";
import { cut } from "../core/text/json.js";
import type { Driver, Row } from "./driver.js";
import { jsonText } from "./json-text.js";
import { pageOf, whereAll } from "./page.js";
import type { SearchIndex } from "./search-index.js";

const PAGE = 100;
/** Enough for one round of recovery; the next round continues. */
const LEFT_OPEN = 1_000;

/** A session gets its title when it ends. */
const FIRST_PROMPT = `(SELECT substr(body ->> '$.prompt', 1, 400) FROM batches
  WHERE session = sessions.id AND kind <> 'system' ORDER BY number LIMIT 1) AS prompt`;
const TITLE_CHARS = 80;

export class CapturedRows {
  readonly #db: Driver;
  readonly #index: SearchIndex;
  readonly #q: ReturnType<typeof statements>;
  /** Rows that most events of a group change again; written at its end. */
  readonly #sessions = new Map<string, SessionRow>();
  /** Keyed by session: the last one of each. */
  readonly #latest = new Map<string, BatchRow>();
  readonly #changed = new Set<string>();
  /** The highest number in each table, cached. Querying the generated number from the engine is slow. */
  readonly #last = new Map<"batches" | "activities", number>();

  constructor(db: Driver, index: SearchIndex) {
    this.#db = db;
    this.#index = index;
    this.#q = statements(db);
  }

  /** Call at the start of a transaction that writes rows… */
  begin(): void {
    this.#sessions.clear();
    this.#latest.clear();
    this.#changed.clear();
    this.#last.clear();
  }

  /** …and at its end. */
  flush(): void {
    for (const row of this.#sessions.values()) if (this.#changed.has(`session ${row.id}`)) this.#putSession(row);
    for (const row of this.#latest.values()) if (this.#changed.has(`batch ${row.id}`)) this.#putBatch(row);
    this.#changed.clear();
  }

  put(change: Change): void {
    if (change.put === "activity") return this.#putActivity(change.row);
    const { row } = change;
    if (change.put === "session") this.#sessions.set(row.id, change.row);
    else if (change.row.number >= (this.#lastBatch(change.row.session)?.number ?? 0)) this.#replaceLatest(change.row);
    else return this.#putBatch(change.row);
    this.#changed.add(`${change.put} ${row.id}`);
  }

  /** What capture needs of a session. */
  load({ session, batches, activities, siblings }: CaptureNeeds): CaptureRows {
    const row = this.session(session);
    return {
      ...(row === undefined ? {} : { session: row }),
      batches: this.#loadBatches(session, batches),
      activities: activities ? this.activities(session) : [],
      siblings: siblings === undefined ? [] : this.#siblings(siblings),
    };
  }

  /** Ids of sessions with something to close. */
  leftOpen({ sessionsBefore, batchesBefore, orphansBefore }: RecoverNeeds): string[] {
    this.flush();
    const rows = this.#q.leftOpen.all([sessionsBefore, LEFT_OPEN, batchesBefore, LEFT_OPEN, orphansBefore, LEFT_OPEN]);
    return rows.map(({ session }) => String(session));
  }

  session(id: string): SessionRow | undefined {
    return this.#sessions.get(id) ?? kept(this.#sessions, id, one(this.#q.session.get([id])));
  }

  activities(session: string): ActivityRow[] {
    return many(this.#q.activities.all([session]));
  }

  batches(session: string): BatchRow[] {
    this.flush();
    return many(this.#q.batches.all([session]));
  }

  sessions({ limit = PAGE, ...filter }: SessionFilter): Page<SessionRow> {
    this.flush();
    const from = positionOf("sessions", filter.cursor);
    const { sql, values } = whereAll([
      ["agent = ?", filter.agent],
      ["project = ?", filter.project],
      ["status = ?", filter.status],
      ["id <> ?", filter.without],
      ["last_at < ?", filter.before],
      ["(last_at, n) < (?, ?)", from && [from.at, from.n]],
    ]);
    const rows = this.#db
      .prepare(`SELECT n, last_at, body, ${FIRST_PROMPT} FROM sessions ${sql} ORDER BY last_at DESC, n DESC LIMIT ?`)
      .all([...values, limit + 1]);
    const position = ({ last_at, n }: Row) => ({ at: Number(last_at), n: Number(n) });
    return pageOf(rows, limit, "sessions", titled, position);
  }

  /** Everything derived from a session's events. */
  removeSession(id: string): void {
    for (const { n, body } of this.#q.batchesOf.all([id])) this.#index.batch(Number(n), parse(body), undefined);
    for (const { n, body } of this.#q.activitiesOf.all([id])) this.#index.activity(Number(n), parse(body), undefined);
    for (const remove of this.#q.removals) remove.run([id]);
  }

  #loadBatches(session: string, wanted: CaptureNeeds["batches"]): BatchRow[] {
    if (wanted === "all") return this.batches(session);
    const last = this.#lastBatch(session);
    if (last === undefined) return [];
    const active = last.status === "active" ? last : one<BatchRow>(this.#q.openBatch.get([session, last.number]));
    const found = [last, ...(active === undefined || active === last ? [] : [active])];
    if (wanted === "previous") found.push(...this.#batchesBefore(session, (active ?? last).number));
    if (wanted === "plans") found.push(...this.#planBatches(session));
    const ids = new Set<string>();
    return found
      .filter(({ id }) => !ids.has(id) && ids.add(id)) // unwritten rows take precedence
      .sort((a, b) => a.number - b.number);
  }

  #lastBatch(session: string): BatchRow | undefined {
    return this.#latest.get(session) ?? kept(this.#latest, session, one(this.#q.lastBatch.get([session])));
  }

  #batchesBefore(session: string, number: number): BatchRow[] {
    return many(this.#q.batchBefore.all([session, number - 1]));
  }

  #planBatches(session: string): BatchRow[] {
    return many(this.#q.planBatches.all([session]));
  }

  #siblings({ agent, project, limit }: NonNullable<CaptureNeeds["siblings"]>): SessionRow[] {
    this.flush();
    return many(this.#q.siblings.all([agent, project, limit]));
  }

  /** The previous one is written when another replaces it. */
  #replaceLatest(row: BatchRow): void {
    const last = this.#latest.get(row.session);
    if (last !== undefined && last.id !== row.id) this.flush();
    this.#latest.set(row.session, row);
  }

  #putSession(row: SessionRow): void {
    const { id, agent, project, status, lastAt } = row;
    this.#q.putSession.run([id, agent, project, status, lastAt, jsonText(row)]);
  }

  #putBatch(row: BatchRow): void {
    const { id, session, number, kind, status, lastAt, planFile } = row;
    const values = [number, kind, status, lastAt, planFile, jsonText(row)];
    const stored = this.#q.batch.get([id]);
    const n = stored === undefined ? this.#free("batches") : Number(stored["n"]);
    if (stored === undefined) this.#q.addBatch.run([...values, n, id, session]);
    else this.#q.changeBatch.run([...values, n]);
    this.#index.batch(n, one(stored), row);
  }

  #putActivity(row: ActivityRow): void {
    const { id, session, batch, at } = row;
    const values = [batch, at, jsonText(row)];
    const free = this.#free("activities");
    if (this.#q.addActivity.run([...values, free, id, session]) > 0) return this.#index.activity(free, undefined, row);
    this.#last.set("activities", free - 1);
    const stored = this.#q.activity.get([id]);
    const n = Number(stored?.["n"]);
    this.#q.changeActivity.run([...values, n]);
    this.#index.activity(n, one(stored), row);
  }

  #free(table: "batches" | "activities"): number {
    const last = this.#last.get(table) ?? Number(this.#q.last[table].get()?.["n"] ?? 0);
    this.#last.set(table, last + 1);
    return last + 1;
  }
}

function statements(db: Driver) {
  return {
    session: db.prepare("SELECT body FROM sessions WHERE id = ?"),
    siblings: db.prepare(
      "SELECT body FROM sessions WHERE agent = ? AND project = ? ORDER BY last_at DESC, n DESC LIMIT ?",
    ),
    leftOpen: db.prepare(
      `SELECT * FROM (SELECT id AS session FROM sessions WHERE status = 'active' AND last_at < ? ORDER BY last_at LIMIT ?)
       UNION SELECT * FROM (SELECT session FROM batches WHERE status = 'active' AND last_at < ? ORDER BY last_at LIMIT ?)
       UNION SELECT * FROM (SELECT session FROM activities WHERE batch IS NULL AND at < ? ORDER BY at DESC LIMIT ?)`,
    ),
    last: {
      batches: db.prepare("SELECT max(n) AS n FROM batches"),
      activities: db.prepare("SELECT max(n) AS n FROM activities"),
    },
    batch: db.prepare("SELECT n, body FROM batches WHERE id = ?"),
    batches: db.prepare("SELECT body FROM batches WHERE session = ? ORDER BY number"),
    batchesOf: db.prepare("SELECT n, body FROM batches WHERE session = ?"),
    openBatch: db.prepare(
      "SELECT body FROM batches WHERE session = ? AND number < ? AND status = 'active' ORDER BY number DESC LIMIT 1",
    ),
    lastBatch: db.prepare("SELECT body FROM batches WHERE session = ? ORDER BY number DESC LIMIT 1"),
    batchBefore: db.prepare("SELECT body FROM batches WHERE session = ? AND number = ?"),
    planBatches: db.prepare("SELECT body FROM batches WHERE session = ? AND plan_file IS NOT NULL"),
    activity: db.prepare("SELECT n, body FROM activities WHERE id = ?"),
    activities: db.prepare("SELECT body FROM activities WHERE session = ? ORDER BY at, n"),
    activitiesOf: db.prepare("SELECT n, body FROM activities WHERE session = ?"),
    putSession: db.prepare(
      `INSERT INTO sessions (id, agent, project, status, last_at, body) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET agent = excluded.agent, project = excluded.project, status = excluded.status,
         last_at = excluded.last_at, body = excluded.body`,
    ),
    addBatch: db.prepare(
      `INSERT INTO batches (number, kind, status, last_at, plan_file, body, n, id, session)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    changeBatch: db.prepare(
      "UPDATE batches SET number = ?, kind = ?, status = ?, last_at = ?, plan_file = ?, body = ? WHERE n = ?",
    ),
    addActivity: db.prepare(
      "INSERT INTO activities (batch, at, body, n, id, session) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
    ),
    changeActivity: db.prepare("UPDATE activities SET batch = ?, at = ?, body = ? WHERE n = ?"),
    removals: ["DELETE FROM activities WHERE session = ?", "DELETE FROM batches WHERE session = ?"]
      .concat("DELETE FROM sessions WHERE id = ?")
      .map((sql) => db.prepare(sql)),
  };
}

function kept<T>(rows: Map<string, T>, key: string, row: T | undefined): T | undefined {
  if (row !== undefined) rows.set(key, row);
  return row;
}

const parse = <T>(body: unknown): T => JSON.parse(String(body)) as T;
const one = <T>(row: Row | undefined): T | undefined => (row === undefined ? undefined : parse(row["body"]));
function titled({ body, prompt }: Row): SessionRow {
  const row = parse<SessionRow>(body);
  const title = typeof prompt === "string" ? prompt.replace(/\s+/g, " ").trim() : "";
  return row.title !== undefined || title === "" ? row : { ...row, title: cut(title, TITLE_CHARS) };
}

const many = <T>(rows: readonly Row[]): T[] => rows.map((row) => parse(row["body"]));
