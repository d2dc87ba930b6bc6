import { ADAPTERS } from "../../adapters/_registry.js";
import { finding } from "../../core/errors.js";
import { writeLauncher } from "../../runtime/wiring/launcher.js";
import { unwire, wire } from "../../runtime/wiring/wire.js";
import { chosenAgents, configFile } from "../agents.js";
import { type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { json, paint, printFindings, refuse } from "../print.js";

const command: Command = {
  summary: "Wire Snaphook into the agents on this machine. Nothing else in their config is touched.",
  usage: "[AGENT…] [--all] [--only] [--project] [--dry-run]",
  example: "snaphook install claude-code --dry-run",
  options: {
    all: { type: "boolean", help: "Every agent we know, found or not." },
    only: { type: "boolean", help: "Take our entries out of all other agents." },
    project: { type: "boolean", help: "Wire this project instead of your user config." },
    "dry-run": { type: "boolean", help: "Show what would be written and write nothing." },
  },
  exits: { 1: "an agent's config could not be edited" },
  async run(call) {
    const chosen = chosenAgents(call);
    if ("problem" in chosen) {
      refuse(call, chosen.problem);
      return MISUSE;
    }
    const dryRun = call.flags["dry-run"] === true;
    const dataFolder = call.places.data;
    try {
      if (!dryRun) writeLauncher(dataFolder, Object.values(ADAPTERS));
    } catch (error) {
      refuse(
        call,
        finding("FILE_UNWRITABLE", `the launcher could not be written (${(error as Error).message})`, {
          file: dataFolder,
        }),
      );
      return PROBLEMS;
    }
    const others = call.flags["only"]
      ? Object.values(ADAPTERS).filter((adapter) => !chosen.adapters.includes(adapter))
      : [];
    const results = [
      ...chosen.adapters.map((adapter) => ({
        adapter,
        file: configFile(adapter, call),
        wired: wire(adapter, { file: configFile(adapter, call), dataFolder }, { dryRun }),
      })),
      ...others.map((adapter) => ({
        adapter,
        file: configFile(adapter, call),
        wired: unwire({ file: configFile(adapter, call), dataFolder }, { dryRun }),
      })),
    ];
    const problems = results.flatMap(({ wired }) => ("problem" in wired ? [wired.problem] : []));
    if (call.json) {
      json(call, {
        dryRun,
        agents: results.map(({ adapter, file, wired }) => ({
          agent: adapter.name,
          file,
          ...("problem" in wired
            ? { error: wired.problem }
            : { changed: wired.changed, ...(dryRun ? { text: wired.text } : {}) }),
          next: adapter.wiring.trustStep ?? null,
        })),
      });
    } else {
      printFindings(call, problems);
      for (const { adapter, file, wired } of results) {
        if ("problem" in wired) continue;
        const words = dryRun
          ? wired.changed
            ? "would be written"
            : "would stay as it is"
          : wired.changed
            ? "written"
            : "is up to date";
        call.out(`${paint("bold", adapter.title)}: ${file} ${words}`);
        if (dryRun && wired.changed) call.out(wired.text);
        else if (adapter.wiring.trustStep && chosen.adapters.includes(adapter))
          call.out(`  Still to do: ${adapter.wiring.trustStep}`);
      }
    }
    return problems.length > 0 ? PROBLEMS : OK;
  },
};

export default command;
