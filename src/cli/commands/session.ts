import { finding } from "../../core/errors.js";
import type { ToolCall } from "../../core/records/call-outcomes.js";
import { ungatedIn } from "../../daemon/records/session-calls.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { findSession, namedSession } from "../input/find-session.js";
import { type ReadStore, refusingUnusable, withStore } from "../input/read-store.js";
import { sessionCalls } from "../input/session-calls.js";
import { importWaiting } from "../input/waiting-events.js";
import { withNames } from "../output/json-names.js";
import { json, refuse } from "../output/print.js";
import { countSession } from "../output/session-counts.js";
import { timelineText } from "../output/session-timeline.js";

const command: Command = {
  group: "Live and history",
  summary: "Show one session: requests, calls, what was stopped.",
  usage: "ID | new ID [--agent NAME --project DIR]",
  example: "snaphook session 3f2a",
  arguments: [{ kind: "session" }, { kind: "session" }],
  options: {
    agent: { type: "string", value: "NAME", kind: "agent", help: "Agent of the session, if it is not recorded (new)." },
    project: {
      type: "string",
      value: "DIR",
      kind: "folder",
      help: "Its working directory, if it is not recorded (new).",
    },
  },
  exits: { 1: "no such session, the store is not usable, or a hook failed (new)" },
  run: (call) =>
    refusingUnusable(call, async () =>
      call.args[0] === "new" ? (await import("../threads/session-new.js")).sessionNew(call) : run(call),
    ),
};

async function run(call: Call): Promise<number> {
  const start = namedSession(call);
  if (start === undefined) return MISUSE;
  await importWaiting(call);
  const none = { problem: finding("SESSION_NOT_FOUND", "no session was recorded yet") };
  const found = (await withStore(call, (store) => lookUpSession(store, start))) ?? none;
  if ("problem" in found) {
    refuse(call, found.problem);
    return found.problem.code === "USAGE" ? MISUSE : PROBLEMS;
  }
  const { detail, calls, ungated } = found;
  if (call.json)
    json(call, withNames({ ...detail, session: countSession(detail, calls), calls: calls.map(callJson), ungated }));
  else call.out(timelineText({ detail, calls, ungated: new Set(ungated) }));
  return OK;
}

async function lookUpSession(store: ReadStore, start: string) {
  const found = await findSession(store, start);
  if ("problem" in found) return found;
  const { id } = found.detail.session;
  return { ...found, calls: await sessionCalls(store, id), ungated: await ungatedIn(store, id) };
}

/** The records behind it by their ids: `why` takes the one of the decision. */
function callJson({ decision, end, ...call }: ToolCall) {
  return { ...call, decision: decision?.id ?? null, end: end?.id ?? null };
}

export default command;
