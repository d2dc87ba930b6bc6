/** The daemon: answers clients, holds questions, stores records, and exits when it was idle for long. */

import { rmSync } from "node:fs";
import type { Server as HttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ADAPTERS } from "../adapters/_registry.js";
import { acquireDaemonLock, holderOf, sayStillThere, stopBeingTheOne } from "../client/daemon-lock.js";
import { isPasskeyOnly, keepPasskeyOnly } from "../client/passkey-only.js";
import { provesPage } from "../client/person-proof.js";
import { storeFile } from "../client/store-file.js";
import { formatFinding } from "../core/errors.js";
import { writePrivateFile } from "../disk/files.js";
import { type DaemonPlace, daemonPlace, preparePlace } from "../runtime/platform/daemon-paths.js";
import type { AppPaths } from "../runtime/platform/paths.js";
import { useInstallKey } from "../runtime/platform/redaction-tags.js";
import { sweepLeftovers } from "../runtime/platform/sweep-leftovers.js";
import { hookLogFile } from "../runtime/record/hook-log.js";
import { isStopped } from "../sources/discover/stop-flag.js";
import type { DaemonServices, DaemonStatus, LogTag } from "./api.js";
import { acceptCalls } from "./calls/accept-call.js";
import { CallService } from "./calls/call-service.js";
import { connectionLimit } from "./calls/connection-limit.js";
import { serveConnection } from "./calls/hook-connection.js";
import { ReleasedCalls } from "./calls/release.js";
import { createApiServer } from "./http/server.js";
import { limitHeapGrowth } from "./lifecycle/heap-growth.js";
import { isStillThere, listenOnPort, listenOnSocket, type OwnSocket } from "./lifecycle/listen.js";
import { Maintenance } from "./lifecycle/maintenance.js";
import { type LoadedSettings, lateMs } from "./lifecycle/settings.js";
import { ensureTokens, type Tokens } from "./lifecycle/tokens.js";
import { LocalPage } from "./local-page/local-page.js";
import { listenForOak } from "./oak/listen-for-oak.js";
import { oakProject } from "./oak/oak-port.js";
import { daemonLogLine } from "./records/daemon-log.js";
import { LogWriter } from "./records/log-writer.js";

export interface DaemonOptions {
  readonly places: AppPaths;
  readonly version: string;
  /** The program for background hooks. */
  readonly program: string;
  /** Directory of its thread scripts. */
  readonly scripts: string;
  readonly settings: LoadedSettings;
  /** The project it was started in: where OAK's scripts may look for it. */
  readonly project: string;
  /** Overrides the settings; shortens intervals in tests. */
  readonly idleExitMs?: number;
}

export interface RunningDaemon {
  readonly services: DaemonServices;
  readonly place: DaemonPlace;
  /** Why it ended. */
  readonly done: Promise<string>;
}

/** Time for current calls to be answered when it ends. */
const DRAIN_MS = 5_000;
/** The local page has codes and sessions instead. */
const NO_TOKENS: Tokens = { hooks: "", control: "" };
/** A disk that hangs does not keep it from ending. */
const LOG_MS = 2_000;

/** Returns the PID of the running daemon instead, if there is one. Rejects if its directory cannot be used. */
export async function startDaemon(options: DaemonOptions): Promise<RunningDaemon | { readonly holder: number }> {
  const place = daemonPlace(options.places);
  preparePlace(place);
  if (!(await acquireDaemonLock(place))) return { holder: holderOf(place) ?? 0 };
  process.umask(0o077);
  limitHeapGrowth();
  useInstallKey(options.places.data);
  sweepLeftovers(options.places.state);
  const daemon = new Daemon(options, place);
  try {
    await daemon.begin();
  } catch (error) {
    await daemon.stop("it could not start");
    throw error;
  }
  return daemon;
}

class Daemon implements RunningDaemon {
  readonly place: DaemonPlace;
  readonly services: DaemonServices;
  readonly #options: DaemonOptions;
  readonly #work: CallService;
  readonly #chores: Maintenance;
  readonly #logs = new LogWriter();
  readonly #calls = new Set<Socket>();
  readonly #released = new ReleasedCalls();
  readonly #sockets: OwnSocket[] = [];
  readonly #hooks: Server;
  readonly #apis: HttpServer[] = [];
  readonly #startedAt = Date.now();
  readonly #allowWith: DaemonStatus["allowWith"];
  #port = 0;
  #oak: DaemonStatus["oak"];
  #ending: Promise<void> | undefined;
  #finish!: (why: string) => void;
  readonly done = new Promise<string>((done) => {
    this.#finish = done;
  });

  constructor(options: DaemonOptions, place: DaemonPlace) {
    this.#options = options;
    this.place = place;
    const log = (tag: LogTag, text: string) => this.#logs.add(place.log, daemonLogLine(Date.now(), tag, text));
    this.#allowWith = allowedWith(options, (text) => log("ERROR", text));
    this.#work = new CallService({
      places: options.places,
      program: options.program,
      functionRunner: join(options.scripts, "function-runner.cjs"),
      storeWorker: join(options.scripts, "store-worker.cjs"),
      storeFile: storeFile(options.places),
      project: options.project,
      keepsEvidence: options.settings.settings.retention.evidenceDays > 0,
      announces: options.settings.settings.approvals.desktop,
      needsPasskey: this.#allowWith === "passkey",
      lateMs: lateMs(options.settings.settings.approvals),
      longestAskMs: options.settings.settings.approvals.waitMinutes * 60_000,
      hasChannels: Object.keys(options.settings.settings.approvals.channels).length > 0,
      log,
      hookLog: (line) => this.#logs.add(hookLogFile(options.places.state), line),
    });
    this.services = {
      ...this.#work.services,
      page: new LocalPage({
        folder: join(options.scripts, "page"),
        data: options.places.data,
        createServer: () => this.#pageServer(),
        isProven: (proof) => provesPage(options.places.data, proof),
        now: () => performance.now(),
      }),
      threads: async () =>
        new (await import("./threads/thread-service.js")).ThreadService(options.places, options.program),
      status: () => this.#status(),
      stop: (why) => void this.stop(why),
      halt: () =>
        isStopped(options.places) ? { rejected: this.#work.halt(), ended: this.#released.halt() } : undefined,
    };
    const { settings } = options.settings;
    this.#chores = new Maintenance({
      work: this.#work,
      places: options.places,
      settings,
      project: options.project,
      needsPasskey: this.#allowWith === "passkey",
      idleExitMs: options.idleExitMs ?? settings.idleExitMinutes * 60_000,
      busy: () => this.#calls.size + this.#released.size,
      canBeFound: () => {
        sayStillThere(place);
        return this.#sockets.every(isStillThere);
      },
      onIdle: (why) => void this.stop(why),
    });
    const accept = acceptCalls({
      ...options,
      onNewerClient: () => void this.stop("a newer version was installed"),
      onBroken: (error) => this.#onBroken(error),
      hostFor: (call, { setFallback }) => this.#work.hostFor(call, setFallback),
      onAnswered: (decided) => this.#work.onAnswered(decided),
      released: this.#released,
      memoryAnswers: (event) => this.#work.memory.mayAnswer(event),
    });
    this.#hooks = createServer((socket) => {
      this.#calls.add(socket);
      socket.on("close", () => this.#calls.delete(socket));
      void serveConnection(socket, accept);
    });
    this.#hooks.maxConnections = connectionLimit();
  }

  async begin(): Promise<void> {
    const tokens = ensureTokens(this.place.tokens);
    const { publicUrl } = this.#options.settings.settings.approvals;
    const publicHost = publicUrl === undefined ? {} : { publicHost: new URL(publicUrl).host };
    const api = () => {
      const server = createApiServer({ services: this.services, tokens, otlp: true, ...publicHost });
      this.#apis.push(server);
      return server;
    };
    const { settings, findings } = this.#options.settings;
    this.#sockets.push(await listenOnSocket(api(), this.place.controlSocket));
    this.#port = await listenOnPort(api(), settings.port).catch((error: Error) => {
      // No loopback interface, or the port is in use: the sockets still work.
      this.services.log("ERROR", `no port: ${error.message}`);
      return 0;
    });
    if (settings.oak.port !== undefined) await this.#listenForOak(settings.oak.port, tokens);
    if (settings.cortex.port !== undefined) await this.#listenForCortex(settings.cortex.port, tokens);
    this.#sockets.push(await listenOnSocket(this.#hooks, this.place.hooksSocket));
    const address = { pid: process.pid, port: this.#port, version: this.#options.version, startedAt: this.#startedAt };
    writePrivateFile(this.place.address, JSON.stringify(address));
    rmSync(this.place.stopped, { force: true });
    for (const found of findings) this.services.log("ERROR", `settings: ${formatFinding(found)}`);
    this.services.log("DAEMON", `started, version ${this.#options.version}, port ${this.#port}`);
    await this.#chores.begin();
    await this.#restoreWiring();
  }

  #pageServer(): HttpServer {
    const server = createApiServer({ services: this.services, tokens: NO_TOKENS, page: this.services.page });
    this.#apis.push(server);
    return server;
  }

  async #restoreWiring(): Promise<void> {
    const { restoreProjectWiring } = await import("../runtime/wiring/restore-wiring.js");
    for (const file of restoreProjectWiring(this.#options.places, Object.values(ADAPTERS)))
      this.services.log("DAEMON", `wrote ${file} again, which had been deleted; \`snaphook uninstall\` removes it`);
  }

  /** DA-05: OAK's scripts look for it on a port of the project the daemon was started in. */
  async #listenForOak(wanted: "project" | number, tokens: Tokens): Promise<void> {
    const project = oakProject(this.#options.project);
    const server = createApiServer({ services: this.services, tokens, project });
    this.#apis.push(server);
    this.#oak = await listenForOak(server, wanted, project);
    const { port, problem } = this.#oak;
    if (problem === undefined) this.services.log("DAEMON", `OAK's scripts of ${project} reach it on port ${port}`);
    else this.services.log("ERROR", `OAK's scripts of ${project} cannot reach it: ${problem}`);
  }

  /** DA-06: Cortex's scripts take the port and the token from these variables. */
  async #listenForCortex(configured: number, { hooks }: Tokens): Promise<void> {
    const { WEBHOOK_PORT = "", CORTEX_WEBHOOK_TOKEN } = process.env;
    const wanted = /^\d{1,5}$/.test(WEBHOOK_PORT) ? Number(WEBHOOK_PORT) : configured;
    const tokens = { hooks: CORTEX_WEBHOOK_TOKEN || hooks, control: "" };
    const server = createApiServer({ services: this.services, tokens, cortex: true });
    this.#apis.push(server);
    try {
      const port = await listenOnPort(server, wanted);
      this.services.log("DAEMON", `Cortex's scripts reach it on port ${port}`);
    } catch (error) {
      this.services.log("ERROR", `Cortex's scripts cannot reach it on port ${wanted}: ${(error as Error).message}`);
    }
  }

  /** Modules are loaded on first use; if their directory was removed, another daemon has to take over. */
  #onBroken(error: Error & { code?: string }): void {
    this.services.log("ERROR", `a call could not be prepared: ${error.message}`);
    if (/MODULE_NOT_FOUND$/.test(error.code ?? "")) void this.stop("its program was removed");
  }

  stop(why: string): Promise<void> {
    this.#ending ??= this.#end(why);
    return this.#ending;
  }

  async #end(why: string): Promise<void> {
    // Closing a server removes whatever has its name by now.
    const own = holderOf(this.place) === process.pid && this.#sockets.every(isStillThere);
    if (own) for (const file of [this.place.hooksSocket, this.place.address]) rmSync(file, { force: true });
    this.#work.asks.releaseAll();
    await this.#drain(own);
    await this.#chores.end();
    for (const api of this.#apis) {
      if (own) api.close();
      else api.unref(); // it ends with the process
      api.closeAllConnections();
    }
    await this.#work.close();
    this.services.log("DAEMON", `ended: ${why}`);
    // The caller waits for the process to exit: only the disk may delay it.
    await Promise.race([this.#logs.flush(), wait(LOG_MS, undefined, { ref: false })]);
    stopBeingTheOne(this.place);
    this.#finish(why);
  }

  /** New clients answer without the daemon; current ones get an answer, if it does not take too long. */
  async #drain(own: boolean): Promise<void> {
    if (own) this.#hooks.close();
    else this.#hooks.unref();
    const isBusy = () => this.#calls.size > 0 || this.#released.size > 0;
    for (const until = Date.now() + DRAIN_MS; isBusy() && Date.now() < until; ) await wait(10);
    for (const socket of this.#calls) socket.destroy();
    this.#released.end();
  }

  #status(): DaemonStatus {
    const { problem, lost, waiting, events, quietMs } = this.#work;
    return {
      pid: process.pid,
      version: this.#options.version,
      startedAt: this.#startedAt,
      upSeconds: Math.round((Date.now() - this.#startedAt) / 1000),
      state: idleState(quietMs),
      port: this.#port,
      ...(this.#oak === undefined ? {} : { oak: this.#oak }),
      events,
      openAsks: this.#work.asks.open().length,
      attended: this.#work.isAttended,
      allowWith: this.#allowWith,
      channels: [...(this.#work.channels?.states ?? [])],
      ...(this.#work.away === undefined ? {} : { awayUntil: this.#work.away.until }),
      memoryMb: Math.round(process.memoryUsage.rss() / 1_000_000),
      store: {
        ok: problem === undefined,
        file: storeFile(this.#options.places),
        waiting,
        ...(problem === undefined ? {} : { problem: problem.message }),
        ...(lost === undefined ? {} : { lost }),
      },
    };
  }
}

/** The setting, which is kept: an agent that edits the file removes nothing. It holds for the life of this daemon. */
function allowedWith(
  { places, settings: { settings } }: Pick<DaemonOptions, "places" | "settings">,
  log: (text: string) => void,
): DaemonStatus["allowWith"] {
  if (settings.approvals.allowWith === "code") return isPasskeyOnly(places) ? "passkey" : "code";
  try {
    keepPasskeyOnly(places, Date.now());
  } catch (error) {
    log(`allowWith could not be kept: ${(error as Error).message}`);
  }
  return "passkey";
}

const MINUTE = 60_000;

/** From the time since the last request (DA-08). */
function idleState(quietMs: number): DaemonStatus["state"] {
  if (quietMs < 5 * MINUTE) return "active";
  if (quietMs < 30 * MINUTE) return "idle";
  return quietMs < 90 * MINUTE ? "sleep" : "deep sleep";
}
