import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { findSession, namedSession } from "../input/find-session.js";
import { refusingUnusable, withWritableStore } from "../input/read-store.js";
import { amount, brief, json, refuse } from "../output/print.js";

const command: Command = {
  summary: "Make a session private: what is known of it is removed, and nothing more of it is recorded.",
  usage: "SESSION",
  example: "snaphook private 3f2a",
  loosens: () => "person", // what an agent did must not disappear by its own hand
  exits: { 1: "the store cannot be used, or it needs a person" },
  run: (call) => refusingUnusable(call, () => run(call)),
};

async function run(call: Call): Promise<number> {
  const start = namedSession(call);
  if (start === undefined) return MISUSE;
  const consent = await call.person.confirm(`remove what is known of session ${brief(start, 60)}`);
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
    call.out(`Removed ${amount(done.events, "event")} of ${brief(done.session, 60)}. Nothing more is kept of it.`);
  else
    call.out(
      `Nothing is known of "${brief(done.session, 60)}". Nothing of a session with exactly this id will be kept.`,
    );
  return OK;
}

export default command;
