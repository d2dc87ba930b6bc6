/** Batches and sessions that a model observes: taken once, with the tokens they may need counted first, and settled with what it found. */
import type { Trust } from "../core/records/memory.js";
import type { MemoryPlace, MemoryWorld } from "../core/records/memory-store.js";
import type {
  BatchTask,
  ObserverCounts,
  ObserverLimits,
  ObserverOutcome,
  ObserverTask,
  SessionTask,
} from "../core/records/observer.js";
import type { ActivityRow, BatchRow, SessionRow } from "../core/records/records.js";
import { isFromElsewhere } from "../memory/index.js";
import type { CapturedRows } from "./captured-rows.js";
import { type Driver, inTransaction, prepared } from "./driver.js";
import { type ForeignCalls, lookAtCalls, toolCalls } from "./foreign-calls.js";
import type { Memory } from "./memory.js";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const LEASE_MS = 5 * MINUTE;
const RETRY_MS = [MINUTE, 10 * MINUTE, 120 * MINUTE];
/** A time further ahead is from before the clock was set back. */
const LONGEST_WAIT_MS = DAY;
/** Only the newest jobs are looked at, so that the time does not grow with the store. */
const LOOKED_AT = 2_000;
/** Of ids in the table `observed`; ids of batches end with a number. */
const OF_SESSION = "session ";
/** CP-12: what was found on the way to something else is less important. */
const OF_A_SEARCH = 5;

export class Observer {
  readonly #db: Driver;
  readonly #captured: CapturedRows;
  readonly #memory: Memory;
  readonly #world: MemoryWorld | undefined;

  constructor(db: Driver, captured: CapturedRows, memory: Memory, world: MemoryWorld | undefined) {
    this.#db = db;
    this.#captured = captured;
    this.#memory = memory;
    this.#world = world;
  }

  take(now: number, { tokensPerBatch, tokensPerDay }: ObserverLimits): ObserverTask | undefined {
    if (this.#world?.isOn() !== true || this.#tokensToday(now) + tokensPerBatch > tokensPerDay) return undefined;
    for (;;) {
      const row = prepared(
        this.#db,
        `SELECT j.kind, j.ref, coalesce(o.tries, 0) AS tries, coalesce(o.tokens, 0) AS tokens
           FROM jobs j LEFT JOIN observed o ON o.batch = iif(j.kind = 'session', '${OF_SESSION}' || j.ref, j.ref)
           WHERE j.state = 'done' AND j.n > (SELECT max(n) FROM jobs) - ${LOOKED_AT}
             AND (o.batch IS NULL OR o.state IN ('pending', 'running') AND o.not_before NOT BETWEEN ? + 1 AND ?)
           ORDER BY j.n LIMIT 1`,
      ).get([now, now + LONGEST_WAIT_MS]);
      if (row === undefined) return undefined;
      const isSession = row["kind"] === "session";
      const ref = String(row["ref"]);
      const id = isSession ? OF_SESSION + ref : ref;
      const tries = Number(row["tries"]);
      const spent = Number(row["tokens"]);
      const task = isSession ? this.#sessionTask(id, now) : this.#taskOf(id, now);
      if (typeof task === "string") {
        this.#put(id, { state: "skipped", tries, at: now, tokens: spent, why: task });
        continue;
      }
      // Until it is settled, all that it may need counts.
      const tokens = spent + tokensPerBatch;
      this.#put(id, {
        state: "running",
        tries: tries + 1,
        at: now,
        notBefore: now + LEASE_MS,
        tokens,
        reserved: tokensPerBatch,
      });
      return task;
    }
  }

  settle(id: string, now: number, outcome: ObserverOutcome): number {
    const around = outcome.state === "done" || outcome.state === "summarised" ? this.#lookAround(id) : undefined;
    return inTransaction(this.#db, () => this.#settle(id, now, outcome, around));
  }

  /** Outside a transaction: it reads files of the project, and asks git. Undefined if nothing may be remembered. */
  #lookAround(id: string): Surroundings | undefined {
    this.#captured.begin();
    const isSession = id.startsWith(OF_SESSION);
    const session = isSession
      ? this.#captured.session(id.slice(OF_SESSION.length))
      : this.#captured.session(this.#batch(id)?.batch.session ?? "");
    const place = session?.project === undefined ? undefined : this.#world?.placeOf(session.project);
    if (session === undefined || place === undefined) return undefined;
    return { place, foreign: lookAtCalls(place, this.#captured.activities(session.id)) };
  }

  #settle(id: string, now: number, outcome: ObserverOutcome, around: Surroundings | undefined): number {
    const known = prepared(this.#db, "SELECT tries, tokens, reserved FROM observed WHERE batch = ?").get([id]);
    if (known === undefined) return 0; // forgotten meanwhile
    const tries = Number(known["tries"]);
    const [tokens, reserved] = [Number(known["tokens"]), Number(known["reserved"])];
    const free = tokens - reserved;
    if (outcome.state === "parked") {
      this.#put(id, {
        state: "pending",
        tries: tries - 1,
        at: now,
        notBefore: outcome.until,
        tokens: free,
        why: outcome.why,
      });
      return 0;
    }
    if (outcome.state === "failed") {
      const wait = RETRY_MS[tries - 1];
      const next = wait === undefined ? { state: "failed" } : { state: "pending", notBefore: now + wait };
      this.#put(id, { ...next, tries, at: now, tokens: outcome.isFree ? free : tokens, why: outcome.why });
      return 0;
    }
    if (outcome.state === "summarised") {
      this.#put(id, { state: "done", tries, at: now, tokens: free + (outcome.tokens ?? reserved) });
      this.#summarise(id, outcome, around);
      return 0;
    }
    const why = outcome.dropped === 0 ? undefined : `${outcome.dropped} dropped`;
    this.#put(id, { state: "done", tries, at: now, tokens: free + (outcome.tokens ?? reserved), why });
    return this.#learn(id, now, outcome, around);
  }

  /** `memory process --backlog`: what failed, and what waits for a time that the user may have made needless (a budget, a key). */
  retryNow(): void {
    this.#db.exec(
      "UPDATE observed SET state = 'pending', tries = 0, not_before = 0 WHERE state IN ('failed', 'pending')",
    );
  }

  counts(now: number): ObserverCounts {
    const of = (states: string) =>
      Number(prepared(this.#db, `SELECT count(*) AS n FROM observed WHERE state ${states}`).get()?.["n"] ?? 0);
    return {
      waiting: of("IN ('pending', 'running')"),
      done: of(`= 'done' AND batch NOT GLOB '${OF_SESSION}*'`),
      summarised: of(`= 'done' AND batch GLOB '${OF_SESSION}*'`),
      failed: of("= 'failed'"),
      tokens: this.#tokensToday(now),
    };
  }

  /** A reason not to observe it, or what to ask about. */
  #taskOf(id: string, now: number): BatchTask | string {
    const found = this.#batch(id);
    if (found === undefined) return "it was removed";
    const { batch, project } = found;
    if (batch.kind !== "user" || batch.activities === 0) return "nothing to learn";
    if ((batch.endedAt ?? batch.lastAt) < now - DAY) return "too old";
    if (project === undefined || this.#world?.placeOf(project) === undefined) return "memory is off there";
    const activities = this.#captured
      .activities(batch.session)
      .filter(({ kind, batch: of }) => kind === "tool" && of === id);
    return activities.length === 0 ? "nothing to learn" : { kind: "batch", id, batch, activities };
  }

  #sessionTask(id: string, now: number): SessionTask | string {
    this.#captured.begin();
    const session = this.#captured.session(id.slice(OF_SESSION.length));
    if (session === undefined) return "it was removed";
    const batches = this.#captured.batches(session.id).filter(({ kind }) => kind === "user");
    const { stats, project, lastAt, parentReason } = session;
    if (batches.length === 0 || stats === undefined || stats.lowValue || parentReason === "subagent")
      return "nothing to summarise";
    if (lastAt < now - DAY) return "too old";
    if (project === undefined || this.#world?.placeOf(project) === undefined) return "memory is off there";
    return { kind: "session", id, session, batches };
  }

  /** A session that went on after its summary is summarised again. */
  sessionEnded({ id, stats, byModel }: SessionRow): void {
    if (byModel === undefined || (stats?.prompts ?? 0) <= byModel.prompts) return;
    prepared(
      this.#db,
      "UPDATE observed SET state = 'pending', tries = 0, not_before = 0 WHERE batch = ? AND state = 'done'",
    ).run([OF_SESSION + id]);
  }

  #summarise(
    id: string,
    { title, summary, suspect }: Extract<ObserverOutcome, { state: "summarised" }>,
    around: Surroundings | undefined,
  ): void {
    this.#captured.begin();
    const session = this.#captured.session(id.slice(OF_SESSION.length));
    if (session === undefined || around === undefined) return;
    const isTainted = isTaintedBy(this.#captured.activities(session.id), around);
    const trust = suspect || isTainted ? "external" : "model";
    const byModel = { title, summary, trust, prompts: session.stats?.prompts ?? 0 } as const;
    this.#captured.put({ put: "session", row: { ...session, byModel } });
    this.#captured.flush();
  }

  #batch(id: string): { readonly batch: BatchRow; readonly project: string | undefined } | undefined {
    this.#captured.begin();
    const session = prepared(this.#db, "SELECT session FROM batches WHERE id = ?").get([id])?.["session"];
    if (session === undefined) return undefined;
    const batch = this.#captured.batches(String(session)).find((one) => one.id === id);
    return batch && { batch, project: this.#captured.session(String(session))?.project };
  }

  #learn(
    id: string,
    now: number,
    { observations, label }: Extract<ObserverOutcome, { state: "done" }>,
    around: Surroundings | undefined,
  ): number {
    const found = this.#batch(id);
    if (found === undefined || around === undefined) return 0;
    const { batch } = found;
    const { place } = around;
    if (label !== undefined && label !== batch.label) {
      this.#captured.put({ put: "batch", row: { ...batch, label } });
      this.#captured.flush();
    }
    const until = batch.endedAt ?? batch.lastAt;
    const all = this.#captured.activities(batch.session).filter(({ at }) => at <= until);
    const own = new Set(all.filter(({ batch: of }) => of === id).map((one) => one.id));
    // What the response says may come from a page that was read before.
    const isTainted = isTaintedBy(all, around);
    const agent = this.#captured.session(batch.session)?.agent;
    const echoes = this.#memory.echoes(batch.session);
    const most = (label ?? batch.label) === "exploration" ? OF_A_SEARCH : 10;
    const kept = observations.filter(({ sources, text }) => sources.every((one) => own.has(one)) && !echoes(text));
    for (const one of kept) {
      const { sources, suspect, file: named, ...fact } = one;
      const file = named === undefined ? undefined : place.inside(named);
      const trust: Trust = suspect || isTainted ? "external" : "model";
      const cite = file === undefined ? undefined : place.cite(file, "");
      const row = this.#memory.facts.put({
        ...fact,
        importance: Math.min(one.importance, most),
        trust,
        scope: place.scope,
        session: batch.session,
        ...(agent === undefined ? {} : { agent }),
        ...(place.git === undefined ? {} : { place: place.git }),
        ...(file === undefined ? {} : { file }),
        ...(cite === undefined || file === undefined ? {} : { cites: [{ file }] }),
        createdAt: until,
        verifiedAt: now,
      });
      this.#memory.rows.addSources(row.id, sources, batch.session);
    }
    return kept.length;
  }

  #tokensToday(now: number): number {
    const since = now - (now % DAY);
    const sum = prepared(this.#db, "SELECT sum(tokens) AS n FROM observed WHERE at BETWEEN ? AND ?");
    return Number(sum.get([since, since + DAY - 1])?.["n"] ?? 0);
  }

  #put(batch: string, row: Row): void {
    const { state, tries, at, tokens, notBefore = 0, reserved = 0, why } = row;
    const session = batch.startsWith(OF_SESSION)
      ? batch.slice(OF_SESSION.length)
      : (prepared(this.#db, "SELECT session FROM batches WHERE id = ?").get([batch])?.["session"] ?? "");
    prepared(
      this.#db,
      `INSERT INTO observed (batch, session, state, tries, not_before, at, tokens, reserved, why) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (batch) DO UPDATE SET state = excluded.state, tries = excluded.tries,
           not_before = excluded.not_before, at = excluded.at, tokens = excluded.tokens,
           reserved = excluded.reserved, why = excluded.why`,
    ).run([batch, session, state, tries, notBefore, at, tokens, reserved, why?.slice(0, 200)]);
  }
}

/** Text of others entered the session. */
function isTaintedBy(activities: readonly ActivityRow[], { foreign: foreignOf }: Surroundings): boolean {
  const calls = toolCalls(activities);
  const foreign = foreignOf(calls);
  return calls.some((one) => isFromElsewhere(one, foreign));
}

interface Surroundings {
  readonly place: MemoryPlace;
  readonly foreign: ForeignCalls;
}

interface Row {
  readonly state: string;
  readonly tries: number;
  readonly at: number;
  readonly tokens: number;
  readonly notBefore?: number;
  /** Of these tokens, what the running attempt may need. */
  readonly reserved?: number;
  readonly why?: string | undefined;
}
