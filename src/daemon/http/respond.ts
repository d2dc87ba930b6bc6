/** Writes a response, also to a caller that is still sending. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "./errors.js";

/** Nothing here is for a browser: no CORS, framing, caching or sniffing. */
export const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
} as const;

/** How long a rejected caller may continue sending; otherwise it would miss the response. */
const LINGER_MS = 1_000;

export function respond(
  request: IncomingMessage,
  response: ServerResponse,
  result: { readonly json: object } | Refusal,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed || response.headersSent) return;
  const refused = result instanceof Refusal;
  const body = Buffer.from(`${JSON.stringify(refused ? result.body : result.json)}\n`);
  response.writeHead(refused ? result.status : 200, {
    ...HEADERS,
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
    ...(refused && result.status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(request.complete && !refused ? {} : { connection: "close" }),
    ...headers,
  });
  if (request.complete) return void response.end(body);
  // Sends the response now and discards the rest of the request.
  response.write(body);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.on("error", end).on("close", end).on("end", end).resume();
}
