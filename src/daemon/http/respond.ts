/** Writing an answer, also to a caller who has not finished sending. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "./errors.js";

/** Nothing here is for a browser: no CORS, nothing to frame, cache or guess. */
export const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
} as const;

/** How long a refused caller may go on sending before the line is cut; whoever reads late would miss the answer. */
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
  // The answer leaves now; what still comes in is thrown away unread.
  response.write(body);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.on("error", end).on("close", end).on("end", end).resume();
}
