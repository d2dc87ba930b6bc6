import { finding } from "../../core/errors.js";
import { lookUp } from "../../core/text/json.js";
import { didYouMean } from "../../core/text/suggest.js";
import { type Command, MISUSE, OK } from "../command.js";
import { SCRIPTS, SHELLS } from "../completion/scripts.js";
import { json, refuse } from "../output/print.js";

const command: Command = {
  group: "Maintenance",
  summary: "Print a completion script for bash, zsh or fish.",
  usage: "SHELL",
  example: `eval "$(snaphook completion bash)"`,
  arguments: [{ kind: SHELLS }],
  async run(call) {
    const [shell] = call.args;
    const script = shell === undefined ? undefined : lookUp(SCRIPTS, shell);
    if (script === undefined) {
      const problem =
        shell === undefined
          ? `give a shell: ${SHELLS.join(", ")}`
          : `Unknown shell "${shell}".${didYouMean(shell, SHELLS)} Shells: ${SHELLS.join(", ")}.`;
      refuse(call, finding("USAGE", problem));
      return MISUSE;
    }
    if (call.json) json(call, { shell, script });
    else call.raw(script);
    return OK;
  },
};

export default command;
