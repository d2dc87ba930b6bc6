/** Writes live lines to one reader while it keeps up. */
import type { ServerResponse } from "node:http";
import type { StreamLine } from "../api.js";
import { HEADERS } from "./respond.js";
import type { RouteCall } from "./route.js";

/** Maximum backlog of a reader before it is disconnected. */
const MAX_WAITING = 1024 * 1024;

export interface StreamOptions {
  readonly contentType: string;
  /** A user reads it and can answer questions. */
  readonly canAnswer: boolean;
}

export function openStream(response: ServerResponse, call: RouteCall, { contentType, canAnswer }: StreamOptions): void {
  const { services, heartbeatMs } = call;
  const frame =
    contentType === "text/event-stream" ? (json: string) => `data: ${json}\n\n` : (json: string) => `${json}\n`;
  const send = (line: StreamLine) => {
    if (response.destroyed) return;
    response.write(frame(JSON.stringify(line)));
    if (response.writableLength > MAX_WAITING) response.destroy();
  };
  response.writeHead(200, { ...HEADERS, "content-type": `${contentType}; charset=utf-8`, connection: "close" });
  send({ kind: "asks", open: services.asks.open() });
  const unwatch = services.watch(send, { canAnswer });
  const heartbeat = setInterval(() => send({ kind: "heartbeat" }), heartbeatMs);
  heartbeat.unref();
  response.once("close", () => {
    clearInterval(heartbeat);
    unwatch();
  });
}
