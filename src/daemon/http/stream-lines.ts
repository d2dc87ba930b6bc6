/** Writes live lines to one reader, for as long as it keeps up. */
import type { ServerResponse } from "node:http";
import type { StreamLine } from "../api.js";
import { HEADERS } from "./respond.js";
import { type RouteCall, textParam } from "./route.js";

/** What may wait for a reader before it is dropped. */
const MAX_WAITING = 1024 * 1024;

type Sent = StreamLine | { readonly kind: "heartbeat" };

export function openStream(response: ServerResponse, call: RouteCall, contentType: string): void {
  const { services, heartbeatMs } = call;
  const frame =
    contentType === "text/event-stream" ? (json: string) => `data: ${json}\n\n` : (json: string) => `${json}\n`;
  const send = (line: Sent) => {
    if (response.destroyed) return;
    response.write(frame(JSON.stringify(line)));
    if (response.writableLength > MAX_WAITING) response.destroy();
  };
  response.writeHead(200, { ...HEADERS, "content-type": `${contentType}; charset=utf-8`, connection: "close" });
  send({ kind: "asks", open: services.asks.open() });
  const unwatch = services.watch(send, { canAnswer: textParam(call, "answers") === "true" });
  const heartbeat = setInterval(send, heartbeatMs, { kind: "heartbeat" });
  heartbeat.unref();
  response.once("close", () => {
    clearInterval(heartbeat);
    unwatch();
  });
}
