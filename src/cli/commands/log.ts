import { finding } from "../../core/errors.js";
import type { EventRecord } from "../../core/records/records.js";
import { hookLogFile } from "../../runtime/record/hook-log.js";
import { type LoggedEvent, loggedEvents, parseLogged } from "../../runtime/record/read-hook-log.js";
import { type Call, type Command, MISUSE, OK } from "../command.js";
import { LogFollower } from "../input/follow-log.js";
import { agentName } from "../input/inputs.js";
import { recordsOf } from "../input/logged-records.js";
import { LEGEND, lineOfRecord, whatText } from "../output/call-line.js";
import { watchReader } from "../output/detect-closed-stdout.js";
import { withNames } from "../output/json-names.js";
import { hasLine, logText } from "../output/log-text.js";
import { json, jsonText, paint, refuse } from "../output/print.js";

const USUAL_LIMIT = 50;
const LOOK_MS = 250;

const command: Command = {
  group: "Live and history",
  summary: "Show recent calls and their decisions, one line per call.",
  usage: "[-f] [--session ID] [--agent NAME] [--limit N]",
  example: "snaphook log -f --agent codex",
  options: {
    follow: { type: "boolean", short: "f", help: "Stream of new events." },
    session: { type: "string", value: "ID", kind: "session", help: "Session id, or its beginning, to filter by." },
    agent: { type: "string", value: "NAME", kind: "agent", help: "Agent to filter by." },
    limit: { type: "string", value: "N", help: `Maximum results (default: ${USUAL_LIMIT}).` },
  },
  endsUnread: true,
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
    const records = await recordsOf(call, last);
    if (follower === undefined && call.json)
      json(
        call,
        last.map((logged) => logJson(logged, find(records, logged))),
      );
    else for (const logged of last) show(call, logged, find(records, logged));
    if (follower !== undefined) return followOn(call, follower, new Set(last.map((logged) => JSON.stringify(logged))));
    if (call.json) return OK;
    if (last.length === 0)
      call.out("Nothing was logged, or nothing that matches. `snaphook doctor` shows what may be missing.");
    else if (process.stdout.isTTY)
      call.out(
        paint("grey", `\n${LEGEND}\n\`snaphook why ID\` explains a decision. \`snaphook sessions\` lists sessions.`),
      );
    return OK;
  },
};

/** A record follows its line of the log within this time. */
const RECORD_MS = 2_000;

async function followOn(call: Call, follower: LogFollower, shown: Set<string>): Promise<number> {
  let read = true;
  const forget = watchReader(() => {
    read = false;
  });
  let waiting: { readonly logged: LoggedEvent; readonly since: number }[] = [];
  while (read) {
    for (const line of follower.next()) {
      const logged = parseLogged(line);
      if (logged === undefined || shown.delete(JSON.stringify(logged)) || !isWanted(call, logged)) continue;
      waiting.push({ logged, since: Date.now() });
    }
    const records = await recordsOf(
      call,
      waiting.map(({ logged }) => logged),
    );
    while (waiting.length > 0) {
      const [{ logged, since }, ...later] = waiting as [(typeof waiting)[number], ...typeof waiting];
      const record = find(records, logged);
      if (record === undefined && logged.id !== undefined && Date.now() - since < RECORD_MS) break;
      show(call, logged, record);
      waiting = later;
    }
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  forget();
  follower.close();
  return OK;
}

function find(records: ReadonlyMap<string, EventRecord>, { id }: LoggedEvent): EventRecord | undefined {
  return id === undefined ? undefined : records.get(id);
}

function lastEvents(call: Call, limit: number): LoggedEvent[] {
  const last: LoggedEvent[] = [];
  if (limit === 0) return last;
  for (const logged of loggedEvents(call.places.state)) {
    if (isWanted(call, logged) && (call.json || hasLine(logged))) last.push(logged);
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
function show(call: Call, logged: LoggedEvent, record: EventRecord | undefined): void {
  if (call.json) call.out(jsonText(logJson(logged, record)));
  else if (hasLine(logged)) call.out(logText(logged, record));
}

function logJson(logged: LoggedEvent, record: EventRecord | undefined): object {
  const tool = record?.payload["tool_name"];
  return withNames({
    ...logged,
    ...(typeof tool === "string" ? { tool } : {}),
    ...(record === undefined ? {} : { what: whatText(lineOfRecord(record)) }),
    ...(record?.reason === undefined ? {} : { reason: record.reason }),
  });
}

export default command;
