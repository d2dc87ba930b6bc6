/**
 * Stores a record after its answer was sent: in the store or, while that cannot be used, in the spool for a later
 * import. A store that could not be opened is retried.
 */
import { ADAPTERS } from "../../adapters/_registry.js";
import { type Finding, finding } from "../../core/errors.js";
import { withoutEvidence } from "../../core/records/evidence.js";
import type { EventRecord } from "../../core/records/records.js";
import type { Receipt, StorePort } from "../../core/records/store.js";
import { lookUp } from "../../core/text/json.js";
import { type LostRecords, readLost, saveLost, withLost } from "../../runtime/record/lost-records.js";
import { type Spooled, spool } from "../../runtime/record/spool.js";
import { FileReads } from "./file-reads.js";
import { ingestSpool } from "./ingest-spool.js";
import { ReadAhead } from "./read-ahead.js";
import { StoreThread } from "./store-thread.js";

export interface KeeperOptions {
  readonly script: string;
  readonly file: string;
  /** Where the daemon was started. */
  readonly project: string;
  /** Our state directory, with the spool. */
  readonly state: string;
  /** False: the settings disable complete inputs. */
  readonly keepsEvidence: boolean;
  /** Reports a problem to the user. */
  tell(text: string): void;
  /** An event that a program without the daemon left was stored. */
  onLate(record: EventRecord): void;
}

const RETRY_MS = 5_000;
const LOOK_EVERY_MS = 1_000;

export class RecordKeeper {
  /** Always the currently open one. */
  readonly store = new Proxy({} as StorePort, {
    get: (_, name) => this.#thread.port[name as keyof StorePort],
  });
  readonly #options: KeeperOptions;
  readonly #ahead = new ReadAhead((agent) => lookUp(ADAPTERS, agent), new FileReads().readEnd);
  #thread: StoreThread;
  #retry: NodeJS.Timeout | undefined;
  #taking: Promise<void> | undefined;
  #lastReport = "";
  #closed = false;
  /** Why the last record could not be stored. */
  #trouble: Finding | undefined;
  /** Since the store was last usable. */
  #dropped = 0;
  /** Of the last days, including before this process. */
  #lost: LostRecords | undefined;
  #lostIsSaved = true;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #lastSpooled: Spooled = { written: true, file: "" };

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#lost = readLost(options.state);
    this.#thread = this.#open();
  }

  get problem(): Finding | undefined {
    return this.#trouble ?? this.#thread.problem;
  }

  get lost(): LostRecords | undefined {
    return this.#lost;
  }

  get waiting(): number {
    return this.#ahead.waiting + this.#thread.waiting;
  }

  /** Never rejects. Undefined if it waits in the spool, or was lost. */
  async keep(record: EventRecord): Promise<Receipt | undefined> {
    try {
      return (await this.append([record]))[0];
    } catch (error) {
      this.#spoolInstead(this.#storable(record), error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  /** Rejects if the store fails. */
  async append(records: readonly EventRecord[]): Promise<readonly Receipt[]> {
    try {
      const receipts = await this.#ahead.pass(
        records.map((record) => this.#storable(record)),
        (complete) => this.#thread.port.append(complete),
      );
      if (this.#trouble !== undefined) this.#storeRecovered();
      return receipts;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#trouble ??= finding("STORE_UNUSABLE", why, { file: this.#options.file });
      throw error;
    }
  }

  #storable(record: EventRecord): EventRecord {
    return this.#options.keepsEvidence ? record : withoutEvidence(record);
  }

  /** Free space is checked once per second: that reads a directory which may be large. */
  #spool(record: EventRecord): Spooled {
    const now = performance.now();
    const known = now - this.#lookedAt < LOOK_EVERY_MS;
    if (known && !this.#lastSpooled.written) return this.#lastSpooled;
    if (!known) this.#lookedAt = now;
    this.#lastSpooled = spool(this.#options.state, record, { hasRoom: known });
    return this.#lastSpooled;
  }

  /** Imports what programs without the daemon have written. */
  takeSpooled(): Promise<void> {
    this.#taking ??= ingestSpool(this.#options.state, (records) => this.#appendLate(records)).then(
      ({ damaged, problem }) => {
        this.#taking = undefined;
        if (problem !== undefined) this.#reportOnce(`the spool: ${problem}`);
        for (const file of damaged)
          this.#options.tell(`the spool contained an invalid file, it was moved aside: ${file}`);
      },
    );
    return this.#taking;
  }

  async #appendLate(records: readonly EventRecord[]): Promise<readonly Receipt[]> {
    const receipts = await this.append(records);
    const stored = new Set(receipts.filter(({ outcome }) => outcome === "stored").map(({ id }) => id));
    for (const record of records) if (stored.has(record.id)) this.#options.onLate(record);
    return receipts;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#taking;
    await this.#ahead.settled();
    this.#saveLost();
    await this.#thread.port.close();
  }

  #spoolInstead(record: EventRecord, why: string): void {
    const spooled = this.#spool(record);
    if (!spooled.written) {
      this.#dropped++;
      this.#lost = withLost(this.#lost, record.at);
      this.#lostIsSaved = false;
    }
    const where = spooled.written ? "records wait in the spool" : `records are dropped: ${spooled.why}`;
    this.#reportOnce(`the store: ${why}; ${where}`);
    const so = this.#dropped === 0 ? where : `${this.#dropped} records were dropped`;
    this.#trouble = finding("STORE_UNUSABLE", `${why}; ${so}`, { file: this.#options.file });
  }

  #storeRecovered(): void {
    const lost = this.#dropped === 0 ? "no record was" : `${this.#dropped} records were`;
    this.#reportOnce(`the store can be used again, ${lost} dropped meanwhile`);
    this.#trouble = undefined;
    this.#dropped = 0;
    this.#saveLost();
    void this.takeSpooled();
  }

  /** Not immediately: the disk has just failed. */
  #saveLost(): void {
    if (this.#lost !== undefined && !this.#lostIsSaved) this.#lostIsSaved = saveLost(this.#options.state, this.#lost);
  }

  #open(): StoreThread {
    const { script, file, project, tell } = this.#options;
    const thread = new StoreThread(script, { file, project }, tell);
    void thread.opened.then((usable) => {
      if (thread.problem !== undefined) this.#reportOnce(`the store: ${thread.problem.message}`);
      if (usable) void this.takeSpooled();
    });
    void thread.over.then(() => {
      if (this.#closed) return;
      this.#retry = setTimeout(() => {
        this.#thread = this.#open();
      }, RETRY_MS).unref();
    });
    return thread;
  }

  #reportOnce(text: string): void {
    if (text === this.#lastReport) return;
    this.#lastReport = text;
    this.#options.tell(text);
  }
}
