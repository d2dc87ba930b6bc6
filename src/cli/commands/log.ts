import { finding } from "../../core/errors.js";
import { hookLogFile } from "../../runtime/record/hook-log.js";
import { type LoggedEvent, loggedEvents, parseLogged } from "../../runtime/record/read-hook-log.js";
import { type Call, type Command, MISUSE, OK } from "../command.js";
import { LogFollower } from "../input/follow-log.js";
import { agentName } from "../input/inputs.js";
import { watchReader } from "../output/detect-closed-stdout.js";
import { logText } from "../output/log-text.js";
import { json, jsonText, refuse } from "../output/print.js";

const USUAL_LIMIT = 50;
const LOOK_MS = 250;

const command: Command = {
  group: "Live and history",
  summary: "Show recent decisions.",
  usage: "[-f] [--session ID] [--agent NAME] [--limit N]",
  example: "snaphook log -f --agent codex",
  options: {
    follow: { type: "boolean", short: "f", help: "Stream of new events." },
    session: { type: "string", value: "ID", kind: "session", help: "Session id, or its beginning, to filter by." },
    agent: { type: "string", value: "NAME", kind: "agent", help: "Agent to filter by." },
    limit: { type: "string", value: "N", help: `Maximum results (default: ${USUAL_LIMIT}).` },
  },
  async run(call) {
    const limit = Number(call.flags["limit"] ?? USUAL_LIMIT);
    if (!Number.isInteger(limit) || limit < 0) {
      refuse(call, finding("USAGE", `--limit must be a whole number, not "${String(call.flags["limit"])}"`));
      return MISUSE;
    }
    const follow = call.flags["follow"] === true;
    // Before the past is read, so that nothing between the two is missed.
    const follower = follow ? new LogFollower(hookLogFile(call.places.state)) : undefined;
    const last = lastEvents(call, limit);
    if (follower === undefined && call.json) json(call, last);
    else for (const logged of last) call.out(lineOf(call, logged));
    if (follower !== undefined) return followOn(call, follower, new Set(last.map((logged) => JSON.stringify(logged))));
    if (last.length === 0 && !call.json)
      call.out("Nothing was logged, or nothing that matches. `snaphook doctor` says what may be missing.");
    return OK;
  },
};

async function followOn(call: Call, follower: LogFollower, shown: Set<string>): Promise<number> {
  let read = true;
  const forget = watchReader(() => {
    read = false;
  });
  while (read) {
    for (const line of follower.next()) {
      const logged = parseLogged(line);
      if (logged === undefined || shown.delete(JSON.stringify(logged))) continue;
      if (isWanted(call, logged)) call.out(lineOf(call, logged));
    }
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  forget();
  follower.close();
  return OK;
}

function lastEvents(call: Call, limit: number): LoggedEvent[] {
  const last: LoggedEvent[] = [];
  if (limit === 0) return last;
  for (const logged of loggedEvents(call.places.state)) {
    if (isWanted(call, logged)) last.push(logged);
    if (last.length === limit) break;
  }
  return last.reverse();
}

function isWanted({ flags }: Call, { agent, session = "" }: LoggedEvent): boolean {
  const wanted = flags["session"] as string | undefined;
  const by = agentName(flags["agent"] as string | undefined);
  return (wanted === undefined || session.startsWith(wanted)) && (by === undefined || agent === by);
}

/** Followed, every event is a JSON value of its own. */
function lineOf(call: Call, logged: LoggedEvent): string {
  return call.json ? jsonText(logged) : logText(logged);
}

export default command;
