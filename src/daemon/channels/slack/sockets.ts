/**
 * The connections over which Slack sends clicks. There are two, so that one can be lost or replaced without a gap. Slack announces
 * when it will close one: its successor is opened then, and the old one is kept until Slack closes it.
 */
import WebSocket from "ws";
import { isRecord, type JsonObject } from "../../../core/text/json.js";
import { type ChannelProblem, problemOf } from "../contract.js";

export interface SocketOptions {
  /** The address for one new connection. Rejects with a `ChannelProblem`. */
  address(): Promise<string>;
  /** Each envelope once. Returns the payload of the acknowledgement, at once or within 3 seconds. */
  onEnvelope(type: string, payload: JsonObject): Promise<object | undefined> | undefined;
  /** Undefined: at least one connection is open. */
  onState(problem: ChannelProblem | undefined): void;
}

const CONNECTIONS = 2;
const HELLO_MS = 10_000;
/** Slack pings more often. */
const SILENT_MS = 45_000;
const PING_MS = 15_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
const MOST_BYTES = 1_000_000;
/** Slack sends an envelope again if it got no acknowledgement. */
const KNOWN_ENVELOPES = 2_000;

export class SlackSockets {
  readonly #options: SocketOptions;
  readonly #open = new Set<WebSocket>();
  /** Those that still take clicks but have a successor. */
  readonly #leaving = new Set<WebSocket>();
  readonly #seen = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #connecting = 0;
  #failures = 0;
  #isClosed = false;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#refill();
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const socket of [...this.#open, ...this.#leaving]) socket.terminate();
  }

  #refill(): void {
    while (!this.#isClosed && this.#open.size + this.#connecting < CONNECTIONS) {
      this.#connecting++;
      void this.#connect();
    }
  }

  async #connect(): Promise<void> {
    try {
      const socket = await this.#started(await this.#options.address());
      this.#connecting--;
      if (this.#isClosed) return socket.terminate();
      this.#failures = 0;
      this.#options.onState(undefined);
    } catch (error) {
      const problem = problemOf(error);
      if (this.#isClosed) return;
      if (this.#open.size + this.#leaving.size === 0) this.#options.onState(problem);
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures++);
      this.#after(Math.max(pause, problem.about.retryAfterMs ?? 0), () => {
        this.#connecting--;
        this.#refill();
      });
    }
  }

  /** Resolves with its first message. From then on clicks may come. */
  #started(address: string): Promise<WebSocket> {
    return new Promise((done, fail) => {
      const socket = new WebSocket(address, { maxPayload: MOST_BYTES, handshakeTimeout: HELLO_MS });
      const late = this.#after(HELLO_MS, () => socket.terminate());
      const stopPings = this.#ping(socket);
      socket.on("message", (data) => {
        const message = parsed(String(data));
        if (message?.["type"] === "hello") {
          this.#cancel(late);
          this.#open.add(socket);
          return done(socket);
        }
        if (message?.["type"] === "disconnect") return this.#leave(socket);
        if (message !== undefined) void this.#receive(socket, message);
      });
      socket.on("error", (error) => fail(error));
      socket.on("close", () => {
        this.#cancel(late);
        stopPings();
        fail(new Error("the connection was closed"));
        this.#leaving.delete(socket);
        if (this.#open.delete(socket)) this.#refill();
      });
    });
  }

  /** Slack closes it soon; until then it may send clicks. */
  #leave(socket: WebSocket): void {
    if (!this.#open.delete(socket)) return void socket.close(); // before its hello: it never took part
    this.#leaving.add(socket);
    this.#refill();
  }

  async #receive(socket: WebSocket, { envelope_id: id, type, payload }: JsonObject): Promise<void> {
    if (typeof id !== "string" || id.length > 200) return;
    const isNew = !this.#seen.has(id);
    this.#seen.add(id);
    if (this.#seen.size > KNOWN_ENVELOPES) this.#seen.delete(this.#seen.values().next().value!);
    const answer = isNew && isRecord(payload) ? this.#options.onEnvelope(String(type), payload) : undefined;
    const said = answer === undefined ? undefined : await answer;
    if (socket.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify({ envelope_id: id, ...(said === undefined ? {} : { payload: said }) }), () => {});
  }

  /** A connection that is dead without being closed is given up. */
  #ping(socket: WebSocket): () => void {
    let heardAt = Date.now();
    const heard = () => {
      heardAt = Date.now();
    };
    for (const event of ["ping", "pong", "message"]) socket.on(event, heard);
    const timer = setInterval(() => {
      if (Date.now() - heardAt > SILENT_MS) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) socket.ping(() => {});
    }, PING_MS).unref();
    return () => clearInterval(timer);
  }

  #after(ms: number, then: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      then();
    }, ms);
    this.#timers.add(timer);
    return timer;
  }

  #cancel(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.#timers.delete(timer);
  }
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
