import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { refusingUnusable } from "../input/read-store.js";
import { rememberFact } from "../memory/remember-fact.js";
import { json, oneLine, refuse } from "../output/print.js";

const command: Command = {
  group: "Live and history",
  summary: "Remember a fact about this project.",
  usage: "TEXT [--file FILE[:LINE]] [--about SUBJECT]",
  example: 'snaphook remember "integration tests need Redis" --file docker-compose.yml:12',
  arguments: [{ kind: "text", many: true }],
  exits: { 1: "memory is off, or the store is not usable" },
  options: {
    file: {
      type: "string",
      value: "FILE[:LINE]",
      kind: "file",
      help: "File it is about. With a line: shown only while that line is in the file.",
    },
    about: {
      type: "string",
      value: "SUBJECT",
      help: "Subject: a newer fact about it replaces this one (default: from the text).",
    },
  },
  run: (call) => refusingUnusable(call, () => run(call)),
};

async function run(call: Call): Promise<number> {
  const { file, about } = call.flags;
  // Only what is known to come from a person counts as the user's word.
  const trust = (await call.person.isPerson()).yes ? "user" : "model";
  const row = await rememberFact(call, { text: call.args.join(" "), file, about }, trust);
  if ("code" in row) {
    refuse(call, row);
    return row.code === "MEMORY_OFF" ? PROBLEMS : MISUSE;
  }
  if (call.json) json(call, row);
  else
    call.out(
      `Remembered ${row.id}: ${oneLine(row.text)}${trust === "user" ? "" : " (not known to be from a person, so agents are not given it automatically)"}`,
    );
  return OK;
}

export default command;
