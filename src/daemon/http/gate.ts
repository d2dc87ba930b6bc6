/**
 * Authentication. Every request passes here before anything is looked up, so that an unauthenticated caller cannot
 * probe routes (SE-09), and no browser page gets through (T6).
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isTicketShaped } from "../channels/tickets.js";
import type { Tokens } from "../lifecycle/tokens.js";
import type { LocalPage, PageSession } from "../local-page/local-page.js";
import { Refusal, refuse } from "./errors.js";
import type { TokenKind } from "./route.js";

type Head = Pick<IncomingMessage, "headersDistinct" | "rawHeaders"> & {
  readonly socket: { readonly localPort?: number };
};

/** More than any program sends. */
const MOST_HEADERS = 100;

/** Security headers. Duplicates are rejected: two parsers could pick different ones. */
const DECIDING = [
  "host",
  "origin",
  "sec-fetch-site",
  "sec-fetch-mode",
  "sec-fetch-dest",
  "authorization",
  "x-snaphook-token",
  "x-cortex-token",
  "content-type",
  "content-length",
  "content-encoding",
];

/** What the caller may do. A ticket, and the code that opens the local page, are checked by their route. */
export interface Admitted {
  readonly grant: TokenKind;
  readonly ticket?: string;
  readonly page?: PageSession;
}

export interface GateOptions {
  /** The one header that may bring the token, on a port for programs that know no other. */
  readonly only?: "x-cortex-token" | undefined;
  /** Where the user's proxy leads here. Only tickets are accepted from there. */
  readonly publicHost?: string | undefined;
}

export function admit(head: Head, tokens: Tokens, { only, publicHost }: GateOptions = {}): Admitted | Refusal {
  const headers = readHeaders(head);
  if (headers instanceof Refusal) return headers;
  const hosts = ownHosts(head.socket.localPort);
  const host = headers["host"]?.[0]?.toLowerCase() ?? "";
  const isPublic = publicHost !== undefined && host === publicHost;
  if (!isPublic && !hosts.includes(host)) return refuse("HOST_REFUSED", "unknown host");
  const origins = isPublic ? [`https://${publicHost}`] : hosts.map((one) => `http://${one}`);
  if (!isOwnOrigin(headers, origins)) return refuse("ORIGIN_REFUSED", "unknown origin");
  const given = givenToken(headers, only);
  if (only === undefined && isTicketShaped(given)) return { grant: "ticket", ticket: given };
  const grant = isPublic ? undefined : grantFor(given, tokens);
  return grant === undefined ? refuse("TOKEN_REFUSED", "missing or invalid token") : { grant };
}

/** On the port of the local page. It accepts no other token, and no caller that the page's own origin does not send. */
export function admitToPage(head: Head & Pick<IncomingMessage, "method" | "url">, page: LocalPage): Admitted | Refusal {
  const headers = readHeaders(head);
  if (headers instanceof Refusal) return headers;
  const hosts = ownHosts(head.socket.localPort);
  if (!hosts.includes(headers["host"]?.[0]?.toLowerCase() ?? "")) return refuse("HOST_REFUSED", "unknown host");
  const origins = hosts.map((one) => `http://${one}`);
  if (!isOwnOrigin(headers, origins)) return refuse("ORIGIN_REFUSED", "unknown origin");
  if (head.method === "POST" && headers["origin"] === undefined) return refuse("ORIGIN_REFUSED", "no origin");
  if (head.method === "POST" && head.url === SIGN_IN_PATH) return { grant: "code" };
  const session = page.session(givenToken(headers));
  return session === undefined ? refuse("TOKEN_REFUSED", "missing or invalid token") : { grant: "page", page: session };
}

/** Where the page redeems its code. */
export const SIGN_IN_PATH = "/v1/page/session";

/**
 * Whether a file of the local page may be sent. Its address can be opened from anywhere, also by a file that redirects to
 * it, which a browser marks as another site. Nothing else of it can be.
 */
export function mayLoadFile(head: Head, isShell: boolean): true | Refusal {
  const headers = readHeaders(head);
  if (headers instanceof Refusal) return headers;
  const hosts = ownHosts(head.socket.localPort);
  if (!hosts.includes(headers["host"]?.[0]?.toLowerCase() ?? "")) return refuse("HOST_REFUSED", "unknown host");
  const first = (name: string) => headers[name]?.[0];
  const isOpened = first("sec-fetch-mode") === "navigate" && first("sec-fetch-dest") === "document";
  if (isShell && isOpened && headers["origin"] === undefined) return true;
  const origins = hosts.map((one) => `http://${one}`);
  return isOwnOrigin(headers, origins) ? true : refuse("ORIGIN_REFUSED", "unknown origin");
}

function readHeaders(head: Head): Head["headersDistinct"] | Refusal {
  if (head.rawHeaders.length > 2 * MOST_HEADERS) return refuse("HEAD_TOO_LARGE", "too many headers");
  const twice = DECIDING.find((name) => (head.headersDistinct[name]?.length ?? 0) > 1);
  if (twice !== undefined) return refuse("REQUEST_MALFORMED", `the header ${twice} came more than once`);
  return head.headersDistinct;
}

/** A socket in a private directory has no port, and its clients send "localhost". */
function ownHosts(port: number | undefined): readonly string[] {
  return port === undefined ? ["localhost"] : ["127.0.0.1", "localhost", "[::1]"].map((host) => `${host}:${port}`);
}

/** Programs send no origin. A browser does, except for plain reads, which it marks differently. */
function isOwnOrigin(headers: Head["headersDistinct"], origins: readonly string[]): boolean {
  const origin = headers["origin"]?.[0];
  if (origin !== undefined && !origins.includes(origin)) return false;
  const site = headers["sec-fetch-site"]?.[0];
  return site === undefined || site === "same-origin" || site === "none";
}

/** Empty if there is none, or more than one. */
function givenToken(headers: Head["headersDistinct"], only?: string): string {
  if (only !== undefined) return headers[only]?.[0] ?? "";
  const bearer = headers["authorization"]?.[0];
  const own = headers["x-snaphook-token"]?.[0];
  if (bearer !== undefined && own !== undefined) return ""; // ambiguous
  return own ?? /^Bearer ([\x21-\x7e]+)$/i.exec(bearer ?? "")?.[1] ?? "";
}

function grantFor(given: string, tokens: Tokens): TokenKind | undefined {
  // Compares both tokens in any case: the time reveals nothing.
  const control = sameSecret(given, tokens.control);
  const hooks = sameSecret(given, tokens.hooks);
  if (control) return "control";
  return hooks ? "hooks" : undefined;
}

/** Constant time. An empty token never matches. */
function sameSecret(given: string, token: string): boolean {
  const same = timingSafeEqual(digest(given), digest(token));
  return same && token !== "";
}

function digest(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
