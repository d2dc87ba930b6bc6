/** Memories of the store: observes finished batches, replaces by address, forgets for good. */
import type { KeepLimits, MemoryCounts, Observation } from "../core/records/memory.js";
import type { ForgetWhat, Forgotten, MemoryPlace, MemoryWorld, NewMemory } from "../core/records/memory-store.js";
import type { ActivityRow, BatchRow, Change, SessionRow } from "../core/records/records.js";
import { factOf, observe, queryWords, shareOf, wordsOf } from "../memory/index.js";
import type { CapturedRows } from "./captured-rows.js";
import { type Driver, inTransaction, prepared } from "./driver.js";
import { type ForeignCalls, lookAtCalls, toolCalls } from "./foreign-calls.js";
import { MemoryFacts } from "./memory-facts.js";
import { MemoryIndex } from "./memory-index.js";
import { type Job, MemoryJobs } from "./memory-jobs.js";
import { MemoryRecall, memoryText } from "./memory-recall.js";
import { FOR_REVIEW, MemoryRows, type Numbered } from "./memory-rows.js";
import { MemoryUse } from "./memory-use.js";
import { TurnRows } from "./turn-rows.js";

const JOBS_PER_TURN = 20;
/** What else the store is asked for does not wait longer, but for the job that runs then. */
const TURN_MS = 50;
/** An agent that repeats what it was shown learns nothing new. */
const ECHO = 0.8;
const PER_TURN = 500;

/** What a job needs of the machine. */
interface Surroundings {
  readonly place: MemoryPlace;
  readonly foreign: ForeignCalls;
}

export class Memory {
  readonly rows: MemoryRows;
  readonly facts: MemoryFacts;
  readonly recall: MemoryRecall;
  readonly use: MemoryUse;
  /** In the transaction that indexes a finished session. */
  onSession: ((session: SessionRow) => void) | undefined;
  readonly #db: Driver;
  readonly #captured: CapturedRows;
  readonly #world: MemoryWorld | undefined;
  readonly #index: MemoryIndex;
  readonly #turns: TurnRows;
  readonly #jobs: MemoryJobs;

  constructor(db: Driver, captured: CapturedRows, world: MemoryWorld | undefined) {
    this.#db = db;
    this.#captured = captured;
    this.#world = world;
    this.#index = new MemoryIndex(db);
    this.#turns = new TurnRows(db, this.#index);
    this.#jobs = new MemoryJobs(db);
    this.rows = new MemoryRows(db);
    this.facts = new MemoryFacts(this.rows, this.#index);
    this.use = new MemoryUse(db, this.rows);
    this.recall = new MemoryRecall(db, this.rows, this.#turns, this.#index);
  }

  /** After a rollback. */
  reset(): void {
    this.#index.forget();
    this.rows.forget();
  }

  /** Called in the transaction that writes the row. */
  noteChange(change: Change): void {
    if (this.#world?.isOn() !== true) return;
    if (change.put === "batch" && change.row.status !== "active") this.#jobs.add("batch", change.row.id);
    if (change.put === "session" && change.row.status === "completed") this.#jobs.add("session", change.row.id);
  }

  /** Each job in transactions of its own: a kill in between leaves it to the next process. */
  process(now: number, backlog: boolean): number {
    if (backlog) this.#jobs.retryFailed();
    const endsAt = performance.now() + TURN_MS;
    let done = 0;
    while (done === 0 || (done < JOBS_PER_TURN && performance.now() < endsAt)) {
      const job = inTransaction(this.#db, () => this.#jobs.take(now));
      if (job === undefined) break;
      done++;
      try {
        const around = this.#lookAround(job);
        inTransaction(this.#db, () => this.#work(job, around, now));
      } catch (error) {
        this.reset();
        const why = error instanceof Error ? error.message : String(error);
        inTransaction(this.#db, () => this.#jobs.fail(job, now, why));
      }
    }
    return done;
  }

  /** Outside a transaction: it reads files of the project, and asks git. Undefined if nothing may be remembered. */
  #lookAround(job: Job): Surroundings | undefined {
    const session = this.#sessionOf(job);
    const place = session?.project === undefined ? undefined : this.#world?.placeOf(session.project);
    if (session === undefined || place === undefined) return undefined;
    const batch = job.kind === "session" ? undefined : this.#batch(job.ref, session.id);
    return { place, foreign: lookAtCalls(place, batch === undefined ? [] : this.#activitiesUntil(batch)) };
  }

  #work(job: Job, around: Surroundings | undefined, now: number): void {
    const session = this.#sessionOf(job);
    if (session === undefined) return this.#jobs.finish(job, "skipped", "it was removed");
    if (around === undefined) return this.#jobs.finish(job, "skipped", "memory is off there");
    const { place } = around;
    const scope = this.rows.scope(place.scope, true)!;
    if (job.kind === "session") {
      this.#turns.putSession(scope, session.id, this.#turns.documentOf(session.id), place.git);
      this.onSession?.(session);
    } else this.#observe(job.ref, session.id, around, scope, now);
    this.#jobs.finish(job, "done");
  }

  #sessionOf({ kind, ref }: Job) {
    this.#captured.begin();
    const id =
      kind === "session"
        ? ref
        : String(prepared(this.#db, "SELECT session FROM batches WHERE id = ?").get([ref])?.["session"]);
    return this.#captured.session(id);
  }

  #batch(id: string, session: string): BatchRow | undefined {
    return this.#captured.batches(session).find((one) => one.id === id);
  }

  #activitiesUntil({ id, session, endedAt, lastAt }: BatchRow): readonly ActivityRow[] {
    const until = endedAt ?? lastAt;
    return this.#captured.activities(session).filter(({ at, batch: of }) => of === id || at <= until);
  }

  #observe(id: string, sessionId: string, { place, foreign: foreignOf }: Surroundings, scope: number, now: number) {
    const batch = this.#batch(id, sessionId);
    const session = this.#captured.session(sessionId);
    if (batch === undefined || session === undefined) return;
    if (batch.kind !== "system") this.#turns.putBatch(scope, batch);
    const until = batch.endedAt ?? batch.lastAt;
    const activities = this.#activitiesUntil(batch);
    const isSubagent = session.parentReason === "subagent";
    const calls = toolCalls(activities);
    const foreign = foreignOf(calls);
    const risky = place.risky(calls.filter(({ batch: of }) => of === id));
    const { observations, tallies } = observe({ batch, activities, inside: place.inside, foreign, risky, isSubagent });
    this.use.note(sessionId, this.#captured.batches(sessionId), activities);
    const echoes = this.echoes(sessionId);
    const counted = tallies.filter(({ key }) => !echoes(key));
    for (const tally of counted) this.rows.tally(scope, tally, sessionId);
    const facts = counted.flatMap((tally) => factOf(tally, (key) => this.rows.tallied(scope, key)) ?? []);
    const base = { session: sessionId, agent: session.agent };
    for (const one of [...observations, ...facts]) {
      const cite = one.cite === undefined ? undefined : place.cite(one.cite.file, one.cite.line);
      this.#learn(one, echoes(one.text), {
        ...base,
        scope: place.scope,
        ...(place.git === undefined ? {} : { place: place.git }),
        ...(cite === undefined ? {} : { cites: [cite] }),
        createdAt: until,
        verifiedAt: now,
      });
    }
  }

  #learn(one: Observation, isEcho: boolean, base: Omit<NewMemory, "type" | "text" | "trust" | "importance">): void {
    const { cite: _, sources, ...fact } = one;
    const scope = this.rows.scope(base.scope, true)!;
    const same = this.facts.sameAddress(scope, fact.address);
    if (same.length === 0 && isEcho) return;
    if (sources.every((ref) => same.some(({ row }) => this.rows.hasSource(row.id, ref)))) return; // observed before
    const { id } = this.facts.put({ ...base, ...fact, address: same[0]?.row.address ?? fact.address });
    this.rows.addSources(id, sources, base.session);
  }

  /** Sessions and single events that hold what is to be forgotten. */
  sourcesOf(what: ForgetWhat): { readonly sessions: readonly string[]; readonly refs: readonly string[] } {
    if ("session" in what) return { sessions: [what.session], refs: [] };
    const scope = this.#wholeScope(what)?.scope;
    if (scope !== undefined) return { sessions: this.#turns.sessionsOf(scope), refs: [] };
    return { sessions: [], refs: this.#chosen(what).flatMap(({ row }) => this.rows.sourcesOf(row.id)) };
  }

  /** Removes rows and every word of them: deleted words stay in an index until it is made anew. */
  forget(what: ForgetWhat, dryRun: boolean): Omit<Forgotten, "events" | "sources"> {
    const found = this.#chosen(what);
    const memories = found.map(({ row: { id, text, trust } }) => ({ id, text, trust }));
    const whole = "session" in what ? { session: what.session } : this.#wholeScope(what);
    if (dryRun) return { memories, turns: whole === undefined ? 0 : this.#countTurns(whole) };
    for (const { n, row } of found) this.rows.remove(n, row.id);
    const removed = whole === undefined ? { scopes: [], turns: 0 } : this.#turns.remove(whole);
    if ("session" in what) this.removeTraces(what.session);
    if (whole !== undefined && "scope" in whole)
      prepared(this.#db, "DELETE FROM tallies WHERE scope = ?").run([whole.scope]);
    const scopes = new Set([...removed.scopes, ...found.map(({ row }) => this.rows.scope(row.scope)!)]);
    for (const scope of scopes) this.reindex(scope);
    return { memories, turns: removed.turns };
  }

  /** What is left of a session beside memories and turns. */
  removeTraces(session: string): void {
    for (const table of ["tallies", "shown", "memory_sources", "observed"])
      prepared(this.#db, `DELETE FROM ${table} WHERE session = ?`).run([session]);
    prepared(this.#db, "DELETE FROM jobs WHERE ref = ? OR ref GLOB ?").run([
      session,
      `${session.replace(/[*?[\]]/g, "?")}:*`,
    ]);
  }

  /** Retention: the session's events are gone; what was learned stays. */
  sessionRemoved(session: string): void {
    this.#turns.remove({ session });
    for (const table of ["shown", "observed"])
      prepared(this.#db, `DELETE FROM ${table} WHERE session = ?`).run([session]);
    prepared(this.#db, "DELETE FROM jobs WHERE ref = ? OR ref GLOB ?").run([
      session,
      `${session.replace(/[*?[\]]/g, "?")}:*`,
    ]);
  }

  /** What is too old first, then what is too many. */
  keep({ unusedSince, most }: KeepLimits): number {
    const old = this.rows.removable(unusedSince, PER_TURN);
    const over = Math.max(0, Math.min(this.rows.count() - most, PER_TURN));
    const chosen = old.length > 0 ? old : this.rows.removable(Number.MAX_SAFE_INTEGER, over);
    for (const { n, row } of chosen) {
      if (row.status === "active") this.#index.remove(this.rows.scope(row.scope)!, -n);
      this.rows.remove(n, row.id);
    }
    return chosen.length;
  }

  reindex(scope: number): number {
    this.#index.drop(scope);
    const { name } = this.rows.scopes().find(({ n }) => n === scope) ?? { name: "" };
    const memories = this.rows.find({ scope: name, status: "active", limit: Number.MAX_SAFE_INTEGER });
    for (const { n, row } of memories) this.#index.add(scope, -n, memoryText(row));
    return memories.length + this.#turns.reindex(scope);
  }

  /** All that can be made anew from the tables. Returns the number of indexed texts. */
  rebuild(): number {
    return this.rows.scopes().reduce((sum, { n, name }) => {
      for (const one of this.rows.find({ scope: name, limit: Number.MAX_SAFE_INTEGER }))
        this.rows.stated.put(n, one.n, one.row);
      return sum + this.reindex(n);
    }, 0);
  }

  counts(scope?: string): MemoryCounts {
    const n = scope === undefined ? undefined : (this.rows.scope(scope) ?? -1);
    const where = n === undefined ? "" : `AND scope = ${n}`;
    const count = (sql: string) => Number(prepared(this.#db, sql).get()?.["n"] ?? 0);
    const of = (test: string) => count(`SELECT count(*) AS n FROM memories WHERE ${test} ${where}`);
    return {
      active: of("status = 'active'"),
      resolved: of("status = 'resolved'"),
      superseded: of("status = 'superseded'"),
      review: of(`status = 'active' AND ${FOR_REVIEW}`),
      stored: of("TRUE"),
      scopes: count("SELECT count(*) AS n FROM scopes"),
      shown: count("SELECT count(*) AS n FROM shown WHERE outcome = 'shown'"),
      jobs: this.#jobs.counts(),
    };
  }

  /** True for a text that repeats what the session was shown. */
  echoes(session: string): (text: string) => boolean {
    const shown = this.rows.given(session).flatMap(({ memory }) => this.rows.get(memory)?.row.text ?? []);
    const sets = shown.map((text) => new Set(wordsOf(text)));
    return (text) => sets.some((words) => shareOf(queryWords(text.replace(/^\w+:/, "")), words) >= ECHO);
  }

  #chosen(what: ForgetWhat): Numbered[] {
    if ("id" in what) return [this.rows.get(what.id) ?? []].flat();
    if ("session" in what) return this.rows.ofSession(what.session);
    const all = this.rows.find({ scope: what.scope, limit: Number.MAX_SAFE_INTEGER });
    const { file } = what;
    return file === undefined
      ? all
      : all.filter(({ row }) => row.file === file || row.cites?.some((one) => one.file === file));
  }

  #wholeScope(what: ForgetWhat): { readonly scope: number } | undefined {
    if (!("scope" in what) || what.file !== undefined) return undefined;
    const scope = this.rows.scope(what.scope);
    return scope === undefined ? undefined : { scope };
  }

  #countTurns(where: { readonly session: string } | { readonly scope: number }): number {
    const [column, value] = "session" in where ? ["session", where.session] : ["scope", where.scope];
    return Number(prepared(this.#db, `SELECT count(*) AS n FROM turns WHERE ${column} = ?`).get([value])?.["n"] ?? 0);
  }
}
