import { ACTIONS } from "../../builtins/governance/rules.js";
import { finding } from "../../core/errors.js";
import { EVALUATED, type EventRecord } from "../../core/records/records.js";
import { type Call, type Command, MISUSE, OK } from "../command.js";
import { refusingUnusable, withStore } from "../input/read-store.js";
import { readSpooled, spooledFiles } from "../input/spooled.js";
import { wholeNumber } from "../input/whole-number.js";
import { withNames } from "../output/json-names.js";
import { json, oneLine, refuse } from "../output/print.js";
import { type Column, table } from "../output/table.js";
import { momentText } from "../output/times.js";

const USUAL_LIMIT = 50;
/** Looked through to find those that are wanted. */
const MOST_LOOKED_AT = 10_000;

const command: Command = {
  group: "Policy",
  summary: "Show governance rule results for each call.",
  usage: "[--rule ID] [--action NAME] [--session ID] [--limit N]",
  example: "snaphook governance --action deny",
  exits: { 1: "the store is not usable" },
  options: {
    rule: { type: "string", value: "ID", help: "Rule to filter by." },
    action: { type: "string", value: "NAME", help: "Result to filter by: allow, deny, warn, observe or ask." },
    session: { type: "string", value: "ID", kind: "session", help: "Session to filter by." },
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
  const filter = { event: EVALUATED, limit: MOST_LOOKED_AT };
  const stored = (await withStore(call, (store) => store.events(filter)))?.rows ?? [];
  const known = new Set(stored.map(({ id }) => id));
  const all = [...stored, ...spooled(call.places.state).filter(({ id }) => !known.has(id))];
  const last = all
    .filter((record) => isWanted(call, record))
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

function isWanted({ flags }: Call, { payload, session = "" }: EventRecord): boolean {
  const fits = (name: string, value: unknown) => flags[name] === undefined || flags[name] === value;
  return fits("rule", payload["rule"]) && fits("action", payload["action"]) && fits("session", session);
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
