import { type Finding, finding } from "../../core/errors.js";
import { isOffAt, type OffSwitch } from "../../core/hooks/off-switch.js";
import { changeOff } from "../../sources/discover/off-file.js";
import { endStop } from "../../sources/discover/stop-file.js";
import { isStopped } from "../../sources/discover/stop-flag.js";
import { type Call, type Command, OK, PROBLEMS } from "../command.js";
import { activeOff, offJson, scopeText } from "../output/off-text.js";
import { json, refuse, safe } from "../output/print.js";

const command: Command = {
  group: "Policy",
  summary: "Resume after `snaphook off` or `snaphook stop-all`.",
  usage: "",
  example: "snaphook on",
  exits: { 1: "nothing was resumed, or it needs a person" },
  loosens: ({ places }) => (isStopped(places) ? "person" : undefined),
  async run(call) {
    const stopped = isStopped(call.places);
    if (stopped) {
      const refused = await resume(call);
      if (refused !== undefined) {
        refuse(call, refused);
        return PROBLEMS;
      }
    }
    const now = Date.now();
    const ended = activeOff(call, now);
    const end = (one: OffSwitch) => (isOffAt(one, now) ? { ...one, endedAt: now } : one);
    try {
      if (ended.length > 0) await changeOff(call.places.data, (known) => known.map(end));
    } catch (error) {
      refuse(call, finding("FILE_UNWRITABLE", `hooks could not be re-enabled (${(error as Error).message})`));
      return PROBLEMS;
    }
    if (call.json) json(call, { ended: ended.map((one) => offJson(end(one))), resumed: stopped });
    else if (stopped) call.out("Tool calls are checked by your hooks again.");
    else if (ended.length === 0) call.out("No hook was paused.");
    if (!call.json && ended.length > 0)
      call.out(`Running again: ${ended.map(({ what }) => safe(scopeText(what))).join("; ")}.`);
    return OK;
  },
};

/** Ends `stop-all`, if a person agrees. */
async function resume(call: Call): Promise<Finding | undefined> {
  const consent = await call.person.confirm("let agents make tool calls again");
  if (!consent.yes) return consent.why;
  try {
    endStop(call.places);
    return undefined;
  } catch (error) {
    return finding("FILE_UNWRITABLE", `tool calls are still denied (${(error as Error).message})`);
  }
}

export default command;
