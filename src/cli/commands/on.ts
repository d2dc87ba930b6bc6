import { finding } from "../../core/errors.js";
import { isOffAt, type OffSwitch } from "../../core/hooks/off-switch.js";
import { changeOff } from "../../sources/discover/off-file.js";
import { type Command, OK, PROBLEMS } from "../command.js";
import { activeOff, offJson, scopeText } from "../output/off-text.js";
import { json, refuse, safe } from "../output/print.js";

const command: Command = {
  group: "Policy",
  summary: "Re-enable hooks paused with `snaphook off`.",
  usage: "",
  example: "snaphook on",
  exits: { 1: "hooks could not be re-enabled" },
  async run(call) {
    const now = Date.now();
    const ended = activeOff(call, now);
    const end = (one: OffSwitch) => (isOffAt(one, now) ? { ...one, endedAt: now } : one);
    try {
      if (ended.length > 0) await changeOff(call.places.data, (known) => known.map(end));
    } catch (error) {
      refuse(call, finding("FILE_UNWRITABLE", `hooks could not be re-enabled (${(error as Error).message})`));
      return PROBLEMS;
    }
    if (call.json) json(call, { ended: ended.map((one) => offJson(end(one))) });
    else if (ended.length === 0) call.out("No hook was paused.");
    else call.out(`Running again: ${ended.map(({ what }) => safe(scopeText(what))).join("; ")}.`);
    return OK;
  },
};

export default command;
