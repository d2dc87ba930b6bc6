/** Handles a call from any transport: hooks, held questions, the record, and subscribers. */
import type { NativeAnswer } from "../../adapters/contract.js";
import type { ApprovalQueue } from "../../approvals/queue.js";
import type { Away } from "../../client/away-file.js";
import type { Finding } from "../../core/errors.js";
import { joinSignals } from "../../core/join-signals.js";
import type { EventRecord } from "../../core/records/records.js";
import type { Receipt } from "../../core/records/store.js";
import type { JsonObject } from "../../core/text/json.js";
import { ServerPool } from "../../executors/mcp/server-pool.js";
import { type Reaper, startReaper } from "../../executors/reaper.js";
import { askedAboutCall } from "../../runtime/call/asked-about.js";
import { finish } from "../../runtime/call/finish.js";
import { handleCall } from "../../runtime/call/handle-call.js";
import type { AgentCall, CallHost, Decided } from "../../runtime/call/types.js";
import { openPlan } from "../../runtime/plan/open-plan.js";
import { monotonicClock } from "../../runtime/platform/clock.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { hookLogLine } from "../../runtime/record/hook-log.js";
import type { LostRecords } from "../../runtime/record/lost-records.js";
import type { Answered, DaemonServices, LogTag, OutsideCall } from "../api.js";
import type { ChannelHub } from "../channels/hub.js";
import { NOT_CONFIGURED } from "../channels/not-configured.js";
import { FunctionPool } from "../functions/function-pool.js";
import { MemoryGate } from "../memory/gate.js";
import { loadMemory } from "../memory/settings.js";
import { linesOf } from "../records/daemon-log.js";
import { RecordKeeper } from "../records/record-keeper.js";
import { whatIsOff } from "../records/what-is-off.js";
import { askingHost, createQueue, observeAnswers } from "./approvals.js";
import { askForHook } from "./ask-for-hook.js";
import { AwayWatch } from "./away-watch.js";
import { BackgroundQueue } from "./background-queue.js";
import { EventFeed } from "./event-feed.js";
import { OutsideAsks } from "./outside-asks.js";
import { agentCallOf } from "./outside-call.js";

export interface WorkOptions {
  readonly places: AppPaths;
  readonly program: string;
  readonly functionRunner: string;
  readonly storeWorker: string;
  readonly storeFile: string;
  /** Where the daemon was started. */
  readonly project: string;
  readonly keepsEvidence: boolean;
  /** Open questions are announced on the desktop. */
  readonly announces: boolean;
  readonly lateMs: number;
  /** Only a passkey approves. */
  readonly needsPasskey: boolean;
  /** The longest time that a call waits for an answer. */
  readonly longestAskMs: number;
  /** Channels are configured, and are opened after the start. */
  readonly hasChannels: boolean;
  log(tag: LogTag, text: string): void;
  hookLog(line: string): void;
}

export type Tell = (waitMs: number, otherwise: NativeAnswer) => void;

export class CallService {
  readonly asks: ApprovalQueue;
  readonly records: RecordKeeper;
  /** Undefined until they are opened, and if none is configured. */
  channels: ChannelHub | undefined;
  readonly memory: MemoryGate;
  readonly #outsideAsks: OutsideAsks;
  readonly #away: AwayWatch;
  readonly #options: WorkOptions;
  readonly #functions: FunctionPool;
  readonly #reaper: Reaper;
  readonly #servers = new ServerPool();
  readonly #stopObserving: () => void;
  readonly #errands = new BackgroundQueue();
  readonly #feed = new EventFeed();
  #lastEventAt = performance.now();
  #events = 0;
  #halting = new AbortController();
  /** Shared by the calls that bring none. */
  readonly #environment = Object.freeze({ ...process.env });

  constructor(options: WorkOptions) {
    this.#options = options;
    this.#reaper = startReaper();
    this.#functions = new FunctionPool(options.functionRunner, options.places.data);
    this.records = new RecordKeeper({
      script: options.storeWorker,
      file: options.storeFile,
      project: options.project,
      state: options.places.state,
      keepsEvidence: options.keepsEvidence,
      tell: (text) => options.log("ERROR", text),
      onLate: (record) => this.#feed.tellLateRecord(record),
    });
    this.memory = new MemoryGate({
      places: options.places,
      store: {
        injectable: (query) => this.records.store.injectable(query),
        noteShown: (rows) => this.records.store.noteShown(rows),
        keepMemories: (limits) => this.records.store.keepMemories(limits),
        takeObservation: (now, limits) => this.records.store.takeObservation(now, limits),
        settleObservation: (batch, now, outcome) => this.records.store.settleObservation(batch, now, outcome),
        observerCounts: (now) => this.records.store.observerCounts(now),
      },
      clock: monotonicClock,
      quietMs: () => this.quietMs,
      log: (event, text) => options.log(`[INJECT:${event}]`, text),
    });
    this.asks = createQueue({
      places: options.places,
      // The store may be opened again behind this.
      store: {
        addAsk: (row) => this.records.store.addAsk(row),
        changeAsk: (row, from) => this.records.store.changeAsk(row, from),
        asks: (filter) => this.records.store.asks(filter),
      },
      announces: options.announces,
      lateMs: options.lateMs,
      needsPasskey: options.needsPasskey,
      canAnswer: () => this.#canAnswer,
      onRow: (ask, about) => this.channels?.update(ask, about),
      onChange: (open) => this.#feed.tellQuestions(open),
    });
    this.#stopObserving = this.memory.startObserving();
    this.#outsideAsks = new OutsideAsks(this.asks, options.longestAskMs);
    this.#away = new AwayWatch({
      data: options.places.data,
      clock: monotonicClock,
      now: () => Date.now(),
      onEnd: () => void this.releaseUnattended(),
    });
  }

  get events(): number {
    return this.#events;
  }

  /** A view is open in which a person can answer. */
  get isAttended(): boolean {
    return this.#feed.isAttended;
  }

  get away(): Away | undefined {
    return this.#away.current;
  }

  get #canAnswer(): boolean {
    return this.isAttended || (this.channels?.canAnswer ?? this.#options.hasChannels) || this.away !== undefined;
  }

  /** Calls do not wait for an answer that cannot come. Resolves with how many have waited. */
  async releaseUnattended(): Promise<number> {
    return this.#canAnswer ? 0 : this.asks.releaseUnattended();
  }

  get quietMs(): number {
    return performance.now() - this.#lastEventAt;
  }

  get problem(): Finding | undefined {
    return this.records.problem;
  }

  get lost(): LostRecords | undefined {
    return this.records.lost;
  }

  get waiting(): number {
    return this.records.waiting;
  }

  /** `snaphook stop-all`: rejects every pending question and ends the hooks of calls that came by HTTP. */
  halt(): number {
    const rejected = this.asks.rejectAll("stop-all");
    this.#halting.abort("stop-all");
    this.#halting = new AbortController();
    return rejected;
  }

  get services(): Omit<DaemonServices, "page" | "threads" | "status" | "stop" | "halt"> {
    const { records } = this;
    return {
      home: this.#options.places.home,
      store: records.store,
      asks: this.asks,
      outsideAsks: this.#outsideAsks,
      channels: {
        redeem: async (ticket, more) => (await this.channels?.redeem(ticket, more)) ?? { outcome: "refused" },
        test: async (name) => (this.channels ? (await this.channels.test(name))?.message : NOT_CONFIGURED),
      },
      askedAbout: (tool, input, session) => askedAboutCall(tool, input, session, this.#options.places.state),
      answer: (call) => this.#answer(call),
      tell: (call) => {
        if (!this.#errands.add(() => this.#answer(call)))
          this.#options.log("[DROP]", `event=${call.event}: too many wait for their hooks`);
      },
      intake: async (incoming) => {
        const receipts = await records.append(incoming);
        this.#lastEventAt = performance.now();
        for (const [index, record] of incoming.entries()) this.#seen(record, receipts[index]);
        return receipts;
      },
      recordsRemoved: () => this.#feed.tell({ kind: "removed" }),
      awayChanged: async () => {
        const { away } = this;
        if (away !== undefined) this.channels?.sendNow();
        return { ...(away === undefined ? {} : { awayUntil: away.until }), released: await this.releaseUnattended() };
      },
      // Parsers of every dialect are loaded only for this.
      trustReview: async (project) =>
        (await import("../records/trust-review.js")).reviewTrust(project, this.#options.places),
      hooks: (project) => this.#hooks(project),
      watch: (listener, options) => {
        const end = this.#feed.watch(listener, options);
        return () => {
          if (end()) void this.releaseUnattended();
        };
      },
      logLines: async (filter) => (await import("../records/log-lines.js")).readLogLines(this.#options.places, filter),
      off: () => whatIsOff(this.#options.places, Date.now()),
      memoryIsOn: () => loadMemory(this.#options.places).settings.enabled,
      log: this.#options.log,
    };
  }

  /** What the daemon adds to a call. `tell` receives the fallback answer while the user is asked. */
  hostFor(call: AgentCall, tell: Tell = () => {}): CallHost {
    return {
      servers: this.#servers,
      functionsIn: (environment) => this.#functions.loaderFor(environment, call.cwd),
      ...(this.#feed.wantsHooks ? { observer: this.#feed.observerFor(call) } : {}),
      ...askingHost(this.asks, call, this.#options.longestAskMs, ({ waitMs, otherwise }) => tell(waitMs, otherwise)),
      askQueue: (asked, signal) => askForHook(this.#outsideAsks, call, asked, signal),
      ...this.memory.host,
      commit: async (record) => {
        const [receipt] = await this.records.append([record]);
        if (receipt?.outcome === "private") throw new Error("its session was made private");
      },
    };
  }

  async onAnswered(decided: Decided): Promise<void> {
    try {
      observeAnswers(this.asks, decided);
    } catch (error) {
      this.#options.log("ERROR", `questions were not compared with an event: ${String(error)}`);
    }
    this.#events++;
    this.#lastEventAt = performance.now();
    const { problem } = await finish(decided, async (record) => {
      this.#options.hookLog(hookLogLine(record));
      const receipt = await this.records.keep(record);
      this.#seen(record, receipt);
    });
    if (problem !== undefined) this.#options.log("ERROR", `no record was created: ${problem}`);
  }

  onRecord(sink: (record: EventRecord) => void): () => void {
    return this.#feed.onRecord(sink);
  }

  async close(): Promise<void> {
    this.#stopObserving();
    this.#away.close();
    this.#reaper.close();
    this.#functions.close();
    this.#servers.close();
    await this.records.close();
  }

  async #answer({ recorded, ...outside }: OutsideCall): Promise<Answered> {
    const { places, program } = this.#options;
    const over = joinSignals(this.#halting.signal, outside.signal);
    const call = agentCallOf(outside, this.#environment, { places, program, signal: over.signal });
    const decided = await handleCall(Object.assign(call, { host: this.hostFor(call) }));
    setImmediate(() => {
      const finished = recorded ? finish(decided, () => {}) : this.onAnswered(decided);
      void finished.finally(over.end);
    });
    return { answer: decided.answer, decision: decided.settled };
  }

  async #hooks(project: string): Promise<JsonObject[]> {
    const plan = await openPlan({ cwd: project, places: this.#options.places, mayBuild: false });
    return plan.entries.map(({ hook, source, state }) => ({
      id: hook.id,
      event: hook.event,
      type: hook.run.type,
      guard: hook.guard,
      mode: hook.mode,
      enabled: hook.enabled,
      source: source.key,
      path: source.path ?? null,
      level: source.level,
      state: state ?? source.state,
    }));
  }

  /** Of a private session nothing is shown or exported, either. */
  #seen(record: EventRecord, receipt: Receipt | undefined): void {
    if (receipt?.outcome === "private") return;
    const duplicate = receipt?.outcome === "duplicate";
    for (const [tag, text] of linesOf(record, duplicate ? "an earlier delivery" : undefined))
      this.#options.log(tag, text);
    if (duplicate) return;
    this.#feed.tellRecord(record);
  }
}
