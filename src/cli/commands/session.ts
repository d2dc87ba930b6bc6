import { finding } from "../../core/errors.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { ungatedIn } from "../health/unguarded-calls.js";
import { findSession, namedSession } from "../input/find-session.js";
import { type ReadStore, refusingUnusable, withStore } from "../input/read-store.js";
import { sayWaiting, waitingEvents } from "../input/waiting-events.js";
import { json, refuse } from "../output/print.js";
import { countSession } from "../output/session-counts.js";
import { timelineText } from "../output/session-timeline.js";

const command: Command = {
  summary: "Show one session: prompts, what was done about them, what hooks decided, what came of it.",
  usage: "ID",
  example: "snaphook session 3f2a",
  exits: { 1: "there is no such session, or the store cannot be used" },
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
  const { detail, ungated } = found;
  if (call.json) json(call, { ...detail, session: countSession(detail), ungated });
  else call.out(timelineText(detail, new Set(ungated)));
  return OK;
}

async function lookUpSession(store: ReadStore, start: string) {
  const found = await findSession(store, start);
  return "problem" in found ? found : { ...found, ungated: await ungatedIn(store, found.detail.session.id) };
}

export default command;
