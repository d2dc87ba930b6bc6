/** A model that plays a script, as a real server on loopback. It keeps every request it gets. */
import { rmSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { JsonObject } from "../../../src/core/json.js";

export type Step = { readonly tool: string; readonly input: JsonObject } | { readonly text: string };

export interface ModelRequest {
  readonly path: string;
  /** The bytes as they came, for looking for a text wherever the agent put it. */
  readonly body: string;
  /** Whether this is the conversation itself, and not a side question such as a title. */
  readonly main: boolean;
}

/** How one provider's interface says things. */
export interface WireFormat {
  /** Whether the path asks the model for an answer at all. */
  asks(path: string): boolean;
  isMain(body: JsonObject): boolean;
  answer(step: Step, body: JsonObject, number: number): { readonly type: string; readonly content: string };
}

const ASIDE: Step = { text: "ok" };

export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  readonly #servers: readonly Server[];
  readonly #format: WireFormat;
  readonly #script: readonly Step[];
  /** The same server once more, for those who do not share our network. */
  readonly socket: string;

  private constructor(format: WireFormat, script: readonly Step[]) {
    this.#format = format;
    this.#script = script;
    this.socket = join(tmpdir(), `snaphook-model-${process.pid}-${Math.random().toString(36).slice(2)}.sock`);
    this.#servers = [0, 1].map(() =>
      createServer((request, response) => {
        void text(request).then((body) => this.#handle(request.url ?? "", body, response));
      }),
    );
  }

  static async start(format: WireFormat, script: readonly Step[]): Promise<ScriptedModel> {
    const model = new ScriptedModel(format, script);
    const [tcp, unix] = model.#servers;
    await Promise.all([
      new Promise<void>((done) => tcp!.listen(0, "127.0.0.1", done)),
      new Promise<void>((done) => unix!.listen(model.socket, done)),
    ]);
    return model;
  }

  get port(): number {
    return (this.#servers[0]!.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  close(): void {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(this.socket, { force: true });
  }

  #handle(path: string, body: string, response: ServerResponse): void {
    const parsed = this.#format.asks(path) ? (JSON.parse(body) as JsonObject) : undefined;
    const main = parsed !== undefined && this.#format.isMain(parsed);
    // Agents merge messages, so the place in the script is the number of turns asked for, not what the history holds.
    const turn = this.requests.filter((request) => request.main).length;
    this.requests.push({ path, body, main });
    if (parsed === undefined) {
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    const step = main ? this.#script[Math.min(turn, this.#script.length - 1)]! : ASIDE;
    const { type, content } = this.#format.answer(step, parsed, this.requests.length);
    response.writeHead(200, { "content-type": type }).end(content);
  }
}

export function serverSentEvents(events: readonly ({ readonly type: string } & JsonObject)[]) {
  const content = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return { type: "text/event-stream", content };
}
