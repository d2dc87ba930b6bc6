/** Periodic tasks of the daemon, and those that its settings enable. */
import { setTimeout as wait } from "node:timers/promises";
import { isConfirmed } from "../../client/channel-consent.js";
import type { EventRecord } from "../../core/records/records.js";
import type { RetainLimits } from "../../core/records/store.js";
import { monotonicClock } from "../../runtime/platform/clock.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import type { LogTag } from "../api.js";
import type { BackupSchedule } from "../backup/schedule.js";
import type { CallService } from "../calls/call-service.js";
import type { OtelExporter } from "../otlp-export/exporter.js";
import { createWatcher, type FileChange, type Watcher } from "../watch/watcher.js";
import type { DaemonSettings } from "./settings.js";

export interface ChoresOptions {
  readonly work: CallService;
  readonly settings: DaemonSettings;
  readonly places: AppPaths;
  /** Where the daemon was started. */
  readonly project: string;
  /** No channel approves. */
  readonly needsPasskey: boolean;
  /** 0 = never. */
  readonly idleExitMs: number;
  /** Current calls. */
  busy(): number;
  /** True if agents can still find it. */
  canBeFound(): boolean;
  /** It may exit, with the reason. */
  onIdle(why: string): void;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const RETAIN_EVERY = 60;
const PAUSE_MS = 100;

const KEEP_FAILED = "old memories were not removed; tried again in an hour";

export class Maintenance {
  readonly #options: ChoresOptions;
  #timer: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #watcher: Watcher | undefined;
  #exporter: OtelExporter | undefined;
  #backups: BackupSchedule | undefined;
  #minutes = 0;
  #isEnding = false;

  constructor(options: ChoresOptions) {
    this.#options = options;
  }

  async begin(): Promise<void> {
    const { work, settings, places, idleExitMs, busy, onIdle } = this.#options;
    this.#timer = setInterval(() => this.#everyMinute(), MINUTE).unref();
    if (idleExitMs > 0) {
      const look = () =>
        busy() === 0 &&
        work.quietMs > idleExitMs &&
        work.asks.open().length === 0 &&
        (work.channels?.cards ?? 0) === 0 &&
        onIdle("idle");
      this.#idle = setInterval(look, Math.min(idleExitMs, MINUTE)).unref();
    }
    sweepThreads(places).catch(this.#failed("old threads were not removed; tried again in an hour"));
    work.asks
      .restore()
      .then(({ problem }) => {
        if (problem !== undefined)
          work.services.log("ERROR", `open questions of the last daemon could not be read: ${problem}`);
        return this.#openChannels();
      })
      .catch(this.#failed("channels were not opened"));
    work.memory.keep().catch(this.#failed(KEEP_FAILED));
    if (settings.backup.auto) this.#openBackups().catch(this.#failed("no backups are made"));
    if (settings.watch.length > 0)
      this.#watcher = createWatcher({
        paths: settings.watch,
        onChange: (change) => this.#fileChanged(change),
        onProblem: ({ path, problem }) => work.services.log("ERROR", `not watched: ${path}: ${problem}`),
      });
    if (settings.otlp.endpoint !== "") {
      const { createOtelExporter } = await import("../otlp-export/exporter.js");
      this.#exporter = createOtelExporter(settings.otlp);
      work.onRecord((record: EventRecord) => this.#exporter?.take(record));
    }
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    clearInterval(this.#idle);
    this.#watcher?.close();
    this.#isEnding = true;
    this.#backups?.end();
    this.#options.work.channels?.close();
    await this.#exporter?.close();
    const { dropped = 0, problem } = this.#exporter ?? {};
    if (dropped > 0) this.#options.work.services.log("ERROR", `${dropped} spans were not sent: ${problem}`);
  }

  /** Its part of the work is not done; the rest of the daemon goes on. */
  #failed(what: string): (error: unknown) => void {
    return (error) =>
      this.#options.work.services.log("ERROR", `${what}: ${error instanceof Error ? error.message : String(error)}`);
  }

  async #openBackups(): Promise<void> {
    const { work, settings, places, project } = this.#options;
    const log = (tag: LogTag, text: string) => work.services.log(tag, text);
    const [{ BackupSchedule }, { settingsOf }] = await Promise.all([
      import("../backup/schedule.js"),
      import("../backup/settings.js"),
    ]);
    this.#backups = new BackupSchedule({ places, settings: await settingsOf(settings.backup, places, project), log });
    if (!this.#isEnding) this.#backups.look();
  }

  async #openChannels(): Promise<void> {
    const { work, settings, places, needsPasskey } = this.#options;
    if (Object.keys(settings.approvals.channels).length === 0) return;
    const { ChannelHub } = await import("../channels/hub.js");
    work.channels = await ChannelHub.open({
      settings: settings.approvals,
      places,
      queue: work.asks,
      store: work.records.store,
      clock: monotonicClock,
      environment: process.env,
      mayApprove: () => !needsPasskey && isConfirmed(places.data, settings.approvals.channels),
      now: () => Date.now(),
      isAttended: () => work.isAttended,
      isAway: () => work.away !== undefined,
      log: (text) => work.services.log("DAEMON", `channel ${text}`),
    });
    if (this.#isEnding) work.channels.close();
  }

  #everyMinute(): void {
    if (!this.#options.canBeFound()) return this.#options.onIdle("its socket was removed, so clients cannot find it");
    const { store } = this.#options.work.records;
    const { places, settings } = this.#options;
    const { days, megabytes, evidenceDays } = settings.retention;
    void this.#options.work.records.takeSpooled();
    void this.#options.work.releaseUnattended();
    this.#backups?.look();
    store.recover(Date.now()).catch(() => {}); // reported elsewhere: the store cannot be used
    if (this.#minutes++ % RETAIN_EVERY !== 0) return;
    sweepThreads(places).catch(this.#failed("old threads were not removed; tried again in an hour"));
    this.#options.work.memory.keep().catch(this.#failed(KEEP_FAILED));
    void this.#retain({
      olderThan: Date.now() - days * DAY,
      maxBytes: megabytes * 1_000_000,
      evidenceOlderThan: Date.now() - evidenceDays * DAY,
      now: Date.now(),
    });
  }

  async #retain(limits: RetainLimits): Promise<void> {
    try {
      while ((await this.#options.work.records.store.retain(limits)) > 0) await wait(PAUSE_MS);
    } catch {
      // The store cannot be used now; reported elsewhere, and retried in an hour.
    }
  }

  /** EV-23: an event without an agent; hooks of the directory see it. */
  #fileChanged({ path, kind }: FileChange): void {
    const cwd = path.slice(0, Math.max(1, path.lastIndexOf("/")));
    const payload = { hook_event_name: "FileChanged", file_path: path, event: kind, cwd };
    this.#options.work.services.tell({
      agent: "claude-code",
      event: "FileChanged",
      payload,
      cwd,
      environment: process.env,
      way: "watcher",
    });
  }
}

/** What killed processes left of turns. */
async function sweepThreads(places: AppPaths): Promise<void> {
  const [{ ThreadFiles }, { threadsFolder }, { sweepTurns }] = await Promise.all([
    import("../../runtime/threads/thread-files.js"),
    import("../../runtime/threads/thread-places.js"),
    import("../../runtime/threads/turn-files.js"),
  ]);
  await sweepTurns(new ThreadFiles(threadsFolder(places)), places);
}
