/** The daemon's API over a real store and the real runtime, in one new folder; on a port and on a socket. */

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { capture, recover } from "../../src/capture/index.js";
import { provesPage } from "../../src/client/person-proof.js";
import type { EventRecord } from "../../src/core/records/records.js";
import type { DaemonServices, StreamLine } from "../../src/daemon/api.js";
import { askingHost, createQueue } from "../../src/daemon/calls/approvals.js";
import { EventFeed } from "../../src/daemon/calls/event-feed.js";
import { OutsideAsks } from "../../src/daemon/calls/outside-asks.js";
import { type ApiOptions, createApiServer } from "../../src/daemon/http/server.js";
import { ensureTokens, type Tokens } from "../../src/daemon/lifecycle/tokens.js";
import { LocalPage } from "../../src/daemon/local-page/local-page.js";
import { readLogLines } from "../../src/daemon/records/log-lines.js";
import { reviewTrust } from "../../src/daemon/records/trust-review.js";
import { whatIsOff } from "../../src/daemon/records/what-is-off.js";
import { ThreadService } from "../../src/daemon/threads/thread-service.js";
import { askedAboutCall } from "../../src/runtime/call/asked-about.js";
import { finish } from "../../src/runtime/call/finish.js";
import { handleCall } from "../../src/runtime/call/handle-call.js";
import { monotonicClock } from "../../src/runtime/platform/clock.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { ROOT } from "../architecture/source-tree.js";
import { PROGRAM } from "./program.js";
import { removeFolder } from "./remove-folder.js";

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly json: any;
}

export interface Wanted {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export class ApiPlace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-api-")));
  readonly project = join(this.root, "project");
  readonly socket = join(this.root, "control.sock");
  readonly tokenFile = join(this.root, "tokens.json");
  readonly tokens: Tokens = ensureTokens(this.tokenFile);
  readonly places = findPlaces({ HOME: join(this.root, "home") });
  readonly store = opened(join(this.root, "data/store.db"));
  readonly logged: string[] = [];
  readonly stopped: string[] = [];
  readonly feed = new EventFeed();
  watchers = 0;
  readonly asks = createQueue({
    places: this.places,
    store: this.store,
    announces: false,
    lateMs: 720 * 60_000,
    needsPasskey: false,
    canAnswer: () => true,
    onChange: (open) => this.tell({ kind: "asks", open }),
  });
  readonly #servers: Server[] = [];
  port = 0;
  /** An answer is not a receipt: its record may be stored after it. `asked`: when the session is looked up a second time. */
  recordsAre: "stored first" | "stored when asked" | "left out" = "stored first";
  /** Stores what is left out. */
  storeRecord: () => Promise<void> = async () => {};
  #looks = 0;

  /** For one test. */
  static async open(more: Partial<ApiOptions> = {}): Promise<ApiPlace> {
    const place = await ApiPlace.start(more);
    onTestFinished(() => place.close());
    return place;
  }

  static async start(more: Partial<ApiOptions> = {}): Promise<ApiPlace> {
    const place = new ApiPlace();
    const find = place.store.session.bind(place.store);
    place.store.session = async (id) => {
      if (place.recordsAre === "stored when asked" && ++place.#looks === 2) await place.storeRecord();
      return find(id);
    };
    mkdirSync(place.project, { recursive: true });
    place.port = ((await place.#listen(more, { port: 0, host: "127.0.0.1" })).address() as AddressInfo).port;
    await place.#listen(more, { path: place.socket });
    chmodSync(place.socket, 0o600);
    return place;
  }

  /** Moves the clock of the page's codes and sessions. */
  laterMs = 0;
  readonly page = new LocalPage({
    folder: join(ROOT, "dist/page"),
    data: this.places.data,
    createServer: () => {
      const server = createApiServer({ services: this.services, tokens: { hooks: "", control: "" }, page: this.page });
      this.#servers.push(server);
      return server;
    },
    isProven: (proof) => provesPage(this.places.data, proof),
    now: () => monotonicClock.now() + this.laterMs,
  });

  readonly services: DaemonServices = {
    page: this.page,
    home: this.places.home,
    store: this.store,
    asks: this.asks,
    outsideAsks: new OutsideAsks(this.asks, 1_800_000),
    channels: { test: async () => undefined, redeem: async () => ({ outcome: "refused" }) },
    askedAbout: (tool, input, session) => askedAboutCall(tool, input, session, this.places.state),
    status: () => ({
      pid: process.pid,
      version: "0.0.0",
      startedAt: 1,
      upSeconds: 1,
      state: "active",
      port: this.port,
      events: 0,
      openAsks: this.asks.open().length,
      attended: true,
      allowWith: "code",
      channels: [],
      memoryMb: 1,
      store: { ok: true, file: "store.db", waiting: 0 },
    }),
    answer: async (call) => {
      const { agent, ...rest } = call;
      const said = await handleCall({
        ...rest,
        adapter: ADAPTERS[agent]!,
        places: this.places,
        program: "",
        host: {
          ...askingHost(this.asks, { ...call, adapter: ADAPTERS[agent]! }, 1_800_000, () => {}),
          ...(this.feed.wantsHooks ? { observer: this.feed.observerFor({ ...call, adapter: ADAPTERS[agent]! }) } : {}),
        },
      });
      let record: EventRecord | undefined;
      await finish(said, (made) => {
        record ??= made;
      });
      // The place may be closed by then.
      const keep = async () =>
        void (record && !call.recorded && (await this.services.intake([record]).catch(() => {})));
      this.#looks = 0;
      this.storeRecord = keep;
      if (this.recordsAre === "stored first") await keep();
      return { answer: said.answer, decision: said.settled };
    },
    tell: (call) => void this.services.answer(call),
    intake: async (records) => {
      const receipts = await this.store.append(records);
      for (const record of records) this.tell({ kind: "event", record });
      return receipts;
    },
    threads: async () => new ThreadService(this.places, PROGRAM),
    trustReview: (project) => reviewTrust(project, this.places),
    hooks: async (project) => [{ id: "one", project }],
    watch: (listener, options) => {
      const end = this.feed.watch(listener, options);
      this.watchers++;
      return () => {
        end();
        this.watchers--;
      };
    },
    logLines: (filter) => readLogLines(this.places, filter),
    off: () => whatIsOff(this.places, Date.now()),
    memoryIsOn: () => true,
    log: (tag, text) => void this.logged.push(`${tag} ${text}`),
    recordsRemoved: () => this.tell({ kind: "removed" }),
    awayChanged: async () => ({ released: 0 }),
    halt: () => ({ rejected: 0, ended: 0 }),
    stop: (why) => void this.stopped.push(why),
  };

  tell(line: StreamLine): void {
    this.feed.tell(line);
  }

  /** Hooks of the person, which need no review. */
  writeHooks(hooks: object): void {
    mkdirSync(this.places.config, { recursive: true });
    writeFileSync(join(this.places.config, "hooks.json"), JSON.stringify({ hooks }));
  }

  get(path: string, wanted: Wanted = {}): Promise<Got> {
    return this.send("GET", path, wanted);
  }

  post(path: string, body: unknown, wanted: Wanted = {}): Promise<Got> {
    return this.send("POST", path, { body, ...wanted });
  }

  async send(method: string, path: string, { token = this.tokens.control, headers = {}, body }: Wanted): Promise<Got> {
    const bytes = bytesOf(body);
    const lines = {
      host: `127.0.0.1:${this.port}`,
      connection: "close",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json", "content-length": String(bytes.length) }),
      ...headers,
    };
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    return this.raw(Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join("")}\r\n`), bytes]));
  }

  /** Bytes on the line, and what comes back until it is closed. */
  raw(
    bytes: string | Buffer,
    to: { port: number; host: string } | { path: string } = { port: this.port, host: "127.0.0.1" },
  ) {
    return new Promise<Got>((done, fail) => {
      let text = "";
      const socket = connect(to as { path: string });
      socket.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      socket.on("error", (error) => (text === "" ? fail(error) : done(parsed(text))));
      socket.on("close", () => done(parsed(text)));
      socket.write(bytes);
    });
  }

  async events(): Promise<readonly EventRecord[]> {
    return (await this.store.events({ limit: 1000 })).rows;
  }

  async #listen(more: Partial<ApiOptions>, at: object): Promise<Server> {
    const server = createApiServer({ services: this.services, tokens: this.tokens, otlp: true, ...more });
    this.#servers.push(server);
    await new Promise<void>((done) => server.listen(at, done));
    return server;
  }

  async close(): Promise<void> {
    this.asks.releaseAll();
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
    await this.store.close();
    removeFolder(this.root);
  }
}

function opened(file: string): EmbeddedStore {
  const { store, problem } = EmbeddedStore.open({ file, capture, recover });
  if (store === undefined) throw new Error(problem?.message);
  return store;
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === "string" ? body : (JSON.stringify(body) ?? ""));
}

function parsed(text: string): Got {
  const split = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, split).split("\r\n");
  const body = text.slice(split + 4);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    json = undefined; // a stream, or nothing at all
  }
  return { status: Number(first.split(" ")[1]), headers, text: body, json };
}
