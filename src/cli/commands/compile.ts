import { ADAPTERS } from "../../adapters/_registry.js";
import { finding } from "../../core/errors.js";
import { launcherPath } from "../../runtime/wiring/command-line.js";
import { editorFor } from "../../runtime/wiring/formats/choose.js";
import { writeLauncher } from "../../runtime/wiring/launcher.js";
import { callsFor } from "../../runtime/wiring/wire.js";
import { chosenAgents, wirePlaces } from "../agents/known-agents.js";
import { type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { refuse } from "../output/print.js";

const command: Command = {
  summary: "Print the config that `install` would write for an agent, to pass it by hand.",
  usage: "AGENT",
  example: `claude --settings "$(snaphook compile claude-code)"`,
  exits: { 1: "the launcher that the config calls could not be written" },
  async run(call) {
    const chosen = chosenAgents(call);
    if ("problem" in chosen || call.args.length !== 1) {
      const unnamed = finding("USAGE", "name one agent; `snaphook agents` lists them");
      refuse(call, "problem" in chosen && call.args.length === 1 ? chosen.problem : unnamed);
      return MISUSE;
    }
    const adapter = chosen.adapters[0]!;
    try {
      // What is printed calls it, so it has to be there.
      writeLauncher(call.places, Object.values(ADAPTERS));
    } catch (error) {
      const why = `the launcher could not be written (${(error as Error).message})`;
      refuse(call, finding("FILE_UNWRITABLE", why, { file: call.places.data }));
      return PROBLEMS;
    }
    for (const place of wirePlaces(adapter, call, "user")) {
      const edited = editorFor(adapter, place.file.format, launcherPath(call.places.data)).put(
        undefined,
        callsFor(place),
      );
      call.out("text" in edited ? (edited.text ?? "") : edited.problem);
    }
    return OK;
  },
};

export default command;
