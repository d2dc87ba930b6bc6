/** Reads the body of a request: only of an accepted type, up to the size limit, and in time. */
import type { IncomingMessage } from "node:http";
import { isRecord } from "../../core/text/json.js";
import { check } from "./check.js";
import { Refusal, refuse } from "./errors.js";
import { type Parsed, parseBody } from "./parse-body.js";
import type { Route, RouteCall } from "./route.js";

export interface BodyLimits {
  readonly bodyBytes: number;
  readonly bodyMs: number;
}

export type Body = Pick<RouteCall, "body" | "bytes" | "contentType">;

const NOTHING = new Uint8Array();

/** `wanted` is called before the first byte is read: some callers wait for `100 Continue`. */
export async function takeBody(
  request: IncomingMessage,
  route: Route,
  limits: BodyLimits,
  wanted: () => void,
): Promise<Body | Refusal> {
  const hasBody =
    request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
  if (route.accepts === undefined) {
    if (hasBody) return refuse("BODY_UNEXPECTED", "this route accepts no body");
    return { body: undefined, bytes: NOTHING, contentType: "" };
  }
  const contentType = contentTypeOf(request);
  if (contentType === undefined || !route.accepts.includes(contentType))
    return refuse("CONTENT_TYPE_REFUSED", `this route accepts ${route.accepts.join(" or ")}`);
  if (Number(request.headers["content-length"] ?? 0) > limits.bodyBytes) return tooLarge(limits);
  wanted();
  const bytes = await readBytes(request, limits);
  if (!(bytes instanceof Uint8Array)) return bytes;
  const body = checked(route, parseBody(contentType, bytes));
  return body instanceof Refusal ? body : { body, bytes, contentType };
}

function checked(route: Route, parsed: Parsed): unknown {
  if (route.lenient) return isRecord(parsed.value) ? parsed.value : {};
  if (parsed.problem !== undefined) return refuse("BODY_SYNTAX", parsed.problem);
  if (route.body === undefined) return parsed.value;
  const read = check(route.body, parsed.value, "the body");
  return "problem" in read ? refuse("BODY_INVALID", read.problem) : read.value;
}

function contentTypeOf(request: IncomingMessage): string | undefined {
  const [type = "", ...parameters] = (request.headers["content-type"] ?? "").toLowerCase().split(";");
  const strange = parameters.some((parameter) => !/^\s*charset="?utf-8"?\s*$/.test(parameter));
  const packed = !["identity", undefined].includes(request.headers["content-encoding"]?.toLowerCase());
  return strange || packed ? undefined : type.trim();
}

function tooLarge({ bodyBytes }: BodyLimits): Refusal {
  return refuse("BODY_TOO_LARGE", `more than ${bodyBytes} bytes`);
}

function readBytes(request: IncomingMessage, limits: BodyLimits): Promise<Uint8Array | Refusal> {
  return new Promise((done) => {
    const parts: Buffer[] = [];
    let size = 0;
    const end = (result: Uint8Array | Refusal) => {
      clearTimeout(timer);
      request.off("data", take).off("end", whole).off("error", gone).off("close", gone);
      done(result);
    };
    const take = (part: Buffer) => {
      size += part.length;
      if (size > limits.bodyBytes) return end(tooLarge(limits));
      parts.push(part);
    };
    const whole = () => end(Buffer.concat(parts));
    const gone = () => end(refuse("REQUEST_MALFORMED", "the body is incomplete"));
    const timer = setTimeout(() => end(refuse("BODY_TOO_SLOW", "the body did not arrive in time")), limits.bodyMs);
    request.on("data", take).on("end", whole).on("error", gone).on("close", gone);
    if (request.destroyed) gone(); // before a listener was attached
  });
}
