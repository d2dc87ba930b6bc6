/**
 * Runs backtracking patterns (lookaround, backreferences) in a worker thread that is terminated on timeout. The worker
 * starts on first use; after a timeout the next test gets a new one.
 */
import type { Worker } from "node:worker_threads";
import type { SlowRegex } from "../../core/ports.js";

export interface SlowRegexLimits {
  /** Time limit of one test. */
  readonly testMs: number;
  /** Starting a thread takes longer than a test may; only the first answer waits for it. */
  readonly startMs: number;
}

const LIMITS: SlowRegexLimits = { testMs: 50, startMs: 2000 };

const WORKER = `
const { parentPort } = require("node:worker_threads");
const compiled = new Map();
parentPort.postMessage("ready");
parentPort.on("message", ({ id, source, text }) => {
  let pattern = compiled.get(source);
  if (!pattern) compiled.set(source, (pattern = new RegExp(source, "u")));
  parentPort.postMessage({ id, answer: pattern.test(text) });
});`;

type Waiting = {
  readonly source: string;
  readonly text: string;
  readonly done: (answer: boolean | "timeout") => void;
};

export class WorkerRegex implements SlowRegex {
  #worker: Worker | undefined;
  #ready = false;
  #busy: Waiting | undefined;
  readonly #queue: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #limits: SlowRegexLimits;

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  test(source: string, text: string): Promise<boolean | "timeout"> {
    return new Promise((done) => {
      this.#queue.push({ source, text, done });
      this.#next();
    });
  }

  close(): void {
    this.#stop();
    for (const waiting of this.#queue.splice(0)) waiting.done("timeout");
  }

  #next(): void {
    if (this.#busy !== undefined || this.#queue.length === 0) return;
    if (this.#worker === undefined) return this.#start();
    if (!this.#ready) return;
    this.#busy = this.#queue.shift()!;
    const { source, text } = this.#busy;
    this.#timer = setTimeout(() => this.#giveUp(), this.#limits.testMs);
    this.#worker.postMessage({ id: 0, source, text });
  }

  #start(): void {
    const { Worker: Thread } = process.getBuiltinModule("node:worker_threads");
    const worker = new Thread(WORKER, { eval: true, env: {}, execArgv: [], stdout: true, stderr: true });
    worker.unref();
    this.#worker = worker;
    this.#timer = setTimeout(() => this.#fail(), this.#limits.startMs);
    worker.on("message", (message: "ready" | { answer: boolean }) => {
      if (worker !== this.#worker) return; // of an abandoned test; its answer belongs to another question
      clearTimeout(this.#timer);
      if (message === "ready") this.#ready = true;
      else this.#settle(message.answer);
      this.#next();
    });
    worker.once("error", () => {
      if (worker === this.#worker) this.#fail();
    });
  }

  #giveUp(): void {
    this.#stop();
    this.#settle("timeout");
    this.#next();
  }

  /** No worker available: report undecided instead of waiting. */
  #fail(): void {
    this.#stop();
    this.#settle("timeout");
    for (const waiting of this.#queue.splice(0)) waiting.done("timeout");
  }

  #settle(answer: boolean | "timeout"): void {
    const busy = this.#busy;
    this.#busy = undefined;
    busy?.done(answer);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#ready = false;
  }
}
