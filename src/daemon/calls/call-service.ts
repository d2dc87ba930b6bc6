/** Handles a call from any transport: hooks, held questions, the record, and subscribers. */

import { ADAPTERS } from "../../adapters/_registry.js";
import type { NativeAnswer } from "../../adapters/contract.js";
import type { ApprovalQueue } from "../../approvals/queue.js";
import type { Away } from "../../client/away-file.js";
import type { Finding } from "../../core/errors.js";
import { resolveEvent } from "../../core/events/events.js";
import type { AskedByHook, UserAnswer } from "../../core/hooks/ask-user.js";
import { withoutEvidence } from "../../core/records/evidence.js";
import type { EventRecord } from "../../core/records/records.js";
import { redactJson } from "../../core/redact/json.js";
import { isCi } from "../../core/text/is-ci.js";
import { type JsonObject, lookUp } from "../../core/text/json.js";
import { randomName } from "../../disk/digest.js";
import type { Observer } from "../../engine/observers.js";
import { ServerPool } from "../../executors/mcp/server-pool.js";
import { type Reaper, startReaper } from "../../executors/reaper.js";
import { askedAboutCall } from "../../runtime/call/asked-about.js";
import { readDialectWords } from "../../runtime/call/dialect-words.js";
import { finish } from "../../runtime/call/finish.js";
import { handleCall } from "../../runtime/call/handle-call.js";
import { senderOf } from "../../runtime/call/read-call.js";
import type { AgentCall, CallHost, Decided } from "../../runtime/call/types.js";
import { openPlan } from "../../runtime/plan/open-plan.js";
import { monotonicClock } from "../../runtime/platform/clock.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { hookLogLine } from "../../runtime/record/hook-log.js";
import type { LostRecords } from "../../runtime/record/lost-records.js";
import type { Answered, DaemonServices, LogTag, OpenAsk, OutsideCall, StreamLine } from "../api.js";
import type { ChannelHub } from "../channels/hub.js";
import { FunctionPool } from "../functions/function-pool.js";
import { MemoryGate } from "../memory/gate.js";
import { linesOf } from "../records/daemon-log.js";
import { RecordKeeper } from "../records/record-keeper.js";
import { askingHost, createQueue, observeAnswers } from "./approvals.js";
import { AwayWatch } from "./away-watch.js";
import { BackgroundQueue } from "./background-queue.js";
import { type OutsideAnswer, OutsideAsks } from "./outside-asks.js";

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
  /** The longest time that a call waits for an answer. */
  readonly longestAskMs: number;
  /** Channels are configured, and are opened after the start. */
  readonly hasChannels: boolean;
  log(tag: LogTag, text: string): void;
  hookLog(line: string): void;
}

const OBSERVE_EVERY_MS = 3_000;
/** On a machine that is idle no model is asked. */
const OBSERVED_WITHIN_MS = 600_000;

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
  readonly #closing = new AbortController();
  readonly #observing: NodeJS.Timeout;
  readonly #errands = new BackgroundQueue();
  readonly #watchers = new Set<(line: StreamLine) => void>();
  /** Those in which the user can answer a question. */
  readonly #desks = new Set<(line: StreamLine) => void>();
  readonly #lateWatchers = new Set<(line: StreamLine) => void>();
  readonly #sinks = new Set<(record: EventRecord) => void>();
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
      onLate: (record) => {
        for (const watcher of this.#lateWatchers) watcher({ kind: "event", record: withoutEvidence(record) });
      },
    });
    this.memory = new MemoryGate({
      places: options.places,
      store: {
        injectable: (query) => this.records.store.injectable(query),
        noteShown: (rows) => this.records.store.noteShown(rows),
        takeObservation: (now, limits) => this.records.store.takeObservation(now, limits),
        settleObservation: (batch, now, outcome) => this.records.store.settleObservation(batch, now, outcome),
        observerCounts: (now) => this.records.store.observerCounts(now),
      },
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
      canAnswer: () => this.#canAnswer,
      onRow: (ask, about) => this.channels?.update(ask, about),
      onChange: (open) => this.#tell({ kind: "asks", open: open.map(inBrief) }),
    });
    this.#observing = setInterval(() => {
      if (this.quietMs < OBSERVED_WITHIN_MS) void this.memory.observe(this.#closing.signal);
    }, OBSERVE_EVERY_MS);
    this.#observing.unref();
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
    return this.#desks.size > 0;
  }

  get away(): Away | undefined {
    return this.#away.current;
  }

  get #canAnswer(): boolean {
    return this.isAttended || (this.channels?.canAnswer ?? this.#options.hasChannels) || this.away !== undefined;
  }

  /** Calls do not wait for an answer that cannot come. Returns how many have waited. */
  releaseUnattended(): number {
    return this.#canAnswer ? 0 : this.asks.releaseAll("unattended");
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

  get services(): Omit<DaemonServices, "page" | "status" | "stop" | "halt"> {
    const { records } = this;
    return {
      home: this.#options.places.home,
      store: records.store,
      asks: this.asks,
      outsideAsks: this.#outsideAsks,
      channels: {
        redeem: async (ticket, more) => (await this.channels?.redeem(ticket, more)) ?? { outcome: "refused" },
        test: async (name) => (this.channels ? (await this.channels.test(name))?.message : "no channel is configured"),
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
        for (const [index, record] of incoming.entries()) this.#seen(record, receipts[index]?.outcome === "duplicate");
        return receipts;
      },
      awayChanged: () => {
        const { away } = this;
        if (away !== undefined) this.channels?.sendNow();
        return { ...(away === undefined ? {} : { awayUntil: away.until }), released: this.releaseUnattended() };
      },
      // Parsers of every dialect are loaded only for this.
      trustReview: async (project) =>
        (await import("../records/trust-review.js")).reviewTrust(project, this.#options.places),
      hooks: (project) => this.#hooks(project),
      watch: (listener, { canAnswer = false, withLate = false } = {}) => {
        this.#watchers.add(listener);
        if (withLate) this.#lateWatchers.add(listener);
        if (canAnswer) this.#desks.add(listener);
        return () => {
          this.#watchers.delete(listener);
          this.#lateWatchers.delete(listener);
          if (this.#desks.delete(listener)) this.releaseUnattended();
        };
      },
      log: this.#options.log,
    };
  }

  /** What the daemon adds to a call. `tell` receives the fallback answer while the user is asked. */
  hostFor(call: AgentCall, tell: Tell = () => {}): CallHost {
    return {
      servers: this.#servers,
      functionsIn: (environment) => this.#functions.loaderFor(environment, call.cwd),
      ...(this.#watchers.size === 0 ? {} : { observer: this.#observerFor(call) }),
      ...askingHost(this.asks, call, this.#options.longestAskMs, ({ waitMs, otherwise }) => tell(waitMs, otherwise)),
      askQueue: (asked, signal) => this.#askForHook(call, asked, signal),
      ...this.memory.host,
      commit: async (record) => {
        const [receipt] = await this.records.append([record]);
        if (receipt?.outcome === "private") throw new Error("its session was made private");
      },
    };
  }

  /** `askUser()` of a function hook. */
  async #askForHook(call: AgentCall, asked: AskedByHook, signal: AbortSignal): Promise<UserAnswer> {
    const { questions, level, waitMs } = asked;
    const session = call.payload?.["session_id"];
    const answer = await this.#outsideAsks.askAndWait(
      {
        agent: "hook",
        ...(typeof session === "string" ? { session } : {}),
        cwd: call.cwd,
        tool: "ask_user",
        input: { questions },
        about: { kind: "question", questions },
        level,
        isCi: isCi(call.environment),
        waitMs,
      },
      signal,
    );
    return userAnswer(answer);
  }

  async onAnswered(decided: Decided): Promise<void> {
    observeAnswers(this.asks, decided);
    this.#events++;
    this.#lastEventAt = performance.now();
    const { problem } = await finish(decided, async (record) => {
      this.#options.hookLog(hookLogLine(record));
      const receipt = await this.records.keep(record);
      this.#seen(record, receipt?.outcome === "duplicate");
    });
    if (problem !== undefined) this.#options.log("ERROR", `no record was created: ${problem}`);
  }

  /** Subscribes exporters to all later records. Returns a function that unsubscribes. */
  onRecord(sink: (record: EventRecord) => void): () => void {
    this.#sinks.add(sink);
    return () => this.#sinks.delete(sink);
  }

  async close(): Promise<void> {
    clearInterval(this.#observing);
    this.#closing.abort("aborted");
    this.#away.close();
    this.#reaper.close();
    this.#functions.close();
    this.#servers.close();
    await this.records.close();
  }

  async #answer({ recorded, ...outside }: OutsideCall): Promise<Answered> {
    const { places, program } = this.#options;
    // As for the launcher: the caller may be another agent that reads this one's config.
    const sender = senderOf(outside.agent, outside.payload, outside.environment);
    const adapter = lookUp(ADAPTERS, sender.adapter) ?? ADAPTERS["claude-code"]!;
    // HTTP callers send no environment; hooks then use ours to find programs.
    const isOwn = Object.keys(outside.environment).length === 0;
    const environment = isOwn ? this.#environment : { ...this.#environment, ...outside.environment };
    const origin = sender.origin === undefined ? {} : { origin: sender.origin };
    const payload = outside.payload && readDialectWords(resolveEvent(outside.event)?.name ?? "", outside.payload);
    const signal = AbortSignal.any([this.#halting.signal, ...(outside.signal === undefined ? [] : [outside.signal])]);
    const call: AgentCall = { ...outside, payload, ...origin, environment, adapter, places, program, signal };
    const decided = await handleCall({ ...call, host: this.hostFor(call) });
    setImmediate(() => void (recorded ? finish(decided, () => {}) : this.onAnswered(decided)));
    return { answer: decided.answer, decision: decided.settled };
  }

  /** A hook's messages may contain anything; ids of different calls are distinguished. */
  #observerFor({ adapter, payload }: AgentCall): Observer {
    const call = randomName(4);
    const session = payload?.["session_id"];
    return (seen) => {
      const hook = { ...redactJson({ ...seen }), id: `${call}-${seen.id}` };
      this.#tell({ kind: "hook", agent: adapter.name, ...(typeof session === "string" ? { session } : {}), hook });
    };
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

  #seen(record: EventRecord, duplicate: boolean): void {
    for (const [tag, text] of linesOf(record, duplicate ? "an earlier delivery" : undefined))
      this.#options.log(tag, text);
    if (duplicate) return;
    const shown = withoutEvidence(record);
    this.#tell({ kind: "event", record: shown });
    for (const sink of this.#sinks) sink(shown);
  }

  #tell(line: StreamLine): void {
    for (const watcher of this.#watchers) watcher(line);
  }
}

function userAnswer(answer: OutsideAnswer): UserAnswer {
  if (answer.state !== "answered")
    return {
      outcome: "none",
      problem:
        answer.state === "unanswered" && answer.because === "unattended"
          ? "no user can be asked now; keep `snaphook up` open in a terminal"
          : "no answer in time",
    };
  const { verdict, answers, said } = answer;
  return {
    outcome: verdict,
    ...(answers === undefined ? {} : { answers }),
    ...(said === undefined ? {} : { said }),
  };
}

/** A question may contain megabytes; viewers see its start and end, and request the whole. */
const SHOWN_CHARS = 20_000;

function inBrief(ask: OpenAsk): OpenAsk {
  const { length } = ask.input;
  if (length <= SHOWN_CHARS) return ask;
  const half = SHOWN_CHARS / 2;
  const input = `${ask.input.slice(0, half)}\n[… ${length - SHOWN_CHARS} characters are not shown here …]\n${ask.input.slice(-half)}`;
  return { ...ask, input };
}
