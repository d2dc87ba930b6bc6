/** Events as recorded, and hook runs for statistics. */
import { type Position, positionOf } from "../core/records/cursor.js";
import { type EventRecord, turnNotes } from "../core/records/records.js";
import type { EventFilter, HookStats, Page } from "../core/records/store.js";
import type { ToolCallRow } from "../core/records/unguarded-calls.js";
import type { Driver, Row } from "./driver.js";
import { jsonText } from "./json-text.js";
import { pageOf, type Test, whereAll } from "./page.js";
import type { KeyFacts } from "./recent-keys.js";

const PAGE = 100;
/** Columns that a record is rebuilt from. */
const WHOLE = "id, at, agent, event, session, verdict, hooks, body";
/** Maximum number of events to search back for a key. */
const KEY_PAGES = 20;

export class EventRows {
  readonly #db: Driver;
  readonly #insert;
  readonly #known;
  readonly #count;
  readonly #last;
  readonly #following;
  readonly #decisions;

  constructor(db: Driver) {
    this.#db = db;
    this.#insert = db.prepare(
      `INSERT INTO events (seq, id, at, agent, event, session, tool, verdict, decided, hooks, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    );
    this.#known = db.prepare("SELECT 1 FROM events WHERE id = ?");
    this.#count = db.prepare("UPDATE counts SET n = n + ? WHERE name = 'events'");
    this.#last = db.prepare(
      "SELECT max(coalesce((SELECT max(seq) FROM events), 0), n) AS n FROM counts WHERE name = 'captured'",
    );
    this.#following = db.prepare(`SELECT seq, ${WHOLE} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`);
    this.#decisions = db.prepare(`SELECT ${WHOLE} FROM events WHERE session = ? AND decided = 1 ORDER BY at, seq`);
  }

  isKnown(id: string): boolean {
    return this.#known.get([id]) !== undefined;
  }

  /** The highest number ever used: a removed event's number must not be reused behind the watermark. */
  lastNumber(): number {
    return Number(this.#last.get()?.["n"]);
  }

  following(seq: number, limit: number): { seq: number; record: EventRecord }[] {
    return this.#following.all([seq, limit]).map((row) => ({ seq: Number(row["seq"]), record: recordOf(row) }));
  }

  /** From the last `count` events with a key to the newest, oldest first, including those without a key in between. */
  lastWithKey(count: number): KeyFacts[] {
    const page = this.#db.prepare(
      `SELECT seq, at, event, session, verdict, body ->> '$.dedupe' AS dedupe, body ->> '$.dedupeMs' AS dedupeMs,
         body ->> '$.way' AS way, body ->> '$.origin' AS origin, body ->> '$.native' AS native
       FROM events WHERE seq < ? ORDER BY seq DESC LIMIT ?`,
    );
    const found: KeyFacts[] = [];
    let before = Number.MAX_SAFE_INTEGER;
    for (let [pages, keys] = [0, 0]; pages < KEY_PAGES && keys < count; pages++) {
      const rows = page.all([before, count]);
      if (rows.length === 0) break;
      for (const row of rows) {
        const facts = keyFactsOf(row);
        found.push(facts);
        if (facts.dedupe !== undefined && ++keys === count) break;
      }
      before = Number(rows.at(-1)?.["seq"]);
    }
    return found.reverse();
  }

  /** `seq`: one more than that of the last event. False if its id is known. */
  insert(seq: number, record: EventRecord): boolean {
    const { id, at, agent, event, session, verdict, hooks, evidence: _, ...rest } = record;
    const tool = rest.payload["tool_name"];
    const decided =
      verdict !== "none" ||
      (rest.sent?.verdict ?? "none") !== "none" ||
      turnNotes(rest.notes).length > 0 ||
      hooks.some(({ outcome, would }) => outcome === "failed" || (would?.verdict ?? "none") !== "none");
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
      jsonText(rest),
    ]);
    return added > 0;
  }

  /** Kept as a counter, because counting millions of rows is slow. */
  counted(change: number): void {
    if (change !== 0) this.#count.run([change]);
  }

  find(filter: EventFilter): Page<EventRecord> {
    const { limit = PAGE, oldestFirst, storedAfter, verdict } = filter;
    const from = positionOf("events", filter.cursor);
    const tests: Test[] = [
      ["session = ?", filter.session],
      ["agent = ?", filter.agent],
      ["event = ?", filter.event],
      ["tool = ?", filter.tool],
      ["id = ?", filter.id],
      ["seq > (SELECT seq FROM events WHERE id = ?)", storedAfter],
      ["id LIKE '%' || ?", filter.idEnd],
      ["substr(id, -8) LIKE ? || '%'", filter.shortIdStart],
      ...Object.entries(filter.payload ?? {}).map(
        ([name, value]): Test => ["body ->> ? = ?", value === undefined ? undefined : [`$.payload.${name}`, value]],
      ),
      ["at < ?", filter.before],
      ["at > ?", filter.after],
      [oldestFirst ? "(at, seq) > (?, ?)" : "(at, seq) < (?, ?)", from && [from.at, from.n]],
    ];
    const byTime = oldestFirst ? "at, seq" : "at DESC, seq DESC";
    const order = storedAfter === undefined ? byTime : "seq";
    // One query per verdict: each reads the index in the requested order.
    const rows = [verdict].flat().flatMap((one) => {
      const { sql, values } = whereAll([...tests, ["verdict = ?", one]]);
      return this.#db
        .prepare(`SELECT seq, ${WHOLE} FROM events ${sql} ORDER BY ${order} LIMIT ?`)
        .all([...values, limit + 1]);
    });
    if (typeof verdict === "object") rows.sort((a, b) => (oldestFirst ? byPosition(a, b) : byPosition(b, a)));
    return pageOf(rows, limit, "events", recordOf, positionIn);
  }

  toolCalls({ after, session }: { readonly after: number; readonly session?: string }): ToolCallRow[] {
    return this.#db
      .prepare(
        `SELECT id, at, agent, event, session, tool, body ->> '$.payload.tool_use_id' AS call,
           body ->> '$.payload.agent_id' AS subagent, body ->> '$.ms' AS ms FROM events
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
        ...(typeof row["subagent"] === "string" ? { subagent: row["subagent"] } : {}),
        ...(typeof row["ms"] === "number" ? { ms: row["ms"] } : {}),
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
        stopped: Number(row["stopped"]),
      }));
  }
}

/** The p-th percentile is the smallest time that p percent of the runs did not exceed. A skipped hook did not run. */
const STATS = `
  WITH each AS (
    SELECT value ->> 'id' AS hook, value ->> 'source' AS source, value ->> 'outcome' AS outcome,
      value ->> 'cause' AS cause, value ->> 'ms' AS ms,
      coalesce(body ->> '$.sent.verdict', verdict) = 'deny'
        AND coalesce(value ->> 'answered', value ->> 'outcome') = verdict AS stopped
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
    sum(stopped) AS stopped
  FROM runs GROUP BY hook, source ORDER BY count DESC, hook
`;

function positionIn({ at, seq }: Row): Position {
  return { at: Number(at), n: Number(seq) };
}

function byPosition(one: Row, other: Row): number {
  const [a, b] = [positionIn(one), positionIn(other)];
  return a.at - b.at || a.n - b.n;
}

function keyFactsOf({ at, event, session, verdict, dedupe, dedupeMs, way, origin, native }: Row): KeyFacts {
  return {
    at: Number(at),
    event: String(event),
    verdict: verdict as EventRecord["verdict"],
    way: way as EventRecord["way"],
    ...(typeof session === "string" ? { session } : {}),
    ...(typeof origin === "string" ? { origin } : {}),
    ...(typeof native === "string" ? { native } : {}),
    ...(typeof dedupe === "string" ? { dedupe } : {}),
    ...(typeof dedupeMs === "number" ? { dedupeMs } : {}),
  };
}

/** The body contains what has no column; older versions also stored those there. */
function recordOf({ id, at, agent, event, session, verdict, hooks, body }: Row): EventRecord {
  const named = { id, at, agent, event, ...(session === null ? {} : { session }), verdict };
  const runs = typeof hooks === "string" ? JSON.parse(hooks) : [];
  return { ...named, ...JSON.parse(String(body)), hooks: runs } as EventRecord;
}
