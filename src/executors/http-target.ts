/**
 * Whether a hook may call an address, and where that address leads. A name is resolved here and nowhere else: the
 * connection goes to what was checked, whatever the name means a moment later.
 */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Failure } from "../core/decision/failure.js";
import { hostOf, isListed } from "../core/hooks/host-patterns.js";
import { hidesV4, isSpecial } from "./special-address.js";

/** All addresses of a name. Rejects when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** Who wants to call, and what the person allows. */
export interface Caller {
  /** The url as the hook's file has it. */
  readonly written: string;
  /** Everything a hook calls must be listed, because its file is not the person's own. */
  readonly onlyListed: boolean;
  readonly allowHosts: readonly string[];
}

export type Target = { readonly addresses: readonly string[] } | { readonly failure: Failure };

const SPECIAL_NAME = /(^|\.)(localhost|localdomain|internal)$|^(ip6-)?(localhost|loopback|metadata|instance-data)$/;

export async function findTarget(url: URL, caller: Caller, resolve: Resolve, signal: AbortSignal): Promise<Target> {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return refused(`it calls http and https addresses, and no ${url.protocol}`);
  if (url.username !== "" || url.password !== "") return refused("its address holds credentials");
  const listed = isListed(url, caller.allowHosts);
  if (caller.onlyListed && !listed) return refused(`"${url.host}" is not among the hosts you allow`);
  const named = listed || (!caller.onlyListed && isWrittenPlainly(url, caller.written));
  const host = hostOf(url).replace(/^\[|\]$/g, "");
  if (!named && SPECIAL_NAME.test(host)) return refused(`"${host}" is a name of this machine or its network`);
  const addresses = isIP(host) ? [host] : await Promise.race([ask(resolve, host), aborted(signal)]);
  if ("failure" in addresses) return addresses;
  if (!named && addresses.some(isSpecial))
    return refused(`"${host}" leads to ${addresses.find(isSpecial)}, which is this machine or no public address`);
  return { addresses };
}

/** An owner's hook may call this machine or its network if its own url says so in a form that people can read. */
function isWrittenPlainly(url: URL, written: string): boolean {
  const { protocol, hostname, origin } = url;
  const host = hostname.replace(/^\[|\]$/g, "");
  if (hostname !== "localhost" && (!isIP(host) || hidesV4(host))) return false;
  const start = `${protocol}//${hostname}`;
  if (!written.toLowerCase().startsWith(start) || !/^(:\d+)?([/?#]|$)/.test(written.slice(start.length))) return false;
  return new URL(written).origin === origin; // of a redirect, another port is another server
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
    const end = () => done({ failure: { cause: "aborted", message: "its address was not found in time" } });
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

function refused(message: string): { readonly failure: Failure } {
  return { failure: { cause: "http-refused", message } };
}
