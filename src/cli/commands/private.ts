import { ask } from "../../client/daemon-control.js";
import { RECORDS_REMOVED } from "../../client/records-removed.js";
import type { StorePort } from "../../core/records/store.js";
import {
  affectedCopies,
  COPIES_OPTION,
  cleanCopies,
  describeCopies,
  reportLeft,
  wrongChoice,
} from "../backup/copies.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { findSession, namedSession } from "../input/find-session.js";
import { refusingUnusable, withWritableStore } from "../input/read-store.js";
import { amount, brief, json, refuse } from "../output/print.js";

const command: Command = {
  group: "Maintenance",
  summary: "Delete a session's records and stop recording it.",
  usage: "SESSION [--backups rewrite|delete|keep]",
  example: "snaphook private 3f2a",
  arguments: [{ kind: "session" }],
  options: { backups: COPIES_OPTION },
  loosens: () => "person", // an agent must not delete its own records
  exits: { 1: "the store is not usable, or it needs a person" },
  run: (call) => refusingUnusable(call, () => run(call)),
};

const NOTHING_ELSE = { sessions: [], refs: [] };

async function run(call: Call): Promise<number> {
  const start = namedSession(call);
  if (start === undefined) return MISUSE;
  const wrong = wrongChoice(call);
  if (wrong === undefined) return withWritableStore(call, (store) => makePrivate(call, start, store));
  refuse(call, wrong);
  return MISUSE;
}

async function makePrivate(call: Call, start: string, store: StorePort): Promise<number> {
  const found = await findSession(store, start);
  if ("problem" in found && found.problem.code === "USAGE") {
    refuse(call, found.problem);
    return MISUSE;
  }
  const known = "detail" in found;
  const session = known ? found.detail.session.id : start;
  const backups = await affectedCopies(call, { private: session }, NOTHING_ELSE);
  if (!call.json) describeCopies(call, backups);
  const consent = await call.person.confirm(`delete the records of session ${brief(session, 60)}`);
  if (!consent.yes) {
    refuse(call, consent.why);
    return PROBLEMS;
  }
  const events = await store.makePrivate(session);
  await ask(call.places, RECORDS_REMOVED);
  const left = await cleanCopies(call, { private: session }, NOTHING_ELSE, backups);
  if (call.json) json(call, { session, known, events, backups, left });
  else {
    if (known) call.out(`Removed ${amount(events, "event")} of ${brief(session, 60)}. It is no longer recorded.`);
    else call.out(`No records of "${brief(session, 60)}". A session with exactly this id will not be recorded.`);
    reportLeft(call, left);
  }
  return OK;
}

export default command;
