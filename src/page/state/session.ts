/** Who this page is for the daemon. The token is of this tab and this port; it ends with the daemon. */
import { signal } from "@preact/signals";
import type { SignedIn } from "../../daemon/http/schemas/page-types.js";

export type SessionState =
  | { readonly state: "starting" }
  | { readonly state: "signed in"; readonly rights: SignedIn["rights"] }
  | { readonly state: "signed out"; readonly why: string };

const KEY = "snaphook-session";

export const session = signal<SessionState>({ state: "starting" });
let known: SignedIn | undefined;

/** With the code in the address, which is removed first, or with what this tab has kept. */
export async function signIn(): Promise<boolean> {
  const [, code, screen] = /^#k=([0-9a-f]{32})(?:&s=(\w+))?$/.exec(location.hash) ?? [];
  if (code !== undefined) {
    history.replaceState(null, "", location.pathname);
    const isIn = await redeem(code);
    if (isIn && screen !== undefined) location.hash = `#/${screen}`;
    return isIn;
  }
  known = readKept();
  if (known === undefined) {
    session.value = { state: "signed out", why: "" };
    return false;
  }
  session.value = { state: "signed in", rights: known.rights };
  return true;
}

export async function redeem(code: string): Promise<boolean> {
  try {
    const response = await fetch("/v1/page/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
      credentials: "omit",
    });
    if (response.ok) {
      known = (await response.json()) as SignedIn;
      sessionStorage.setItem(KEY, JSON.stringify(known));
      session.value = { state: "signed in", rights: known.rights };
      return true;
    }
    signOut("The code was used already, has expired, or is wrong.");
  } catch {
    signOut("The daemon does not answer.");
  }
  return false;
}

export function signOut(why: string): void {
  known = undefined;
  sessionStorage.removeItem(KEY);
  session.value = { state: "signed out", why };
}

export type Got<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** A request with the token. An answer of another daemon, or of another program on its port, signs out. Never rejects. */
export async function ask(
  path: string,
  init: { body?: object; signal?: AbortSignal } = {},
): Promise<Response | undefined> {
  if (known === undefined) return undefined;
  const { instance, token } = known;
  const { body, signal } = init;
  try {
    const response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
      credentials: "omit",
      redirect: "error",
      cache: "no-store",
    });
    if (response.headers.get("x-snaphook-instance") === instance) return response;
    signOut("The daemon was started again, or this page was open for too long.");
  } catch {
    // no answer, or aborted
  }
  return undefined;
}

export async function askJson<Body>(path: string, init: { body?: object } = {}): Promise<Got<Body>> {
  const response = await ask(path, init);
  if (response === undefined) return { ok: false, code: "DAEMON_DOWN", message: "The daemon does not answer." };
  try {
    const json = await response.json();
    if (response.ok) return { ok: true, body: json as Body };
    return { ok: false, code: String(json.error.code), message: String(json.error.message) };
  } catch {
    return { ok: false, code: "DAEMON_DOWN", message: "The answer ended early." };
  }
}

function readKept(): SignedIn | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? "null") as SignedIn | null) ?? undefined;
  } catch {
    return undefined;
  }
}
