import { finding } from "../../core/errors.js";
import { withEntries } from "../../runtime/wiring/edit-config.js";
import { wantedEntries } from "../../runtime/wiring/wire.js";
import { chosenAgents } from "../agents.js";
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
    const edited = withEntries("", wantedEntries(chosen.adapters[0]!, call.places.data));
    call.out("text" in edited ? edited.text : edited.problem);
    return OK;
  },
};

export default command;
