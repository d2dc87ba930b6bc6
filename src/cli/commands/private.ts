import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { findSession, namedSession } from "../input/find-session.js";
import { refusingUnusable, withWritableStore } from "../input/read-store.js";
import { amount, brief, json, refuse } from "../output/print.js";

const command: Command = {
  group: "Maintenance",
  summary: "Delete a session's records and stop recording it.",
  usage: "SESSION",
  example: "snaphook private 3f2a",
  arguments: [{ kind: "session" }],
  loosens: () => "person", // an agent must not delete its own records
  exits: { 1: "the store is not usable, or it needs a person" },
  run: (call) => refusingUnusable(call, () => run(call)),
};

async function run(call: Call): Promise<number> {
  const start = namedSession(call);
  if (start === undefined) return MISUSE;
  const consent = await call.person.confirm(`delete the records of session ${brief(start, 60)}`);
  if (!consent.yes) {
    refuse(call, consent.why);
    return PROBLEMS;
  }
  const done = await withWritableStore(call, async (store) => {
    const found = await findSession(store, start);
    if ("problem" in found && found.problem.code === "USAGE") return found;
    const session = "detail" in found ? found.detail.session.id : start;
    return { session, known: "detail" in found, events: await store.makePrivate(session) };
  });
  if ("problem" in done) {
    refuse(call, done.problem);
    return MISUSE;
  }
  if (call.json) json(call, done);
  else if (done.known)
    call.out(`Removed ${amount(done.events, "event")} of ${brief(done.session, 60)}. It is no longer recorded.`);
  else call.out(`No records of "${brief(done.session, 60)}". A session with exactly this id will not be recorded.`);
  return OK;
}

export default command;
