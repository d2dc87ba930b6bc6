import { finding } from "../../core/errors.js";
import { launcherPath } from "../../runtime/wiring/command-line.js";
import { editorFor } from "../../runtime/wiring/formats/choose.js";
import { callsFor } from "../../runtime/wiring/wire.js";
import { chosenAgents, wirePlaces } from "../agents.js";
import { type Command, MISUSE, OK } from "../command.js";
import { refuse } from "../print.js";

const command: Command = {
  summary: "Print the config that `install` would write for an agent, to pass it by hand.",
  usage: "AGENT",
  example: `claude --settings "$(snaphook compile claude-code)"`,
  async run(call) {
    const chosen = chosenAgents(call);
    if ("problem" in chosen || call.args.length !== 1) {
      refuse(call, "problem" in chosen ? chosen.problem : finding("USAGE", "name one agent"));
      return MISUSE;
    }
    const adapter = chosen.adapters[0]!;
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
