/** What commands ask of a running daemon: HTTP on a socket that only this user can open. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { isRecord } from "../core/json.js";
import type { Asks } from "./asks.js";

export interface ControlTarget {
  status(): object;
  readonly asks: Asks;
  stop(): void;
  /** Calls back with every event and decision until told to end. */
  watch(listener: (line: object) => void): () => void;
}

const BODY_LIMIT = 10_000;

export function controlServer(target: ControlTarget): Server {
  return createServer((incoming, response) => {
    route(target, incoming, response).catch(() => reply(response, 500, { error: "it failed" }));
  });
}

async function route(target: ControlTarget, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = "" } = incoming;
  const id = /^\/v1\/asks\/([\w-]+)$/.exec(url)?.[1];
  if (method === "GET" && url === "/v1/status") return reply(response, 200, target.status());
  if (method === "GET" && url === "/v1/asks") return reply(response, 200, target.asks.list());
  if (method === "GET" && url === "/v1/stream") return stream(target, response);
  if (method === "POST" && url === "/v1/stop") {
    reply(response, 200, { stopping: true });
    return target.stop();
  }
  if (method !== "POST" || id === undefined) return reply(response, 404, { error: "there is no such route" });
  const verdict = verdictIn(await text(incoming));
  if (verdict === undefined) return reply(response, 400, { error: 'send {"verdict": "allow"} or "deny"' });
  return target.asks.answer(id, verdict)
    ? reply(response, 200, { id, verdict })
    : reply(response, 404, { error: "there is no such question, or it has been answered" });
}

function verdictIn(body: string): "allow" | "deny" | undefined {
  if (body.length > BODY_LIMIT) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    const said = isRecord(value) ? value["verdict"] : undefined;
    return said === "allow" || said === "deny" ? said : undefined;
  } catch {
    return undefined;
  }
}

function stream(target: ControlTarget, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  response.flushHeaders();
  const end = target.watch((line) => response.write(`${JSON.stringify(line)}\n`));
  response.on("close", end);
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export interface ControlReply {
  readonly status: number;
  readonly body: unknown;
}

/** The client side; undefined when no daemon answers. */
export function askDaemon(
  socket: string,
  method: string,
  path: string,
  body?: object,
): Promise<ControlReply | undefined> {
  return new Promise((done) => {
    const call = request({ socketPath: socket, method, path, timeout: 2_000 }, (response) => {
      void text(response).then((said) => done({ status: response.statusCode ?? 0, body: JSON.parse(said) }));
    });
    call.on("error", () => done(undefined)).on("timeout", () => call.destroy());
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Lines of the stream until the daemon ends; resolves then. */
export function watchDaemon(socket: string, onLine: (line: unknown) => void): Promise<void> {
  return new Promise((done) => {
    const call = request({ socketPath: socket, path: "/v1/stream" }, (response) => {
      let rest = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) onLine(JSON.parse(line));
      });
      response.on("close", () => done());
    });
    call.on("error", () => done()).end();
  });
}
