/**
 * The store of one machine: SQLite in one file, written by one process. Every commit is on disk before it is
 * acknowledged.
 */
import { type Finding, finding } from "../core/errors.js";
import type { FigureFilter, FigurePart } from "../core/records/figures.js";
import type { AskRow, AskState, EventRecord, Evidence, SessionRow } from "../core/records/records.js";
import type * as Port from "../core/records/store.js";
import type { ToolCallRow } from "../core/records/unguarded-calls.js";
import { damageIn, isEngineError } from "./damage.js";
import { type Driver, inTransaction } from "./driver.js";
import { EmbeddedMemory } from "./embedded-memory.js";
import { NewerStore } from "./open-database.js";
import { messageOf, openOrReplace, type Parts, replaceDamaged, type StoreOptions } from "./open-parts.js";

export type { StoreOptions } from "./open-parts.js";

export interface OpenedStore {
  /** Absent if the file must not or cannot be used. */
  readonly store?: EmbeddedStore;
  readonly problem?: Finding;
}

/** Limit, so that the next reader of a session does not wait long. */
const MOST_BEHIND = 10_000;

export class EmbeddedStore extends EmbeddedMemory implements Port.StorePort {
  readonly #options: StoreOptions;
  #parts: Parts;
  #problem: Finding | undefined;

  private constructor(options: StoreOptions, parts: Parts, problem: Finding | undefined) {
    super();
    this.#options = options;
    this.#parts = parts;
    this.#problem = problem;
  }

  /** Never throws. A damaged file is moved aside and replaced; a newer version is left unchanged. */
  static open(options: StoreOptions): OpenedStore {
    try {
      const { parts, problem } = openOrReplace(options);
      return { store: new EmbeddedStore(options, parts, problem), ...(problem === undefined ? {} : { problem }) };
    } catch (error) {
      const code = error instanceof NewerStore ? "STORE_NEWER" : "STORE_UNUSABLE";
      return { problem: finding(code, messageOf(error), { file: options.file }) };
    }
  }

  /** The last problem of the file or of capture that could be repaired. */
  get problem(): Finding | undefined {
    return this.#problem ?? this.#parts.capturing.problem;
  }

  get engine(): Driver["engine"] {
    return this.#parts.db.engine;
  }

  async append(records: readonly EventRecord[]): Promise<readonly Port.Receipt[]> {
    return this.mending(({ db, intake, capturing }) => {
      while (capturing.behind() > MOST_BEHIND) capturing.next();
      return inTransaction(db, () => intake.take(records));
    });
  }

  /**
   * Processes the next events into sessions, batches, activities and the search index; true while there may be more.
   * Every reader of these does it first, so this only does it in advance.
   */
  async captureNext(): Promise<boolean> {
    return this.mending(({ capturing }) => capturing.next());
  }

  async events(filter: Port.EventFilter): Promise<Port.Page<EventRecord>> {
    return this.mending(({ events }) => events.find(filter));
  }

  async toolCalls(filter: { readonly after: number; readonly session?: string }): Promise<readonly ToolCallRow[]> {
    return this.mending(({ events }) => events.toolCalls(filter));
  }

  async evidence(id: string): Promise<Evidence | undefined> {
    return this.mending(({ evidence }) => evidence.get(id));
  }

  async sessions(filter: Port.SessionFilter): Promise<Port.Page<SessionRow>> {
    return this.captured(({ rows }) => rows.sessions(filter));
  }

  async session(id: string): Promise<Port.SessionDetail | undefined> {
    return this.captured(({ rows, events }) => {
      rows.begin();
      const session = rows.session(id);
      if (session === undefined) return undefined;
      return {
        session,
        batches: rows.batches(id),
        activities: rows.activities(id),
        decisions: events.decisions(id),
      };
    });
  }

  async stats(after: number): Promise<readonly Port.HookStats[]> {
    return this.mending(({ events }) => events.stats(after));
  }

  async figures(filter: FigureFilter): Promise<FigurePart> {
    return this.mending(({ figures }) => figures.part(filter));
  }

  async search(words: string, limit: number): Promise<readonly Port.SearchHit[]> {
    return this.captured(({ index }) => index.find(words, limit));
  }

  async rebuildSearch(): Promise<number> {
    return this.captured(({ db, index }) => inTransaction(db, () => index.rebuild()));
  }

  async addAsk(row: AskRow): Promise<boolean> {
    return this.mending(({ asks }) => asks.add(row));
  }

  async changeAsk(row: AskRow, from: AskState): Promise<boolean> {
    return this.mending(({ asks }) => asks.change(row, from));
  }

  async asks(filter: Port.AskFilter): Promise<Port.Page<AskRow>> {
    return this.mending(({ asks }) => asks.find(filter));
  }

  async recover(now: number): Promise<number> {
    const { needs, changes } = this.#options.recover;
    return this.captured(({ db, rows, memory }) =>
      inTransaction(db, () => {
        rows.begin();
        const made = rows
          .leftOpen(needs(now))
          .flatMap((session) => changes(now, rows.load({ session, batches: "all", activities: true })));
        for (const change of made) {
          rows.put(change);
          memory.noteChange(change);
        }
        rows.flush();
        return made.length;
      }),
    );
  }

  async retain({ olderThan, maxBytes, now = 0, evidenceOlderThan = 0 }: Port.RetainLimits): Promise<number> {
    return this.captured(({ removal, evidence }) => {
      const removed =
        evidence.removeOlderThan(evidenceOlderThan) + removal.olderThan(olderThan, now) + removal.toSize(maxBytes);
      removal.shrink();
      return removed;
    });
  }

  async makePrivate(session: string): Promise<number> {
    return this.captured(({ removal }) => removal.makePrivate(session));
  }

  async size(): Promise<Port.StoreSize> {
    return this.captured(({ db, removal }) => {
      const number = (sql: string) => db.prepare(sql).get()?.["n"];
      const oldest = number("SELECT min(at) AS n FROM events");
      return {
        events: Number(number("SELECT n FROM counts WHERE name = 'events'")),
        sessions: Number(number("SELECT count(*) AS n FROM sessions")),
        bytes: removal.usedBytes(),
        ...(typeof oldest === "number" ? { oldest } : {}),
      };
    });
  }

  async close(): Promise<void> {
    this.#parts.db.close();
  }

  /** Readers of derived rows process all pending events first. On a full disk, the existing rows are used. */
  protected captured<T>(work: (parts: Parts) => T): T {
    return this.mending((parts) => {
      try {
        while (parts.capturing.next());
      } catch (error) {
        if (!isEngineError(error) || damageIn(error) !== undefined) throw error;
      }
      return work(parts);
    });
  }

  /** Damage shows only when the file is read. Then it is moved aside, and the operation runs on a new file. */
  protected mending<T>(work: (parts: Parts) => T): T {
    try {
      return work(this.#parts);
    } catch (error) {
      const damage = damageIn(error);
      const { db, index, intake, capturing, memory } = this.#parts;
      intake.forget();
      capturing.forget();
      memory.reset();
      const mayMend = damage === "file" ? this.#options.mayReplace !== false : damage !== undefined && index.isBroken();
      if (!mayMend) throw error;
      if (damage !== "file") inTransaction(db, () => index.rebuild());
      else {
        db.close();
        const { parts, problem } = replaceDamaged(this.#options, error);
        this.#parts = parts;
        this.#problem = problem;
      }
      return work(this.#parts);
    }
  }
}
