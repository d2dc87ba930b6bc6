import { finding } from "../../core/errors.js";
import { type Command, MISUSE, OK } from "../command.js";
import { openCallPlan, SOURCE_OPTIONS } from "../input/inputs.js";
import { unknownHook } from "../input/unknown-name.js";
import { hookJson } from "../output/describe-hook.js";
import { json, refuse, safeLines } from "../output/print.js";
import { table } from "../output/table.js";

const command: Command = {
  group: "Hooks",
  summary: "Show one hook in full.",
  usage: "ID",
  example: "snaphook show no-force-push",
  arguments: [{ kind: "hook" }],
  options: SOURCE_OPTIONS,
  async run(call) {
    const plan = await openCallPlan(call);
    const [id] = call.args;
    const entry = plan.entries.find(({ hook }) => hook.id === id);
    if (entry === undefined) {
      const unnamed = finding("USAGE", "give the id of a hook; `snaphook list` shows them");
      refuse(call, id === undefined ? unnamed : unknownHook(id, plan.entries));
      return MISUSE;
    }
    if (call.json) json(call, { ...hookJson(entry), definition: entry.hook });
    else
      call.out(
        table(
          [{}, { narrow: "wrap" }],
          Object.entries(hookJson(entry)).map(([name, value]) => [
            name,
            safeLines(typeof value === "string" ? value : JSON.stringify(value)),
          ]),
        ),
      );
    return OK;
  },
};

export default command;
