import { AWAY_CHANGED, LONGEST_AWAY_MS, writeAway } from "../../client/away-file.js";
import { ask, findDaemon, startDetached, wasStopped } from "../../client/daemon-control.js";
import { type Finding, finding } from "../../core/errors.js";
import { clockTime } from "../../runtime/call/apply-off-switches.js";
import { stableProgramPath } from "../agents/stable-program-path.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { parseDuration } from "../input/duration.js";
import { json, refuse } from "../output/print.js";

const USUAL = "8h";

const command: Command = {
  group: "Approvals",
  summary: "Let calls wait for your answer while you are away. Needs a person.",
  usage: "[--for TIME]",
  example: "snaphook away --for 2h",
  options: {
    for: { type: "string", value: "TIME", help: `Duration, such as 30m or 2h (default: ${USUAL}, maximum: 24h).` },
  },
  exits: { 1: "nothing was changed, no daemon can hold calls, or it needs a person" },
  loosens: () => "person", // an agent must not make the calls of others wait
  async run(call) {
    const time = call.flags["for"] ?? USUAL;
    const ms = typeof time === "string" ? (parseDuration(time) ?? 0) : 0;
    if (ms <= 0 || ms > LONGEST_AWAY_MS) {
      refuse(call, finding("USAGE", "give a duration: `--for 30m` or `--for 2h` (maximum: 24h)"));
      return MISUSE;
    }
    const until = Date.now() + ms;
    const consent = await call.person.confirm(`let calls wait for you until ${clockTime(until)}`);
    if (!consent.yes) {
      refuse(call, consent.why);
      return PROBLEMS;
    }
    const from = Date.now();
    try {
      writeAway(call.places.data, { from, until: from + ms, by: consent.by });
    } catch (error) {
      refuse(call, finding("FILE_UNWRITABLE", `nothing was changed (${(error as Error).message})`));
      return PROBLEMS;
    }
    const problem = await holdCalls(call);
    if (call.json)
      json(call, { away: true, until: from + ms, waits: problem === undefined, ...(problem ? { problem } : {}) });
    else if (problem === undefined)
      call.out(
        `Away until ${clockTime(from + ms)}: calls that need you wait, and channels are used at once. Run \`snaphook back\` when you are back.`,
      );
    else {
      call.out(`Away until ${clockTime(from + ms)}.`);
      refuse(call, problem);
    }
    return problem === undefined ? OK : PROBLEMS;
  },
};

/** Only the daemon holds calls: it is started, unless the user stopped it. Why no call waits; undefined if calls wait. */
async function holdCalls(call: Call): Promise<Finding | undefined> {
  const found = await findDaemon(call.places);
  const isStopped = found.state === "down" && wasStopped(call.places);
  if (found.state === "down" && !isStopped) await startDetached(call.places, stableProgramPath(call));
  if ((await ask(call.places, AWAY_CHANGED)).kind === "ok") return undefined;
  const why = isStopped ? "the daemon was stopped by `snaphook down`" : "no daemon answers";
  return finding("DAEMON_DOWN", `${why}, so no call waits: calls that need you are denied at once`);
}

export default command;
