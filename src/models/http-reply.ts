/** Sends a question to a model's server. Returns the reply's JSON, or a failure that says what to do. */
import type { Failure } from "../core/decision/failure.js";
import { isRecord, type JsonObject, parseObject } from "../core/text/json.js";
import type { HttpReply, ModelTransport, NoReply, RawQuestion, RawReply } from "./contract.js";
import { detailText, noAnswer, notReached } from "./failures.js";

const LONGEST_PAUSE_MS = 3_600_000;
/** If the server does not say when to come back. */
const PAUSES_MS: Readonly<Record<number, number>> = { 429: 30_000, 503: 10_000, 529: 10_000 };

type ReadBody = { readonly body: JsonObject } | Extract<RawReply, { ok: false }>;

export async function askServer(
  question: RawQuestion,
  transport: ModelTransport,
  request: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: object },
): Promise<ReadBody> {
  const body = JSON.stringify(request.body);
  return readReply(await transport.post({ ...request, body, signal: question.signal }), question, request.url);
}

function readReply(reply: HttpReply | NoReply, { settings, key }: RawQuestion, url: string): ReadBody {
  if ("failure" in reply) return notReached(reply);
  const { status, text } = reply;
  const host = new URL(url).host;
  const failed = (message: string, cause: Failure["cause"] = "model-failed") => {
    const detail = detailOf(text, key);
    const pauseMs = PAUSES_MS[status] === undefined ? undefined : pauseOf(reply);
    const failure = { cause, message: detail === "" ? message : `${message}: ${detail}` };
    return { ok: false, failure, isFree: true, pauseMs } as const;
  };
  if (status >= 300 && status < 400) return failed(`${host} answered ${status} and redirects`, "http-redirect");
  if (status === 401 || status === 403)
    return failed(
      key === undefined
        ? `${host} wants a key (${status}): set \`keyEnv\` or \`keyFile\``
        : `${host} rejects the key (${status})`,
    );
  if (status === 404) return failed(`${host} has no model "${settings.model}" or no such path (404)`);
  if (status === 429) return failed(`${host} limits requests (429)`);
  if (status === 529 || status === 503) return failed(`${host} is overloaded (${status})`);
  if ((status === 400 || status === 422) && settings.structured)
    return failed(`${host} rejects the request (${status}); \`structured: false\` sends it without a schema`);
  if (status < 200 || status > 299) return failed(`${host} answered ${status}`);
  const body = parseObject(text);
  return body === undefined ? noAnswer(`${host} did not answer with a JSON object`) : { body };
}

/** The server's own words, without the key. */
function detailOf(text: string, key: string | undefined): string {
  const body = parseObject(text);
  const error = body?.["error"];
  const said = isRecord(error) ? error["message"] : (error ?? body?.["message"]);
  if (typeof said !== "string") return "";
  const plain = key === undefined ? said : said.replaceAll(key, "[key]");
  return detailText(plain);
}

/** `Retry-After` in seconds or as a date. */
function pauseOf({ status, retryAfter }: HttpReply): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter ?? "") - Date.now();
  const wanted = Number.isFinite(ms) && ms > 0 ? ms : (PAUSES_MS[status] ?? 0);
  return Math.min(wanted, LONGEST_PAUSE_MS);
}
