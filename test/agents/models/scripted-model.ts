/** A model that plays a script, as a real server on loopback. It keeps every request it gets. */
import { rmSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { JsonObject } from "../../../src/core/text/json.js";

export type Step = { readonly tool: string; readonly input: JsonObject } | { readonly text: string };

/** One that depends on what the agent has sent. */
export type StepFor = (body: string) => Step;

export interface ModelRequest {
  readonly path: string;
  /** The bytes as they came, for looking for a text wherever the agent put it. */
  readonly body: string;
  /** Whether this is the conversation itself, and not a side question such as a title. */
  readonly main: boolean;
  readonly inSubagent: boolean;
}

/** How one provider's interface says things. */
export interface WireFormat {
  /** Whether the path asks the model for an answer at all. */
  asks(path: string): boolean;
  isMain(body: JsonObject): boolean;
  answer(
    step: Step,
    body: JsonObject,
    number: number,
    path: string,
  ): { readonly type: string; readonly content: string };
}

export interface Script {
  /** What the person asks for; a conversation that does not hold it is a subagent's. */
  readonly prompt: string;
  readonly steps: readonly (Step | StepFor)[];
  readonly subagent: readonly (Step | StepFor)[];
  /** Pages that the same server has, by path. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Waited for before the model answers; the first turn of the conversation is 1. */
  beforeTurn?(turn: number): Promise<void> | undefined;
}

const SUBAGENT_LIMIT_MS = 10_000;
const ASIDE: Step = { text: "ok" };

export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  readonly #servers: readonly Server[];
  readonly #format: WireFormat;
  readonly #script: Script;
  /** The same server once more, for those who do not share our network. */
  readonly socket: string;

  private constructor(format: WireFormat, script: Script) {
    this.#format = format;
    this.#script = script;
    this.socket = join(tmpdir(), `snaphook-model-${process.pid}-${Math.random().toString(36).slice(2)}.sock`);
    this.#servers = [0, 1].map(() =>
      createServer((request, response) => {
        void text(request).then((body) => this.#handle(request.url ?? "", body, response));
      }),
    );
  }

  static async start(format: WireFormat, script: Script): Promise<ScriptedModel> {
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

  /** Some agents go on while a subagent works, and end it with themselves: it is given the time to finish. */
  async #subagentIsDone(): Promise<void> {
    const until = Date.now() + SUBAGENT_LIMIT_MS;
    const turns = () => this.requests.filter(({ inSubagent }) => inSubagent).length;
    while (turns() < this.#script.subagent.length && Date.now() < until) await wait(50);
  }

  async #handle(path: string, body: string, response: ServerResponse): Promise<void> {
    const parsed = this.#format.asks(path) ? (JSON.parse(body) as JsonObject) : undefined;
    const main = parsed !== undefined && this.#format.isMain(parsed);
    const inSubagent = main && this.#script.subagent.length > 0 && !body.includes(this.#script.prompt);
    // Agents merge messages, so the place in the script is the number of turns asked for, not what the history holds.
    const turn = this.requests.filter((request) => request.main && request.inSubagent === inSubagent).length;
    this.requests.push({ path, body, main, inSubagent });
    const page = this.#script.pages?.[path];
    if (page !== undefined) {
      response.writeHead(200, { "content-type": "text/html" }).end(page);
      return;
    }
    if (parsed === undefined) {
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    const steps = inSubagent ? this.#script.subagent : this.#script.steps;
    const chosen = main ? steps[Math.min(turn, steps.length - 1)]! : ASIDE;
    const step = typeof chosen === "function" ? chosen(body) : chosen;
    if (main && !inSubagent && turn > 0) await this.#subagentIsDone();
    if (main && !inSubagent) await this.#script.beforeTurn?.(turn + 1);
    const { type, content } = this.#format.answer(step, parsed, this.requests.length, path);
    response.writeHead(200, { "content-type": type }).end(content);
  }
}

export function serverSentEvents(events: readonly ({ readonly type: string } & JsonObject)[]) {
  const content = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return { type: "text/event-stream", content };
}
