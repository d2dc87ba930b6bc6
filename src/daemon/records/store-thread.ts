/**
 * The daemon's client of the store thread. Records that arrive during a commit go together into the next one, so that
 * many agents share one sync.
 */
import { Worker } from "node:worker_threads";
import type { Finding } from "../../core/errors.js";
import type { EventRecord } from "../../core/records/records.js";
import type { Receipt, StorePort } from "../../core/records/store.js";
import type { StoreReply, StoreRequest, StoreWorkerData } from "./store-worker.js";

interface Waiting {
  done(result: unknown): void;
  fail(error: Error): void;
}

interface Appending {
  readonly records: readonly EventRecord[];
  done(receipts: readonly Receipt[]): void;
  fail(error: Error): void;
}

/** A larger batch would delay the next one. */
const GROUP_RECORDS = 2_000;
/** A disk that hangs must not fill the memory. */
const MOST_WAITING = 20_000;

export class StoreThread {
  readonly #worker: Worker;
  readonly #log: (text: string) => void;
  readonly #open = new Map<number, Waiting>();
  #queue: Appending[] = [];
  #committing = false;
  #next = 0;
  #gone: Error | undefined;
  #problem: Finding | undefined;
  /** True if the store can be used. */
  readonly opened: Promise<boolean>;
  /** Settles when it can no longer be used. */
  readonly over: Promise<void>;
  readonly port: StorePort;

  constructor(script: string, data: StoreWorkerData, log: (text: string) => void) {
    this.#log = log;
    this.#worker = new Worker(script, {
      workerData: data,
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.opened = new Promise((done) => {
      this.#worker.on("message", (reply: StoreReply) => "opened" in reply && done(reply.opened));
      this.#worker.once("exit", () => done(false));
    });
    this.over = new Promise((done) => void this.#worker.once("exit", () => done()));
    this.#worker.on("message", (reply: StoreReply) => this.#onReply(reply));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("the thread of the store ended")));
    this.port = this.#createPort();
  }

  /** The problem of the file, if any. */
  get problem(): Finding | undefined {
    return this.#problem;
  }

  /** Records that are not durable yet. */
  get waiting(): number {
    return this.#queue.reduce((sum, { records }) => sum + records.length, 0);
  }

  #createPort(): StorePort {
    const call =
      <M extends keyof StorePort>(method: M) =>
      (...args: Parameters<StorePort[M]>) =>
        this.#ask(method, args) as ReturnType<StorePort[M]>;
    return {
      append: (records) => this.#append(records),
      events: call("events"),
      toolCalls: call("toolCalls"),
      evidence: call("evidence"),
      sessions: call("sessions"),
      session: call("session"),
      stats: call("stats"),
      figures: call("figures"),
      search: call("search"),
      rebuildSearch: call("rebuildSearch"),
      addAsk: call("addAsk"),
      changeAsk: call("changeAsk"),
      asks: call("asks"),
      recall: call("recall"),
      injectable: call("injectable"),
      noteShown: call("noteShown"),
      shownIn: call("shownIn"),
      memories: call("memories"),
      memory: call("memory"),
      addMemory: call("addMemory"),
      changeMemory: call("changeMemory"),
      forget: call("forget"),
      memoryCounts: call("memoryCounts"),
      holdoutCounts: call("holdoutCounts"),
      keepMemories: call("keepMemories"),
      processMemory: call("processMemory"),
      rebuildMemory: call("rebuildMemory"),
      takeObservation: call("takeObservation"),
      settleObservation: call("settleObservation"),
      observerCounts: call("observerCounts"),
      recover: call("recover"),
      retain: call("retain"),
      makePrivate: call("makePrivate"),
      size: call("size"),
      close: async () => {
        if (this.#gone === undefined) await call("close")().catch(() => {});
        await this.#worker.terminate();
      },
    };
  }

  #ask(method: keyof StorePort, args: readonly unknown[]): Promise<unknown> {
    if (this.#gone !== undefined) return Promise.reject(this.#gone);
    return new Promise((done, fail) => {
      const id = this.#next++;
      this.#open.set(id, { done, fail });
      this.#worker.postMessage({ id, method, args } satisfies StoreRequest);
    });
  }

  #append(records: readonly EventRecord[]): Promise<readonly Receipt[]> {
    if (this.waiting > MOST_WAITING) return Promise.reject(new Error("too many records wait for the disk"));
    return new Promise((done, fail) => {
      this.#queue.push({ records, done, fail });
      if (!this.#committing) void this.#commit();
    });
  }

  async #commit(): Promise<void> {
    this.#committing = true;
    while (this.#queue.length > 0) {
      const group = this.#takeGroup();
      try {
        const receipts = (await this.#ask("append", [group.flatMap(({ records }) => records)])) as readonly Receipt[];
        let from = 0;
        for (const { records, done } of group) {
          done(receipts.slice(from, from + records.length));
          from += records.length;
        }
      } catch (error) {
        for (const { fail } of group) fail(error as Error);
      }
    }
    this.#committing = false;
  }

  #takeGroup(): Appending[] {
    let size = 0;
    const end = this.#queue.findIndex(({ records }) => {
      size += records.length;
      return size >= GROUP_RECORDS;
    });
    return this.#queue.splice(0, end === -1 ? this.#queue.length : end + 1);
  }

  #onReply(reply: StoreReply): void {
    if ("log" in reply) return this.#log(reply.log);
    this.#problem = "problem" in reply ? reply.problem : this.#problem;
    if ("opened" in reply) {
      if (!reply.opened) this.#fail(new Error(reply.problem.message));
      return;
    }
    const waiting = this.#open.get(reply.id);
    this.#open.delete(reply.id);
    if ("error" in reply) waiting?.fail(new Error(reply.error));
    else waiting?.done(reply.result);
  }

  #fail(error: Error): void {
    this.#gone ??= error;
    for (const { fail } of this.#open.values()) fail(error);
    this.#open.clear();
  }
}
