/** Runs rows of the table through an http executor, with real servers that see every connection. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import type { httpExecutor } from "../../src/executors/http.js";
import { PROFILES } from "../../src/sources/dialects/_profiles.js";
import { admitted } from "../support/hook-specs.js";
import { LoopbackFence } from "../support/loopback-fence.js";
import type { Answers, UrlRow } from "./url-row.js";

const EVENT = { name: "PreToolUse", payload: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} } };

interface Seen {
  readonly ends: string;
  readonly lookups: number;
  readonly host: string | undefined;
  readonly headers: boolean;
  /** Connections to the two servers. */
  readonly connections: readonly number[];
  readonly calls: number;
}

export class UrlRunner {
  readonly #fence = new LoopbackFence();
  readonly #servers = [new CountingServer(), new CountingServer()] as const;

  async run(row: UrlRow, executor: typeof httpExecutor): Promise<Seen> {
    this.#fence.attempts.length = 0;
    for (const server of this.#servers) server.calls.length = server.connections = 0;
    let lookups = 0;
    const resolve = async (name: string) => answer(row.names?.[name], lookups++);
    const fill = (text: string) => this.fill(text);
    const reach = { allowHosts: (row.allow ?? []).map(fill), grantEnv: [] };
    const headers = { "x-own": "1", Host: "elsewhere.test" };
    const run = { type: "http", url: fill(row.url), followRedirects: row.follow ?? false, headers } as const;
    const hook = admitted({ id: "it", run }, { level: row.level ?? "user" });
    const signal = AbortSignal.timeout(10_000);
    const context = {
      hookId: "it",
      presence: "headless",
      signal,
      progress: () => {},
      askUser: async () => ({ outcome: "none" as const }),
    } as const;
    const one = executor(PROFILES, {}, { reach, resolve });
    const result = await Promise.resolve(one.run(hook, EVENT, context))
      .then((raw) => one.read(raw, hook, EVENT))
      .catch((error: unknown) => ({ ok: false, failure: { cause: `threw ${error}` } }) as const);
    const { attempts } = this.#fence;
    const connections = this.#servers.map((server) => server.connections);
    const calls = this.#servers.flatMap((server) => server.calls);
    const last = calls.at(-1);
    const ended = result.ok ? "reached" : result.failure.cause;
    return {
      ends: attempts.length > 0 ? `leaves ${attempts.join(" ")}` : ended,
      lookups,
      host: last?.host,
      headers: last?.["x-own"] !== undefined,
      connections,
      calls: calls.length,
    };
  }

  /** What the row expects, of what was seen. */
  expected(row: UrlRow, seen: Seen): Seen {
    const redirected = row.follow === true || row.url.includes("/to/");
    const [first = 0, second = 0] = seen.connections;
    return {
      ends: row.ends,
      lookups: row.lookups ?? seen.lookups,
      host: row.host === undefined ? seen.host : this.fill(row.host),
      headers: row.headers ?? seen.headers,
      // What is refused connects to nobody; of a redirect, the server that was named is all that hears of it.
      connections: row.ends === "reached" ? [first, second] : [redirected ? first : 0, 0],
      calls: row.ends === "reached" ? Math.max(1, seen.calls) : seen.calls,
    };
  }

  fill(text: string): string {
    const [port, other] = this.#servers.map((server) => String(server.port));
    return text.replaceAll("PORT", port!).replaceAll("OTHER", other!);
  }
}

function answer(answers: Answers | undefined, asked: number): readonly string[] {
  if (answers === undefined) throw Object.assign(new Error("not found"), { code: "ENOTFOUND" });
  return answers[Math.min(asked, answers.length - 1)] ?? [];
}

class CountingServer {
  connections = 0;
  readonly calls: IncomingHttpHeaders[] = [];
  readonly #server = createServer((request, response) => this.#answer(request, response));

  constructor() {
    this.#server.on("connection", () => this.connections++);
    beforeAll(() => new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done)));
    afterAll(() => {
      this.#server.closeAllConnections();
      this.#server.close();
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #answer({ url = "", headers }: IncomingMessage, response: ServerResponse): void {
    this.calls.push(headers);
    const [, kind, value = ""] = /^\/(to|hops)\/(.*)$/.exec(url) ?? [];
    if (kind === "to") response.writeHead(307, { location: decodeURIComponent(value) }).end();
    else if (kind === "hops" && value !== "0")
      response.writeHead(307, { location: `/hops/${Number(value) - 1}` }).end();
    else response.end("{}");
  }
}
