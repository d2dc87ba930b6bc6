import { rmSync } from "node:fs";
import { join } from "node:path";
import { launcherPath } from "../../runtime/wiring/command-line.js";
import { chosenAgents, scopeOf, wirableAgents } from "../agents.js";
import { type Command, MISUSE, OK } from "../command.js";
import { keepOutOfGit, takeAgent } from "../install-agents.js";
import { refuse } from "../print.js";
import { reportWiring } from "../wiring-report.js";

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
    const chosen = call.args.length === 0 ? { adapters: wirableAgents() } : chosenAgents(call);
    if ("problem" in chosen) {
      refuse(call, chosen.problem);
      return MISUSE;
    }
    const dryRun = call.flags["dry-run"] === true;
    const results = chosen.adapters.flatMap((adapter) => takeAgent(call, adapter, scopeOf(call), dryRun));
    if (!dryRun) keepOutOfGit(call, results);
    const code = reportWiring(call, results, dryRun);
    // While an entry may still call it, the launcher stays.
    if (call.flags["purge"] && !dryRun && code === OK) {
      rmSync(launcherPath(call.places.data), { force: true });
      rmSync(join(call.places.data, "versions"), { recursive: true, force: true });
    }
    return code;
  },
};

export default command;
