import { ADAPTERS } from "../../adapters/_registry.js";
import { finding } from "../../core/errors.js";
import { writeLauncher } from "../../runtime/wiring/launcher.js";
import { unwire, wire } from "../../runtime/wiring/wire.js";
import { chosenAgents, scopeOf, wirableAgents, wirePlaces } from "../agents.js";
import { type Command, MISUSE, PROBLEMS } from "../command.js";
import { refuse } from "../print.js";
import { type FileResult, reportWiring } from "../wiring-report.js";

const command: Command = {
  summary: "Wire Snaphook into the agents on this machine. Nothing else in their config is touched.",
  usage: "[AGENT…] [--all] [--only] [--user|--project] [--dry-run]",
  example: "snaphook install claude-code --dry-run",
  options: {
    all: { type: "boolean", help: "Every agent we know, found or not." },
    only: { type: "boolean", help: "Take our entries out of all other agents." },
    user: { type: "boolean", help: "Wire your user config; this is the default." },
    project: { type: "boolean", help: "Wire this project instead of your user config." },
    "dry-run": { type: "boolean", help: "Show what would be written and write nothing." },
  },
  exits: { 1: "an agent's config could not be edited" },
  async run(call) {
    const chosen = chosenAgents(call);
    const both = call.flags["user"] && call.flags["project"];
    if ("problem" in chosen || both) {
      refuse(call, "problem" in chosen ? chosen.problem : finding("USAGE", "give --user or --project, not both"));
      return MISUSE;
    }
    const dryRun = call.flags["dry-run"] === true;
    try {
      if (!dryRun) writeLauncher(call.places.data, Object.values(ADAPTERS));
    } catch (error) {
      const why = `the launcher could not be written (${(error as Error).message})`;
      refuse(call, finding("FILE_UNWRITABLE", why, { file: call.places.data }));
      return PROBLEMS;
    }
    const scope = scopeOf(call);
    const others = call.flags["only"] ? wirableAgents().filter((adapter) => !chosen.adapters.includes(adapter)) : [];
    const results: FileResult[] = [
      ...chosen.adapters
        .flatMap((adapter) => wirePlaces(adapter, call, scope))
        .map((place) => ({ place, wired: wire(place, { dryRun }), work: "put" as const })),
      ...others
        .flatMap((adapter) => wirePlaces(adapter, call, scope))
        .map((place) => ({ place, wired: unwire(place, { dryRun }), work: "take" as const })),
    ];
    return reportWiring(call, results, dryRun);
  },
};

export default command;
