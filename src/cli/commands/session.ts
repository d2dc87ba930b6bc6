import { finding } from "../../core/errors.js";
import { CALL_EVENTS, type ToolCall, toolCalls } from "../../core/records/call-outcomes.js";
import type { EventRecord } from "../../core/records/records.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { ungatedIn } from "../health/unguarded-calls.js";
import { findSession, namedSession } from "../input/find-session.js";
import { type ReadStore, refusingUnusable, withStore } from "../input/read-store.js";
import { sayWaiting, waitingEvents } from "../input/waiting-events.js";
import { json, refuse } from "../output/print.js";
import { countSession } from "../output/session-counts.js";
import { timelineText } from "../output/session-timeline.js";

const command: Command = {
  group: "Live and history",
  summary: "Show one session: requests, calls, decisions.",
  usage: "ID",
  example: "snaphook session 3f2a",
  arguments: [{ kind: "session" }],
  exits: { 1: "no such session, or the store is not usable" },
  run: (call) => refusingUnusable(call, () => run(call)),
};

async function run(call: Call): Promise<number> {
  const start = namedSession(call);
  if (start === undefined) return MISUSE;
  const none = { problem: finding("SESSION_NOT_FOUND", "no session was recorded yet") };
  const found = (await withStore(call, (store) => lookUpSession(store, start))) ?? none;
  if ("problem" in found) {
    const waiting = waitingEvents(call);
    if (call.json) json(call, { error: found.problem, ...(waiting > 0 ? { waiting } : {}) });
    else {
      refuse(call, found.problem);
      sayWaiting(call);
    }
    return found.problem.code === "USAGE" ? MISUSE : PROBLEMS;
  }
  const { detail, calls, ungated } = found;
  sayWaiting(call); // some of them may be of this session
  if (call.json) json(call, { ...detail, session: countSession(detail), calls: calls.map(callJson), ungated });
  else call.out(timelineText({ detail, calls, ungated: new Set(ungated) }));
  return OK;
}

async function lookUpSession(store: ReadStore, start: string) {
  const found = await findSession(store, start);
  if ("problem" in found) return found;
  const { id } = found.detail.session;
  return { ...found, calls: toolCalls(await eventsOf(store, id)), ungated: await ungatedIn(store, id) };
}

const PAGE = 1_000;

async function eventsOf(store: ReadStore, session: string): Promise<EventRecord[]> {
  const all: EventRecord[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await store.events({ session, oldestFirst: true, limit: PAGE, ...(cursor ? { cursor } : {}) });
    all.push(...page.rows.filter(({ event }) => CALL_EVENTS.has(event)));
    cursor = page.next;
    if (cursor === undefined) return all;
  }
}

/** The records behind it by their ids: `why` takes the one of the decision. */
function callJson({ decision, end, ...call }: ToolCall) {
  return { ...call, decision: decision?.id ?? null, end: end?.id ?? null };
}

export default command;
