/** Writes live lines to one reader while it keeps up. */
import type { ServerResponse } from "node:http";
import type { StreamLine } from "../api.js";
import { HEADERS } from "./respond.js";
import type { RouteCall } from "./route.js";
import { StoredLines } from "./stored-lines.js";

/** Maximum backlog of a reader before it is disconnected. */
const MAX_WAITING = 1024 * 1024;
/** A line after a pause is written at once. While there are many, those of this time share a write: each write costs both sides. */
const SHARE_MS = 50;
/** Waiting lines are written when they reach this length. */
const WRITE_CHARS = 64 * 1024;

export interface StreamOptions {
  readonly contentType: string;
  /** A user reads it and can answer questions. */
  readonly canAnswer: boolean;
  readonly withoutHooks: boolean;
  /** Stored events to send first: see `stored-lines.ts`. */
  readonly last?: number | undefined;
  readonly after?: string | undefined;
}

export function openStream(response: ServerResponse, call: RouteCall, options: StreamOptions): void {
  const { contentType, canAnswer, withoutHooks, last, after } = options;
  const { services, heartbeatMs, page } = call;
  const frame =
    contentType === "text/event-stream" ? (json: string) => `data: ${json}\n\n` : (json: string) => `${json}\n`;
  // A line with the open questions replaces the one before it. A reader in whose terminal a person answers must not be
  // disconnected because of their number: its calls would be denied.
  let newest: StreamLine | undefined;
  let asksLength = 0;
  let unwritten = "";
  let writtenAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = unwritten;
    unwritten = "";
    if (text === "" || response.destroyed) return;
    response.write(text);
    writtenAt = performance.now();
    if (response.writableLength > MAX_WAITING + asksLength) response.destroy();
  };
  const send = (line: StreamLine) => {
    if (response.destroyed) return;
    if (line.kind === "asks" && response.writableNeedDrain) {
      newest = line;
      return;
    }
    const text = frame(JSON.stringify(line));
    if (line.kind === "asks") asksLength = text.length;
    const isFirst = unwritten === "";
    unwritten += text;
    if (unwritten.length > WRITE_CHARS) write();
    if (!isFirst || unwritten === "") return;
    const waitMs = writtenAt + SHARE_MS - performance.now();
    if (waitMs <= 0) queueMicrotask(write);
    else timer = setTimeout(write, waitMs).unref();
  };
  response.on("drain", () => {
    const line = newest;
    newest = undefined;
    if (line !== undefined) send(line);
  });
  response.writeHead(200, { ...HEADERS, "content-type": `${contentType}; charset=utf-8`, connection: "close" });
  send({ kind: "asks", open: services.asks.open() });
  const wantsStored = last !== undefined || after !== undefined;
  // Watches first: what is stored from now on comes live as well.
  const stored = wantsStored ? new StoredLines(services.store, send) : undefined;
  const unwatch = services.watch((line) => (stored === undefined ? send(line) : stored.live(line)), {
    canAnswer,
    withLate: wantsStored,
    withoutHooks,
  });
  void stored?.begin({ last, after }, response);
  const closed = page && services.page.streaming(page, () => response.destroy());
  const heartbeat = setInterval(() => send({ kind: "heartbeat" }), heartbeatMs);
  heartbeat.unref();
  response.once("close", () => {
    clearInterval(heartbeat);
    clearTimeout(timer);
    closed?.();
    unwatch();
  });
}
