/** The daemon: answers launchers, holds questions, and goes away by itself when nobody has needed it for long. */
import { randomBytes } from "node:crypto";
import { appendFileSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { Decision } from "../core/decision.js";
import type { LogFacts } from "../runtime/hook-log.js";
import type { Places } from "../runtime/platform/places.js";
import { Asks } from "./asks.js";
import { controlServer } from "./control.js";
import { serveConnection } from "./hook-connection.js";
import { type DaemonPlace, daemonPlace, dropLock, publishAddress, takeLock, withdrawAddress } from "./places.js";
import { takeCalls } from "./take-call.js";
import { WorkerFunctions } from "./worker-functions.js";

export interface DaemonOptions {
  readonly places: Places;
  readonly version: string;
  /** The program that launchers' fallback and background hooks run. */
  readonly program: string;
  readonly functionWorker: string;
  readonly idleExitMs?: number;
}

export interface RunningDaemon {
  readonly port: number;
  readonly done: Promise<string>;
  stop(why: string): void;
  watch(listener: (line: object) => void): () => void;
}

const MINUTE = 60_000;
/** DA-08: how long after the last event it counts as idle, asleep and deeply asleep; then it ends. */
const STATES = [
  ["active", 5 * MINUTE],
  ["idle", 30 * MINUTE],
  ["sleep", 90 * MINUTE],
] as const;
const IDLE_EXIT_MS = 90 * MINUTE;
/** Calls in hand get this long to be answered when it ends. */
const DRAIN_MS = 5_000;
const LOG_LIMIT = 10_000_000;

/** Undefined when another daemon runs already. Throws when its folder cannot be used. */
export async function startDaemon(options: DaemonOptions): Promise<RunningDaemon | undefined> {
  const place = daemonPlace(options.places);
  if (!takeLock(place)) return undefined;
  process.umask(0o077);
  const daemon = new Daemon(options, place);
  await daemon.listen();
  return daemon;
}

class Daemon implements RunningDaemon {
  readonly #options: DaemonOptions;
  readonly #place: DaemonPlace;
  readonly #token = randomBytes(32).toString("hex");
  readonly #watchers = new Set<(line: object) => void>();
  readonly #calls = new Set<Socket>();
  readonly #functions: WorkerFunctions;
  readonly #asks: Asks;
  readonly #hooks: Server;
  readonly #control: ReturnType<typeof controlServer>;
  readonly #startedAt = Date.now();
  #lastEventAt = Date.now();
  #events = 0;
  #finish!: (why: string) => void;
  #ending = false;
  readonly done = new Promise<string>((done) => {
    this.#finish = done;
  });

  constructor(options: DaemonOptions, place: DaemonPlace) {
    this.#options = options;
    this.#place = place;
    this.#functions = new WorkerFunctions(options.functionWorker, options.places.data);
    this.#asks = new Asks(place.asks, () => this.#tell({ asks: this.#asks.list() }));
    const take = takeCalls({
      ...options,
      token: this.#token,
      onOtherVersion: () => this.stop("a launcher of another version came"),
      extend: (call) => ({
        ...call,
        loadArtifact: this.#functions.load,
        hold: (question) => this.#asks.hold(call.adapter.name, question, call.signal!),
        onDecision: (facts, decision) => this.#onDecision(facts, decision),
      }),
    });
    this.#hooks = createServer((socket) => {
      this.#calls.add(socket);
      socket.on("close", () => this.#calls.delete(socket));
      serveConnection(socket, take);
    });
    this.#control = controlServer({
      status: () => this.status(),
      asks: this.#asks,
      stop: () => this.stop("it was asked to"),
      watch: (listener) => this.watch(listener),
    });
  }

  async listen(): Promise<void> {
    rmSync(this.#place.socket, { force: true }); // left by one that was ended; the lock is ours
    await new Promise<void>((done, fail) => this.#control.once("error", fail).listen(this.#place.socket, done));
    await new Promise<void>((done, fail) => this.#hooks.once("error", fail).listen(0, "127.0.0.1", done));
    publishAddress(this.#place, this.port, this.#token);
    const limit = this.#options.idleExitMs ?? IDLE_EXIT_MS;
    const timer = setInterval(() => this.#quietMs() > limit && this.stop("nobody needed it"), Math.min(limit, MINUTE));
    timer.unref();
  }

  get port(): number {
    return (this.#hooks.address() as AddressInfo).port;
  }

  status(): object {
    const quiet = this.#quietMs();
    return {
      pid: process.pid,
      version: this.#options.version,
      upSeconds: Math.round((Date.now() - this.#startedAt) / 1000),
      state: STATES.find(([, below]) => quiet < below)?.[0] ?? "deep sleep",
      events: this.#events,
      openAsks: this.#asks.list().length,
      memoryMb: Math.round(process.memoryUsage.rss() / 1_000_000),
    };
  }

  watch(listener: (line: object) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  stop(why: string): void {
    if (this.#ending) return;
    this.#ending = true;
    withdrawAddress(this.#place, this.#token); // from now on launchers answer by themselves
    this.#hooks.close();
    const finish = () => {
      for (const socket of this.#calls) socket.destroy();
      this.#control.closeAllConnections();
      this.#control.close();
      this.#functions.close();
      rmSync(this.#place.socket, { force: true });
      dropLock(this.#place);
      this.#finish(why);
    };
    if (this.#calls.size === 0) finish();
    else {
      const timer = setTimeout(finish, DRAIN_MS);
      this.#hooks.once("close", () => {
        clearTimeout(timer);
        finish();
      });
    }
  }

  #onDecision(facts: LogFacts, { verdict, hooks, notes }: Decision): void {
    this.#events++;
    this.#lastEventAt = Date.now();
    const ran = hooks.map(({ id, outcome, ms }) => ({ id, outcome, ms: Math.round(ms * 10) / 10 }));
    this.#tell({
      at: new Date().toISOString(),
      ...facts,
      decision: verdict,
      hooks: ran,
      notes: notes.map(({ code }) => code),
    });
  }

  #tell(line: object): void {
    for (const watcher of this.#watchers) watcher(line);
  }

  #quietMs(): number {
    return Date.now() - this.#lastEventAt;
  }
}

/** One line per thing worth knowing about the daemon itself; started anew when it has grown. */
export function logDaemon(place: DaemonPlace, text: string): void {
  try {
    if ((statSync(place.log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) rmSync(place.log);
    appendFileSync(place.log, `${new Date().toISOString()} ${text}\n`, { mode: 0o600 });
  } catch {
    // A log that cannot be written stops nothing.
  }
}
