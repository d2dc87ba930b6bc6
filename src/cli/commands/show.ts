import { finding } from "../../core/errors.js";
import { type Command, MISUSE, OK } from "../command.js";
import { openCallPlan, SOURCE_OPTIONS } from "../input/inputs.js";
import { hookJson } from "../output/describe-hook.js";
import { json, refuse, safeLines } from "../output/print.js";
import { table } from "../output/table.js";

const command: Command = {
  summary: "Show one hook in full.",
  usage: "ID",
  example: "snaphook show no-force-push",
  options: SOURCE_OPTIONS,
  async run(call) {
    const plan = await openCallPlan(call);
    const entry = plan.entries.find(({ hook }) => hook.id === call.args[0]);
    if (entry === undefined) {
      refuse(call, finding("HOOK_NOT_FOUND", `there is no hook "${call.args[0] ?? ""}" here`));
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
