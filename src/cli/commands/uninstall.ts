import { rmSync } from "node:fs";
import { join } from "node:path";
import { ADAPTERS } from "../../adapters/_registry.js";
import { launcherPath } from "../../runtime/wiring/command-line.js";
import { unwire } from "../../runtime/wiring/wire.js";
import { chosenAgents, configFile } from "../agents.js";
import { type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { json, paint, printFindings, refuse } from "../print.js";

const command: Command = {
  summary: "Take our entries out of the agents' config; files nobody else changed get their old bytes back.",
  usage: "[AGENT…] [--project] [--purge] [--dry-run]",
  example: "snaphook uninstall codex",
  options: {
    project: { type: "boolean", help: "This project's files instead of your user config." },
    purge: { type: "boolean", help: "Also remove the launcher and the copy of the program it runs." },
    "dry-run": { type: "boolean", help: "Say what would change and change nothing." },
  },
  exits: { 1: "an agent's config could not be edited" },
  async run(call) {
    const chosen = call.args.length === 0 ? { adapters: Object.values(ADAPTERS) } : chosenAgents(call);
    if ("problem" in chosen) {
      refuse(call, chosen.problem);
      return MISUSE;
    }
    const dryRun = call.flags["dry-run"] === true;
    const dataFolder = call.places.data;
    const results = chosen.adapters.map((adapter) => {
      const file = configFile(adapter, call);
      return { adapter, file, wired: unwire({ file, dataFolder }, { dryRun }) };
    });
    const problems = results.flatMap(({ wired }) => ("problem" in wired ? [wired.problem] : []));
    // While an entry may still call it, the launcher stays.
    if (call.flags["purge"] && !dryRun && problems.length === 0) {
      rmSync(launcherPath(dataFolder), { force: true });
      rmSync(join(dataFolder, "versions"), { recursive: true, force: true });
    }
    if (call.json) {
      json(call, {
        dryRun,
        agents: results.map(({ adapter, file, wired }) => ({
          agent: adapter.name,
          file,
          ...("problem" in wired ? { error: wired.problem } : { changed: wired.changed }),
        })),
      });
    } else {
      printFindings(call, problems);
      for (const { adapter, file, wired } of results) {
        if ("problem" in wired) continue;
        call.out(
          `${paint("bold", adapter.title)}: ${wired.changed ? `our entries ${dryRun ? "would be" : "were"} taken out of ${file}` : "has no entries of ours"}`,
        );
      }
    }
    return problems.length > 0 ? PROBLEMS : OK;
  },
};

export default command;
