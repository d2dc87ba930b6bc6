import { ADAPTERS } from "../../adapters/_registry.js";
import { whyUnsupported } from "../../adapters/_shared/event-table.js";
import { EVENT_NAMES, EVENTS } from "../../core/events/events.js";
import { PROFILES } from "../../sources/dialects/_profiles.js";
import { type Command, OK } from "../command.js";
import { json } from "../output/print.js";
import { type Column, table } from "../output/table.js";

const COLUMNS: readonly Column[] = [
  { head: "event" },
  { head: "when", narrow: "wrap", min: 20 },
  { head: "a hook can", narrow: "wrap", min: 14 },
  { head: "matcher tests", drop: 1 },
  { head: "phase", drop: 2 },
];

const command: Command = {
  group: "Hooks",
  summary: "List events and what hooks can do on each.",
  usage: "",
  example: "snaphook events --json | jq '.[] | select(.name == \"PreToolUse\")'",
  async run(call) {
    if (call.json) {
      json(
        call,
        EVENT_NAMES.map((name) => ({
          name,
          ...EVENTS[name],
          canBlock: Object.fromEntries(
            Object.values(PROFILES).map((profile) => [profile.name, profile.blocks.includes(name)]),
          ),
          agents: Object.fromEntries(
            Object.values(ADAPTERS).map((adapter) => [adapter.name, whyUnsupported(adapter, name) === undefined]),
          ),
        })),
      );
      return OK;
    }
    const rows = EVENT_NAMES.map((name) => [
      name,
      EVENTS[name].summary,
      EVENTS[name].can.join(" ") || "observe",
      EVENTS[name].matches ?? "-",
      EVENTS[name].phase,
    ]);
    call.out(table(COLUMNS, rows));
    return OK;
  },
};

export default command;
