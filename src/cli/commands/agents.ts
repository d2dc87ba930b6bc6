import { ADAPTERS } from "../../adapters/_registry.js";
import { EVENT_NAMES } from "../../core/events.js";
import { ownEntries } from "../../runtime/wiring/wire.js";
import { configFile, findProgram, programVersion } from "../agents.js";
import { type Command, OK } from "../command.js";
import { json, paint, table } from "../print.js";

const command: Command = {
  summary: "Show the agents: found, version, wired, what they still need from you.",
  usage: "",
  example: "snaphook agents",
  async run(call) {
    const agents = Object.values(ADAPTERS).map((adapter) => {
      const program = findProgram(adapter, call.environment);
      const version = program === undefined ? undefined : programVersion(program);
      return {
        agent: adapter.name,
        title: adapter.title,
        program: program ?? null,
        version: version ?? null,
        /** Versions the adapter was checked against; another one may behave differently. */
        checked: adapter.versions,
        known: version === undefined ? null : adapter.versions.includes(version),
        wired: {
          user: ownEntries(configFile(adapter, call, "user")) > 0,
          project: ownEntries(configFile(adapter, call, "project")) > 0,
        },
        needs: adapter.wiring.trustStep ?? null,
        notCovered: Object.fromEntries(
          EVENT_NAMES.flatMap((event) => {
            const why = adapter.unsupported(event);
            return why === undefined ? [] : [[event, why]];
          }),
        ),
      };
    });
    if (call.json) {
      json(call, agents);
      return OK;
    }
    const head = ["agent", "found", "version", "wired", "still needs"].map((text) => paint("bold", text));
    const rows = agents.map(({ title, program, version, known, checked, wired, needs }) => [
      title,
      program ?? "no",
      version === null ? "-" : known ? version : `${version} (checked: ${checked.join(", ")})`,
      [wired.user && "user", wired.project && "project"].filter(Boolean).join(" + ") || "no",
      needs ?? "-",
    ]);
    call.out(table([head, ...rows]));
    return OK;
  },
};

export default command;
