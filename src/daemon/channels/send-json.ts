/** One POST of a channel. Redirects are refused: they would carry the request elsewhere. */
import { ChannelProblem } from "./contract.js";
import { responseBody } from "./response-body.js";

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 1_000_000;

export interface Sent {
  readonly status: number;
  readonly text: string;
}

/** Rejects with a `ChannelProblem` if there is no answer, or one that says to come later. */
export async function sendJson(
  url: string | URL,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Sent> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, {
    method: "POST",
    body,
    redirect: "error",
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    signal,
  });
  const text = await readText(response, signal);
  const { status } = response;
  if (status === 429) throw new ChannelProblem("too many requests (429)", { retryAfterMs: retryAfter(response) });
  if (status >= 500) throw new ChannelProblem(`the server answered ${status}`);
  return { status, text };
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of responseBody(response, signal)) {
    size += part.length;
    if (size > MOST_BYTES) throw new ChannelProblem("the server's answer is too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Without a usable header: the usual pause. */
function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get("retry-after"));
  return seconds > 0 && seconds <= 3_600 ? seconds * 1_000 : 0;
}
