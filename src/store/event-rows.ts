/** Events as they were recorded, and the runs of their hooks for statistics. */
import type { EventRecord } from "../core/records.js";
import type { EventFilter, HookStats } from "../core/store.js";
import type { ToolCallRow } from "../core/ungated.js";
import type { Driver, Row } from "./driver.js";
import { jsonText } from "./json-text.js";

const PAGE = 100;

export class EventRows {
  readonly #db: Driver;
  readonly #insert;
  readonly #known;
  readonly #count;
  readonly #decisions;

  constructor(db: Driver) {
    this.#db = db;
    this.#insert = db.prepare(
      `INSERT INTO events (seq, id, at, agent, event, session, tool, verdict, decided, hooks, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    );
    this.#known = db.prepare("SELECT 1 FROM events WHERE id = ?");
    this.#count = db.prepare("UPDATE counts SET n = n + ? WHERE name = 'events'");
    this.#decisions = db.prepare("SELECT hooks, body FROM events WHERE session = ? AND decided = 1 ORDER BY at, seq");
  }

  isKnown(id: string): boolean {
    return this.#known.get([id]) !== undefined;
  }

  lastNumber(): number {
    return Number(this.#db.prepare("SELECT max(seq) AS n FROM events").get()?.["n"] ?? 0);
  }

  /** `seq` is one more than that of the last event. False when its id is known. */
  insert(seq: number, record: EventRecord): boolean {
    const { id, at, agent, event, session, payload, verdict, hooks } = record;
    const tool = payload["tool_name"];
    const decided = verdict !== "none" || hooks.some(({ outcome }) => outcome === "failed");
    const added = this.#insert.run([
      seq,
      id,
      at,
      agent,
      event,
      session,
      typeof tool === "string" ? tool : null,
      verdict,
      decided,
      hooks.length === 0 ? null : jsonText(hooks),
      jsonText({ ...record, hooks: undefined }),
    ]);
    return added > 0;
  }

  /** Counting millions of rows takes long, so their number is kept. */
  counted(change: number): void {
    if (change !== 0) this.#count.run([change]);
  }

  find(filter: EventFilter): EventRecord[] {
    const tests: [sql: string, value: unknown][] = [
      ["session = ?", filter.session],
      ["agent = ?", filter.agent],
      ["event = ?", filter.event],
      ["verdict = ?", filter.verdict],
      ["tool = ?", filter.tool],
      ["id LIKE '%' || ?", filter.idEnd],
      ["at < ?", filter.before],
      ["at > ?", filter.after],
    ];
    const used = tests.filter(([, value]) => value !== undefined);
    const where = used.length === 0 ? "" : `WHERE ${used.map(([sql]) => sql).join(" AND ")}`;
    const order = filter.oldestFirst ? "at, seq" : "at DESC, seq DESC";
    return this.#db
      .prepare(`SELECT hooks, body FROM events ${where} ORDER BY ${order} LIMIT ?`)
      .all([...used.map(([, value]) => value), filter.limit ?? PAGE])
      .map(recordOf);
  }

  toolCalls({ after, session }: { readonly after: number; readonly session?: string }): ToolCallRow[] {
    return this.#db
      .prepare(
        `SELECT id, at, agent, event, session, tool, body ->> '$.payload.tool_use_id' AS call FROM events
         WHERE event IN ('PreToolUse', 'PostToolUse', 'PostToolUseFailure') AND at > ?
         AND ${session === undefined ? "session IS NOT NULL" : "session = ?"} ORDER BY at, seq`,
      )
      .all(session === undefined ? [after] : [after, session])
      .map((row) => ({
        id: String(row["id"]),
        at: Number(row["at"]),
        agent: String(row["agent"]),
        event: String(row["event"]),
        session: String(row["session"]),
        tool: String(row["tool"] ?? ""),
        ...(typeof row["call"] === "string" ? { call: row["call"] } : {}),
      }));
  }

  decisions(session: string): EventRecord[] {
    return this.#decisions.all([session]).map(recordOf);
  }

  stats(after: number): HookStats[] {
    return this.#db
      .prepare(STATS)
      .all([after])
      .map((row) => ({
        hook: String(row["hook"]),
        source: String(row["source"]),
        count: Number(row["count"]),
        p50: Number(row["p50"]),
        p95: Number(row["p95"]),
        failures: Number(row["failures"]),
        timeouts: Number(row["timeouts"]),
        denies: Number(row["denies"]),
      }));
  }
}

/** The p-th percentile is the smallest time that so many of the runs did not exceed. A skipped hook did not run. */
const STATS = `
  WITH each AS (
    SELECT value ->> 'id' AS hook, value ->> 'source' AS source, value ->> 'outcome' AS outcome,
      value ->> 'cause' AS cause, value ->> 'ms' AS ms
    FROM events, json_each(events.hooks) WHERE at > ? AND hooks IS NOT NULL
  ), runs AS (
    SELECT *, row_number() OVER (PARTITION BY hook, source ORDER BY ms) AS place,
      count(*) OVER (PARTITION BY hook, source) AS count
    FROM each WHERE outcome <> 'skipped'
  )
  SELECT hook, source, count,
    max(CASE WHEN place = (count * 50 + 99) / 100 THEN ms END) AS p50,
    max(CASE WHEN place = (count * 95 + 99) / 100 THEN ms END) AS p95,
    sum(outcome = 'failed') AS failures,
    sum(outcome = 'failed' AND cause IN ('timeout', 'deadline')) AS timeouts,
    sum(outcome = 'deny') AS denies
  FROM runs GROUP BY hook, source ORDER BY count DESC, hook
`;

function recordOf({ hooks, body }: Row): EventRecord {
  const runs = typeof hooks === "string" ? JSON.parse(hooks) : [];
  return { ...(JSON.parse(String(body)) as EventRecord), hooks: runs };
}
