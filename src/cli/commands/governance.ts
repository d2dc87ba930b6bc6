import { ACTIONS } from "../../builtins/governance/rules.js";
import { finding } from "../../core/errors.js";
import { EVALUATED, type EventRecord } from "../../core/records/records.js";
import type { EventFilter } from "../../core/records/store.js";
import { type Call, type Command, MISUSE, OK } from "../command.js";
import { parseDuration } from "../input/duration.js";
import { agentName } from "../input/inputs.js";
import { refusingUnusable, withStore } from "../input/read-store.js";
import { readSpooled, spooledFiles } from "../input/spooled.js";
import { wholeNumber } from "../input/whole-number.js";
import { withNames } from "../output/json-names.js";
import { json, oneLine, refuse } from "../output/print.js";
import { type Column, table } from "../output/table.js";
import { momentText } from "../output/times.js";

const USUAL_LIMIT = 50;
const MOST = 10_000;

const command: Command = {
  group: "Policy",
  summary: "Show governance rule results for each call.",
  usage: "[--rule ID] [--action NAME] [--session ID] [--agent NAME] [--tool NAME] [--since TIME] [--limit N]",
  example: "snaphook governance --action deny",
  exits: { 1: "the store is not usable" },
  options: {
    rule: { type: "string", value: "ID", help: "Rule to filter by." },
    action: { type: "string", value: "NAME", help: "Result to filter by: allow, deny, warn, observe or ask." },
    session: { type: "string", value: "ID", kind: "session", help: "Session to filter by." },
    agent: { type: "string", value: "NAME", kind: "agent", help: "Agent to filter by." },
    tool: { type: "string", value: "NAME", help: "Tool to filter by." },
    since: { type: "string", value: "TIME", help: "Period, such as 30m, 24h or 7d (default: everything)." },
    limit: { type: "string", value: "N", help: `Maximum results (default: ${USUAL_LIMIT}).` },
  },
  run: (call) => refusingUnusable(call, () => run(call)),
};

async function run(call: Call): Promise<number> {
  const limit = wholeNumber(call, "limit", USUAL_LIMIT);
  if (typeof limit !== "number") {
    refuse(call, limit);
    return MISUSE;
  }
  const { action } = call.flags;
  if (action !== undefined && !ACTIONS.some((one) => one === action)) {
    refuse(call, finding("USAGE", `--action is one of ${ACTIONS.join(", ")}, not "${String(action)}"`));
    return MISUSE;
  }
  const since = call.flags["since"] as string | undefined;
  const back = since === undefined ? undefined : parseDuration(since);
  if (since !== undefined && back === undefined) {
    refuse(call, finding("USAGE", `--since takes a time such as 30m, 24h or 7d, not "${since}"`));
    return MISUSE;
  }
  const wanted = wantedOf(call, back);
  const filter = { event: EVALUATED, ...wanted, limit: Math.min(limit, MOST) };
  const stored = (await withStore(call, (store) => store.events(filter)))?.rows ?? [];
  const known = new Set(stored.map(({ id }) => id));
  const all = [...stored, ...spooled(call.places.state).filter(({ id }) => !known.has(id))];
  const last = all
    .filter((record) => isWanted(wanted, record))
    .sort((one, other) => one.at - other.at)
    .slice(-limit);
  if (call.json) json(call, withNames(last.map(rowOf)));
  else if (last.length === 0)
    call.out("No governance results, or none that match. `snaphook pack governance` shows how to enable the rules.");
  else call.out(table(COLUMNS, last.map(cellsOf)));
  return OK;
}

/** What was recorded without a daemon, and waits for one. */
function spooled(state: string): EventRecord[] {
  return spooledFiles(state).flatMap((file) => {
    const record = readSpooled(file);
    return record?.event === EVALUATED ? [record] : [];
  });
}

type Wanted = Pick<EventFilter, "agent" | "tool" | "session" | "after" | "payload">;

function wantedOf({ flags }: Call, back: number | undefined): Wanted {
  const flag = (name: string) => (typeof flags[name] === "string" ? { [name]: flags[name] } : {});
  const payload = { ...flag("rule"), ...flag("action") };
  const agent = agentName(flags["agent"] as string | undefined);
  return {
    ...flag("session"),
    ...flag("tool"),
    ...(agent === undefined ? {} : { agent }),
    ...(back === undefined ? {} : { after: Date.now() - back }),
    payload,
  };
}

/** As the store does. */
function isWanted({ agent, tool, session, after = 0, payload = {} }: Wanted, record: EventRecord): boolean {
  const fits = (wanted: string | undefined, is: unknown) => wanted === undefined || wanted === is;
  return (
    record.at > after &&
    fits(agent, record.agent) &&
    fits(session, record.session) &&
    fits(tool, record.payload["tool_name"]) &&
    Object.entries(payload).every(([name, value]) => fits(value, record.payload[name]))
  );
}

function rowOf({ at, agent, session, payload }: EventRecord): object {
  const { hook_event_name: _name, session_id: _session, ...kept } = payload;
  return { at: new Date(at).toISOString(), agent, session, ...kept };
}

const COLUMNS: readonly Column[] = [
  { head: "time" },
  { head: "action" },
  { head: "rule", narrow: "wrap", min: 10 },
  { head: "reason", narrow: "cut", min: 20 },
  { head: "tool", drop: 1 },
  { head: "agent", drop: 2 },
];

function cellsOf({ at, agent, payload }: EventRecord): string[] {
  const text = (field: string) => (typeof payload[field] === "string" ? oneLine(payload[field]) : "");
  return [momentText(at), text("action"), text("rule") || "-", text("reason"), text("tool_name"), oneLine(agent)];
}

export default command;
