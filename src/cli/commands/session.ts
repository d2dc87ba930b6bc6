import { finding } from "../../core/errors.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { findSession, namedSession } from "../find-session.js";
import { json, refuse } from "../print.js";
import { refusingUnusable, withStore } from "../read-store.js";
import { countSession } from "../session-counts.js";
import { timelineText } from "../session-timeline.js";

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
  const found = (await withStore(call, (store) => findSession(store, start))) ?? none;
  if ("problem" in found) {
    refuse(call, found.problem);
    return found.problem.code === "USAGE" ? MISUSE : PROBLEMS;
  }
  if (call.json) json(call, { ...found.detail, session: countSession(found.detail) });
  else call.out(timelineText(found.detail));
  return OK;
}

export default command;
