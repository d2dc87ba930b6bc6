/**
 * Reads the files that records reference before the records are stored: outside the committing thread, without blocking
 * this one. Records of a session stay in order; others do not wait for them.
 */
import type { EventRecord } from "../../core/records/records.js";
import { type AdapterFor, enrich, filesOf, type ReadEnd } from "./enrich.js";

export class ReadAhead {
  readonly #adapterFor: AdapterFor;
  readonly #read: ReadEnd;
  /** The last group of records being read, by session. */
  readonly #last = new Map<string, Promise<unknown>>();
  #waiting = 0;

  constructor(adapterFor: AdapterFor, read: ReadEnd) {
    this.#adapterFor = adapterFor;
    this.#read = read;
  }

  /** Records that wait for a file. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Calls `store` with the complete records, after all earlier ones of the same sessions. */
  pass<T>(records: readonly EventRecord[], store: (complete: readonly EventRecord[]) => Promise<T>): Promise<T> {
    const sessions = new Set(records.flatMap(({ session }) => session ?? []));
    const earlier = [...sessions].flatMap((session) => this.#last.get(session) ?? []);
    if (earlier.length === 0 && !records.some((record) => this.#hasFiles(record))) return store(records);
    this.#waiting += records.length;
    const passed = this.#complete(records, earlier).then((complete) => {
      this.#waiting -= records.length;
      for (const session of sessions) if (this.#last.get(session) === passed) this.#last.delete(session);
      // In an object: the next records wait until `store` is called, not until it is done.
      return { stored: store(complete) };
    });
    for (const session of sessions) this.#last.set(session, passed);
    return passed.then(({ stored }) => stored);
  }

  /** Resolves when all records so far have been passed on. */
  async settled(): Promise<void> {
    await Promise.all(this.#last.values());
  }

  async #complete(records: readonly EventRecord[], earlier: readonly Promise<unknown>[]): Promise<EventRecord[]> {
    const read = records.map((record) =>
      this.#hasFiles(record) ? enrich(record, this.#adapterFor, this.#read) : record,
    );
    await Promise.all(earlier);
    return Promise.all(read);
  }

  #hasFiles(record: EventRecord): boolean {
    const { transcript, plan } = filesOf(record, this.#adapterFor);
    return transcript !== undefined || plan !== undefined;
  }
}
