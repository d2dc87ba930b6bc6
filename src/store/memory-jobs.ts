/** Work that waits: batches to observe, sessions to index. Queued with the rows it is about, done once. */
import type { JobState } from "../core/records/memory.js";
import { type Driver, prepared } from "./driver.js";

export interface Job {
  readonly n: number;
  readonly kind: "batch" | "session";
  readonly ref: string;
  readonly tries: number;
}

const MINUTE = 60_000;
/** A process that was killed leaves its job for another. */
const LEASE_MS = 5 * MINUTE;
const RETRY_MS = [MINUTE, 10 * MINUTE, 120 * MINUTE];

export class MemoryJobs {
  readonly #db: Driver;

  constructor(db: Driver) {
    this.#db = db;
  }

  /** A row that changed again is looked at again. */
  add(kind: Job["kind"], ref: string): void {
    prepared(
      this.#db,
      `INSERT INTO jobs (kind, ref, state, tries, not_before, lease_until) VALUES (?, ?, 'pending', 0, 0, 0)
         ON CONFLICT (kind, ref) DO UPDATE SET state = 'pending', tries = 0, not_before = 0, why = NULL
           WHERE state IN ('done', 'skipped')`,
    ).run([kind, ref]);
  }

  /** The next one, from now on this process's. A time that is too far ahead is from before the clock was set back. */
  take(now: number): Job | undefined {
    const row = prepared(
      this.#db,
      `SELECT n, kind, ref, tries FROM jobs WHERE (state = 'pending' AND not_before NOT BETWEEN ? + 1 AND ?)
           OR (state = 'running' AND lease_until NOT BETWEEN ? + 1 AND ?) ORDER BY n LIMIT 1`,
    ).get([now, now + Math.max(...RETRY_MS), now, now + LEASE_MS]);
    if (row === undefined) return undefined;
    const job = { n: Number(row["n"]), kind: row["kind"], ref: String(row["ref"]), tries: Number(row["tries"]) + 1 };
    prepared(this.#db, "UPDATE jobs SET state = 'running', tries = ?, lease_until = ? WHERE n = ?").run([
      job.tries,
      now + LEASE_MS,
      job.n,
    ]);
    return job as Job;
  }

  finish({ n }: Job, state: "done" | "skipped", why?: string): void {
    prepared(this.#db, "UPDATE jobs SET state = ?, lease_until = 0, why = ? WHERE n = ?").run([state, why, n]);
  }

  fail({ n, tries }: Job, now: number, why: string): void {
    const wait = RETRY_MS[tries - 1];
    prepared(this.#db, "UPDATE jobs SET state = ?, not_before = ?, lease_until = 0, why = ? WHERE n = ?").run([
      wait === undefined ? "failed" : "pending",
      now + (wait ?? 0),
      why.slice(0, 200),
      n,
    ]);
  }

  /** `process --backlog`: failed ones are tried again. */
  retryFailed(): void {
    this.#db.exec("UPDATE jobs SET state = 'pending', tries = 0, not_before = 0 WHERE state = 'failed'");
    this.#db.exec("UPDATE jobs SET not_before = 0 WHERE state = 'pending'");
  }

  counts(): Record<JobState, number> {
    const counts = { pending: 0, running: 0, done: 0, failed: 0, skipped: 0 };
    for (const { state, n } of prepared(this.#db, "SELECT state, count(*) AS n FROM jobs GROUP BY state").all())
      counts[state as JobState] = Number(n);
    return counts;
  }
}
