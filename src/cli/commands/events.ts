import { ADAPTERS } from "../../adapters/_registry.js";
import { whyUnsupported } from "../../adapters/_shared/event-table.js";
import { EVENT_NAMES, EVENTS } from "../../core/events/events.js";
import { PROFILES } from "../../sources/dialects/_profiles.js";
import { type Command, OK } from "../command.js";
import { json, paint, table } from "../output/print.js";

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
    const head = ["event", "phase", "can", "matcher tests", "when"].map((text) => paint("bold", text));
    const rows = EVENT_NAMES.map((name) => [
      name,
      EVENTS[name].phase,
      EVENTS[name].can.join(" ") || "watch",
      EVENTS[name].matches ?? "-",
      EVENTS[name].summary,
    ]);
    call.out(table([head, ...rows]));
    return OK;
  },
};

export default command;
