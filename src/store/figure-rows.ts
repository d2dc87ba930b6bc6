/** Counts of calls and hook runs, of a limited number of events at a time. */
import { formatCursor, positionOf } from "../core/records/cursor.js";
import type { FigureFilter, FigurePart } from "../core/records/figures.js";
import { type Driver, prepared, type Row } from "./driver.js";

/** Two digits are enough for percentiles, and keep the number of different times small. */
const rounded = (ms: string) =>
  `CASE WHEN ${ms} < 10 THEN round(${ms}, 1) WHEN ${ms} < 100 THEN round(${ms}) WHEN ${ms} < 1000
   THEN round(${ms} / 10.0) * 10 WHEN ${ms} < 10000 THEN round(${ms} / 100.0) * 100 ELSE round(${ms} / 1000.0) * 1000 END`;

const SOME = `SELECT seq, at, agent, event, tool, verdict, hooks, body FROM events
  WHERE at > ? AND (at, seq) < (?, ?) ORDER BY at DESC, seq DESC LIMIT ?`;

const CALLS = `WITH some AS (${SOME})
  SELECT CAST((at - ?) / ? AS INTEGER) AS step, agent, CASE WHEN event = 'PreToolUse' THEN tool END AS tool,
    ${rounded("(body ->> '$.ms')")} AS ms, count(*) AS count,
    sum(verdict <> 'none' AND coalesce(body ->> '$.sent.verdict', verdict) = 'deny') AS denied,
    sum(verdict = 'ask') AS asked
  FROM some GROUP BY 1, 2, 3, 4`;

const RUNS = `WITH some AS (${SOME})
  SELECT value ->> 'id' AS hook, value ->> 'source' AS source, ${rounded("(value ->> 'ms')")} AS ms, count(*) AS count,
    sum(value ->> 'outcome' = 'failed') AS failures
  FROM some, json_each(some.hooks) WHERE hooks IS NOT NULL AND value ->> 'outcome' <> 'skipped' GROUP BY 1, 2, 3`;

const LAST = `WITH some AS (${SOME}) SELECT count(*) AS n, min(at) AS at,
  (SELECT seq FROM some ORDER BY at, seq LIMIT 1) AS seq FROM some`;

export class FigureRows {
  readonly #db: Driver;

  constructor(db: Driver) {
    this.#db = db;
  }

  part({ after, stepMs, cursor, limit }: FigureFilter): FigurePart {
    const from = positionOf("events", cursor) ?? { at: Number.MAX_SAFE_INTEGER, n: 0 };
    const some = [after, from.at, from.n, limit];
    const all = (sql: string, more: readonly unknown[] = []) => prepared(this.#db, sql).all([...some, ...more]);
    const [last] = all(LAST);
    const isFull = Number(last?.["n"]) === limit;
    return {
      calls: all(CALLS, [after, stepMs]).map(callOf),
      runs: all(RUNS).map(runOf),
      ...(isFull ? { next: formatCursor("events", { at: Number(last?.["at"]), n: Number(last?.["seq"]) }) } : {}),
    };
  }
}

function callOf({ step, agent, tool, ms, count, denied, asked }: Row) {
  return {
    step: Number(step),
    agent: String(agent),
    ...(typeof tool === "string" ? { tool } : {}),
    ms: Number(ms),
    count: Number(count),
    denied: Number(denied),
    asked: Number(asked),
  };
}

function runOf({ hook, source, ms, count, failures }: Row) {
  return {
    hook: String(hook),
    source: String(source),
    ms: Number(ms),
    count: Number(count),
    failures: Number(failures),
  };
}
