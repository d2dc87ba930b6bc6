/** A model's server on loopback that answers as a script says, and keeps every request. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/text/json.js";

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject & { readonly messages: readonly { readonly role: string; readonly content: string }[] };
  /** The user's message. */
  readonly text: string;
}

/** Answers one request; a string is the model's text in a chat completion. */
export type Answer = string | ((response: ServerResponse, asked: Asked) => void);

export class ModelServer {
  readonly asked: Asked[] = [];
  readonly open = new Set<Socket>();
  readonly #server = createServer((request, response) => {
    void text(request).then((given) => {
      const body = JSON.parse(given) as Asked["body"];
      const asked = { path: request.url!, headers: request.headers, body, text: body.messages.at(-1)!.content };
      this.asked.push(asked);
      const answer = this.#answers[Math.min(this.asked.length, this.#answers.length) - 1]!;
      if (typeof answer === "string") chat(response, answer);
      else answer(response, asked);
    });
  });
  readonly #answers: readonly Answer[];

  private constructor(answers: readonly Answer[]) {
    this.#answers = answers;
    this.#server.on("connection", (socket) => {
      this.open.add(socket);
      socket.on("close", () => this.open.delete(socket));
    });
  }

  /** The last answer is repeated. */
  static async start(...answers: readonly Answer[]): Promise<ModelServer> {
    const server = new ModelServer(answers);
    await new Promise<void>((done) => server.#server.listen(0, "127.0.0.1", done));
    onTestFinished(() => {
      server.#server.closeAllConnections();
      server.#server.close();
    });
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A `models.json` with one model here, for everything. */
  settings(over: JsonObject = {}, rest: JsonObject = {}): JsonObject {
    const small = { kind: "openai", url: `${this.url}/v1`, model: "tiny", ...over };
    return { models: { small }, use: { prompt: "small" }, ...rest };
  }
}

export function chat(response: ServerResponse, content: unknown, usage: unknown = TOKENS): void {
  json(response, 200, { choices: [{ message: { role: "assistant", content } }], usage });
}

export const TOKENS = { prompt_tokens: 300, completion_tokens: 20 };

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export const PASS = '{"ok": true, "reason": "", "impossible": false}';
export const block = (reason: string) => JSON.stringify({ ok: false, reason, impossible: false });
