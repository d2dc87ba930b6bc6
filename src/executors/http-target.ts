/**
 * Decides whether a hook may call a URL, and resolves it. A name is resolved only here: the connection goes to the
 * checked address, even if the name changes.
 */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Failure } from "../core/decision/failure.js";
import { hostOf, isListed } from "../core/hooks/host-patterns.js";
import { hidesV4, isSpecial } from "./special-address.js";

/** All addresses of a name. Rejects if there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** The calling hook, and the user's grants. */
export interface Caller {
  /** The URL as in the hook's file. */
  readonly written: string;
  /** Every host must be listed, because the hook's file is not the user's own. */
  readonly onlyListed: boolean;
  readonly allowHosts: readonly string[];
}

export type Target = { readonly addresses: readonly string[] } | { readonly failure: Failure };

const SPECIAL_NAME = /(^|\.)(localhost|localdomain|internal)$|^(ip6-)?(localhost|loopback|metadata|instance-data)$/;

export async function findTarget(url: URL, caller: Caller, resolve: Resolve, signal: AbortSignal): Promise<Target> {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return refused(`it may call only http and https URLs, not ${url.protocol}`);
  if (url.username !== "" || url.password !== "") return refused("its URL contains credentials");
  const listed = isListed(url, caller.allowHosts);
  if (caller.onlyListed && !listed) return refused(`"${url.host}" is not in \`allowHosts\``);
  const named = listed || (!caller.onlyListed && isWrittenPlainly(url, caller.written));
  const host = hostOf(url).replace(/^\[|\]$/g, "");
  if (!named && SPECIAL_NAME.test(host)) return refused(`"${host}" is a name of this machine or its network`);
  const addresses = isIP(host) ? [host] : await Promise.race([ask(resolve, host), aborted(signal)]);
  if ("failure" in addresses) return addresses;
  if (!named && addresses.some(isSpecial))
    return refused(`"${host}" resolves to ${addresses.find(isSpecial)}, which is this machine or not a public address`);
  return { addresses };
}

/** An owner's hook may call this machine or its network if its own URL says so in a readable form. */
function isWrittenPlainly(url: URL, written: string): boolean {
  const { protocol, hostname, origin } = url;
  const host = hostname.replace(/^\[|\]$/g, "");
  if (hostname !== "localhost" && (!isIP(host) || hidesV4(host))) return false;
  const start = `${protocol}//${hostname}`;
  if (!written.toLowerCase().startsWith(start) || !/^(:\d+)?([/?#]|$)/.test(written.slice(start.length))) return false;
  return new URL(written).origin === origin; // after a redirect, another port is another server
}

async function ask(resolve: Resolve, host: string): Promise<readonly string[] | { readonly failure: Failure }> {
  try {
    const found = await resolve(host);
    if (found.length > 0) return found;
    throw new Error("the list is empty");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { failure: { cause: "http-unreachable", message: `"${host}" has no address (${code ?? message})` } };
  }
}

function aborted(signal: AbortSignal): Promise<{ readonly failure: Failure }> {
  return new Promise((done) => {
    const end = () => done({ failure: { cause: "aborted", message: "its host was not resolved in time" } });
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

function refused(message: string): { readonly failure: Failure } {
  return { failure: { cause: "http-refused", message } };
}
