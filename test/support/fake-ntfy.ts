/** ntfy as far as a channel needs it: publishing as JSON or text, and topics as streams of JSON lines. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Loose } from "./fake-slack.js";

export class FakeNtfy {
  /** Everything that was published as JSON, in order. */
  readonly published: Loose[] = [];
  readonly headers: IncomingMessage["headers"][] = [];
  /** Requests fail with this status. */
  failing: number | undefined;
  readonly #messages: Loose[] = [];
  readonly #streams = new Map<ServerResponse, string>();
  readonly #http: Server;
  #ids = 0;

  private constructor(server: Server) {
    this.#http = server;
    server.on("request", (request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<FakeNtfy> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new FakeNtfy(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  get streams(): number {
    return this.#streams.size;
  }

  /** As a phone does when a button is pressed. */
  async press(action: Loose): Promise<void> {
    await fetch(action["url"], { method: action["method"], body: action["body"] });
  }

  /** Ends every stream, in the middle of a line if a text is given. */
  cut(text = ""): void {
    for (const response of this.#streams.keys()) response.end(text);
  }

  write(text: string): void {
    for (const response of this.#streams.keys()) response.write(text);
  }

  deliver(topic: string, more: object): void {
    const message = { id: `m${++this.#ids}`, time: 1, event: "message", topic, ...more };
    this.#messages.push(message);
    for (const [response, wanted] of this.#streams)
      if (wanted === topic) response.write(`${JSON.stringify(message)}\n`);
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((done) => this.#http.close(done));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const { pathname, searchParams } = new URL(request.url!, this.url);
    const [topic = "", format] = pathname.slice(1).split("/");
    if (request.method === "GET" && format === "json") return this.#follow(topic, searchParams.get("since"), response);
    if (this.failing !== undefined) return void response.writeHead(this.failing).end("<html>");
    this.headers.push(request.headers);
    if (topic === "") {
      const message = JSON.parse(text) as Loose;
      if (Buffer.byteLength(message["message"]) > 4_096) return void response.writeHead(413).end();
      this.published.push(message);
      this.deliver(message["topic"], { title: message["title"], message: message["message"] });
    } else this.deliver(topic, { message: text });
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }

  #follow(topic: string, since: string | null, response: ServerResponse): void {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    response.write(`${JSON.stringify({ id: `o${++this.#ids}`, time: 1, event: "open", topic })}\n`);
    const last = this.#messages.findIndex(({ id }) => id === since);
    for (const message of this.#messages.slice(last + 1))
      if (message["topic"] === topic) response.write(`${JSON.stringify(message)}\n`);
    this.#streams.set(response, topic);
    response.on("close", () => this.#streams.delete(response));
  }
}
