/**
 * Slack as far as a channel needs it: Web API and Socket Mode on loopback, with its failures. The official packages must work
 * against it (`test/daemon/channels/fake-slack.test.ts`).
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export const TEAM = "T0000TEST";
export const CHANNEL = "C0000TEST";
export const BOT_TOKEN = "xoxb-test-bot";
export const APP_TOKEN = "xapp-test-app";

/** JSON of Slack, whose shape a test knows. */
// biome-ignore lint/suspicious/noExplicitAny: shapes of another party
export type Loose = Record<string, any>;

export interface SlackCall {
  readonly method: string;
  readonly body: Loose;
}

export interface Failure {
  readonly status?: number;
  readonly body?: object | string;
  readonly headers?: Record<string, string>;
  /** No answer at all. */
  readonly stall?: true;
}

interface Delivered {
  readonly envelope: string;
  acked: boolean;
  payload?: Loose;
}

export class FakeSlack {
  readonly calls: SlackCall[] = [];
  /** By `ts`. */
  readonly messages = new Map<string, Loose>();
  readonly delivered: Delivered[] = [];
  /** Clicks that met no open connection: the member sees an error. */
  unreached = 0;
  hellos = 0;
  /** Otherwise it ends each connection, with `disconnect` before any `hello`. */
  sendsHello = true;
  /** Another one: the token was rotated. */
  botToken = BOT_TOKEN;
  readonly #failures = new Map<string, Failure[]>();
  readonly #sockets = new Set<WebSocket>();
  readonly #waiting = new Map<string, (payload: Loose | undefined) => void>();
  readonly #http: Server;
  readonly #ws: WebSocketServer;
  #turn = 0;
  #ids = 0;

  private constructor(server: Server) {
    this.#http = server;
    this.#ws = new WebSocketServer({ server });
    server.on("request", (request, response) => void this.#answer(request, response));
    this.#ws.on("connection", (socket) => this.#connected(socket));
  }

  static async start(port = 0): Promise<FakeSlack> {
    const server = createServer();
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return new FakeSlack(server);
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/api/`;
  }

  get sockets(): number {
    return this.#sockets.size;
  }

  /** The next calls of this method fail in this way. */
  fail(method: string, ...failures: readonly Failure[]): void {
    this.#failures.set(method, [...(this.#failures.get(method) ?? []), ...failures]);
  }

  works(method: string): void {
    this.#failures.delete(method);
  }

  callsOf(method: string): readonly Loose[] {
    return this.calls.filter((call) => call.method === method).map(({ body }) => body);
  }

  /** A member presses a button of a message. Resolves with the payload of the acknowledgement. */
  click(ts: string, action: string, more: Loose = {}): Promise<Loose | undefined> {
    const message = this.messages.get(ts);
    const button = this.buttons(ts).find((one) => one["action_id"] === action);
    const { user = { id: "U0000ANN", username: "ann", team_id: TEAM }, ...rest } = more;
    return this.send({
      type: "block_actions",
      team: { id: TEAM },
      user,
      api_app_id: "A0000TEST",
      trigger_id: `trigger-${++this.#ids}`,
      container: { type: "message", message_ts: ts, channel_id: message?.["channel"] ?? CHANNEL },
      channel: { id: message?.["channel"] ?? CHANNEL },
      actions: [{ type: "button", action_id: action, value: button?.["value"] ?? rest["value"] }],
      ...rest,
    });
  }

  buttons(ts: string): readonly Loose[] {
    const blocks: Loose[] = this.messages.get(ts)?.["blocks"] ?? [];
    return blocks.flatMap((block) => (block["type"] === "actions" ? block["elements"] : []));
  }

  /** A member submits the last form that was opened. */
  submit(values: object, more: Loose = {}): Promise<Loose | undefined> {
    const view = this.callsOf("views.open").at(-1)!["view"];
    const user = { id: "U0000ANN", username: "ann", team_id: TEAM };
    return this.send({
      type: "view_submission",
      team: { id: TEAM },
      user,
      view: { ...view, state: { values } },
      ...more,
    });
  }

  /** Over one of the open connections in turn, as Slack does. */
  send(payload: unknown, type = "interactive", envelope = `e-${++this.#ids}`): Promise<Loose | undefined> {
    const open = [...this.#sockets].filter((one) => one.readyState === one.OPEN);
    const socket = open[this.#turn++ % Math.max(1, open.length)];
    if (socket === undefined) {
      this.unreached++;
      return Promise.resolve(undefined);
    }
    this.delivered.push({ envelope, acked: false });
    const acked = new Promise<Loose | undefined>((done) => this.#waiting.set(envelope, done));
    const text = JSON.stringify({ envelope_id: envelope, type, payload, accepts_response_payload: true });
    socket.send(text);
    return acked;
  }

  /** Text over every connection. */
  sendRaw(text: string): void {
    for (const socket of this.#sockets) socket.send(text);
  }

  /** Announces that a connection is about to be closed, and closes it later. Clicks may still go over it meanwhile. */
  refresh(closeAfterMs = 50): void {
    const [socket] = this.#sockets;
    if (socket === undefined) return;
    socket.send(JSON.stringify({ type: "disconnect", reason: "refresh_requested", debug_info: { host: "fake" } }));
    // The newest one is asked last.
    this.#sockets.delete(socket);
    this.#sockets.add(socket);
    setTimeout(() => {
      this.#sockets.delete(socket);
      socket.close();
    }, closeAfterMs);
  }

  /** The network fails: no closing handshake. */
  drop(): void {
    const [socket] = this.#sockets;
    if (socket === undefined) return;
    this.#sockets.delete(socket);
    (socket as unknown as { _socket: { end(): void } })._socket.end();
    setTimeout(() => socket.terminate(), 20);
  }

  async stop(): Promise<void> {
    for (const socket of this.#ws.clients) socket.terminate();
    this.#http.closeAllConnections();
    await new Promise((done) => this.#http.close(done));
  }

  #connected(socket: WebSocket): void {
    if (this.sendsHello) {
      this.hellos++;
      socket.send(JSON.stringify({ type: "hello", num_connections: 1, connection_info: { app_id: "A0000TEST" } }));
      this.#sockets.add(socket);
    } else {
      socket.send(JSON.stringify({ type: "disconnect", reason: "warning" }));
      socket.close();
    }
    const ping = setInterval(() => socket.ping("Ping from fake"), 5_000);
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(ping);
      this.#sockets.delete(socket);
    });
    socket.on("message", (data) => {
      const { envelope_id: id, payload } = JSON.parse(String(data));
      const sent = this.delivered.find(({ envelope }) => envelope === id);
      if (sent !== undefined) sent.acked = true;
      this.#waiting.get(id)?.(payload);
      this.#waiting.delete(id);
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.url!.slice("/api/".length);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = bodyOf(request, Buffer.concat(parts).toString());
    this.calls.push({ method, body });
    const [failure, ...later] = this.#failures.get(method) ?? [];
    if (failure !== undefined) {
      if (later.length > 0) this.#failures.set(method, later);
      else this.#failures.delete(method);
      if (failure.stall) return;
      const text = typeof failure.body === "string" ? failure.body : JSON.stringify(failure.body ?? {});
      const type = typeof failure.body === "string" ? "text/html" : "application/json";
      response.writeHead(failure.status ?? 200, { "content-type": type, ...failure.headers }).end(text);
      return;
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    const reply =
      token === (method === "apps.connections.open" ? APP_TOKEN : this.botToken)
        ? this.#do(method, body)
        : { ok: false, error: token === BOT_TOKEN ? "token_revoked" : "invalid_auth" };
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(reply));
  }

  #do(method: string, body: Loose): object {
    switch (method) {
      case "auth.test":
        return { ok: true, team_id: TEAM, user_id: "U0000BOT", bot_id: "B0000BOT" };
      case "apps.connections.open":
        return { ok: true, url: `ws://127.0.0.1:${this.port}/link/?ticket=${++this.#ids}` };
      case "chat.postMessage": {
        if (body["channel"] !== CHANNEL) return { ok: false, error: "channel_not_found" };
        const ts = `1700000000.${String(++this.#ids).padStart(6, "0")}`;
        this.messages.set(ts, body);
        return { ok: true, channel: CHANNEL, ts, message: body };
      }
      case "chat.update":
        if (!this.messages.has(body["ts"])) return { ok: false, error: "message_not_found" };
        this.messages.set(body["ts"], { ...this.messages.get(body["ts"]), ...body });
        return { ok: true, channel: CHANNEL, ts: body["ts"] };
      case "chat.postEphemeral":
        return { ok: true, message_ts: "1" };
      case "views.open":
        return { ok: true, view: { id: `V${++this.#ids}` } };
      default:
        return { ok: false, error: "unknown_method" };
    }
  }
}

function bodyOf(request: IncomingMessage, text: string): Loose {
  if (text === "") return {};
  if (request.headers["content-type"]?.startsWith("application/json")) return JSON.parse(text);
  const fields = Object.fromEntries(new URLSearchParams(text));
  const read = (value: string) => (/^[[{]/.test(value) ? JSON.parse(value) : value);
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, read(value)]));
}
