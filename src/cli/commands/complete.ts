/** What completion scripts call: one candidate a line. */
import { type Command, OK } from "../command.js";
import { candidatesFor } from "../completion/candidates.js";
import { FILES_LINE } from "../completion/scripts.js";
import { json } from "../output/print.js";

const command: Command = {
  group: "Called by agents and scripts",
  summary: "Print completions for a command line (called by shells).",
  usage: "-- WORD…",
  example: "snaphook complete -- show no-",
  arguments: [{ kind: "text", many: true }],
  async run(call) {
    const found = await candidatesFor(call, call.args);
    if (call.json) json(call, { files: false, ...found });
    else if (found.files) call.raw(FILES_LINE);
    else if (found.values.length > 0) call.raw(found.values.join("\n"));
    return OK;
  },
};

export default command;
