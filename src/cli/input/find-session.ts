/** The session that people mean by the beginning of its id. */
import { type Finding, finding } from "../../core/errors.js";
import type { SessionRow } from "../../core/records/records.js";
import type { SessionDetail } from "../../core/records/store.js";
import { loggedEvents } from "../../runtime/record/read-hook-log.js";
import type { Call } from "../command.js";
import { refuse } from "../output/print.js";
import { type ReadStore, UnusableStore, withStore } from "./read-store.js";

const PAGE = 500;
const NAMED = 5;

/** The one argument of commands about a session; undefined when it was refused. */
export function namedSession(call: Call): string | undefined {
  const [start, ...more] = call.args;
  if (start !== undefined && more.length === 0) return start;
  refuse(call, finding("USAGE", "give a session id, or its beginning; `snaphook sessions` lists them"));
  return undefined;
}

export async function findSession(
  store: ReadStore,
  start: string,
): Promise<{ detail: SessionDetail } | { problem: Finding }> {
  const exact = await store.session(start);
  if (exact !== undefined) return { detail: exact };
  const fitting: string[] = [];
  for await (const { id } of allSessions(store)) if (id.startsWith(start)) fitting.push(id);
  const only = onlyOne(start, fitting);
  if ("problem" in only) return only;
  const detail = await store.session(only.id);
  if (detail !== undefined) return { detail };
  return { problem: finding("SESSION_NOT_FOUND", `the session "${only.id}" was just removed`) };
}

/** Its whole id. The log knows it too, where no daemon has taken it in yet or the store cannot be used. */
export async function findSessionId(
  call: Pick<Call, "places">,
  start: string,
): Promise<{ id: string } | { problem: Finding }> {
  const fitting = new Set<string>();
  const add = (id: string) => void (id.startsWith(start) && fitting.add(id));
  for (const { session } of loggedEvents(call.places.state)) if (session !== undefined) add(session);
  if (fitting.has(start)) return { id: start };
  try {
    await withStore(call, async (store) => {
      for await (const { id } of allSessions(store)) add(id);
    });
  } catch (error) {
    if (!(error instanceof UnusableStore)) throw error;
  }
  return fitting.has(start) ? { id: start } : onlyOne(start, [...fitting]);
}

function onlyOne(start: string, fitting: readonly string[]): { id: string } | { problem: Finding } {
  const [id, ...others] = fitting;
  if (id === undefined) return { problem: finding("SESSION_NOT_FOUND", `no session begins with "${start}"`) };
  return others.length === 0
    ? { id }
    : { problem: finding("USAGE", `"${start}" matches several sessions: ${listed(fitting)}`) };
}

/** The last used first. */
async function* allSessions(store: ReadStore): AsyncGenerator<SessionRow> {
  let cursor: string | undefined;
  do {
    const { rows, next } = await store.sessions({ limit: PAGE, cursor });
    yield* rows;
    cursor = next;
  } while (cursor !== undefined);
}

function listed(ids: readonly string[]): string {
  const more = ids.length - NAMED;
  return `${ids.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
