import { type Finding, finding } from "../../core/errors.js";
import { filesThatCall } from "../../runtime/wiring/wired-files.js";
import { bringClaudeHooks, reportBrought } from "../agents/from-claude.js";
import { installAgents, renewLauncher } from "../agents/install-agents.js";
import { chosenAgents, scopeOf, wirableAgents } from "../agents/known-agents.js";
import { demandForPlan } from "../agents/on-demand-events.js";
import { reportWiring } from "../agents/wiring-report.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { refuse } from "../output/print.js";

const command: Command = {
  group: "Agents",
  summary: "Wire Snaphook into the agents on this machine.",
  usage: "[AGENT…] [--all] [--only] [--user|--project] [--from claude] [--dry-run]",
  example: "snaphook install claude-code --dry-run",
  arguments: [{ kind: "agent", many: true }],
  options: {
    all: { type: "boolean", help: "All supported agents, installed or not." },
    only: { type: "boolean", help: "Removal of Snaphook's entries from all other agents." },
    user: { type: "boolean", help: "User config as target (default)." },
    project: { type: "boolean", help: "This project as target instead of your user config." },
    from: {
      type: "string",
      value: "claude",
      kind: ["claude"],
      help: "Source of hooks to share with these agents: Claude Code's settings.",
    },
    "dry-run": { type: "boolean", help: "Diff of each file; nothing is written." },
  },
  loosens: ({ flags }) => (flags["only"] === true && flags["dry-run"] !== true ? "person" : undefined),
  exits: { 1: "a config file could not be edited, or `--only` needs a person" },
  async run(call) {
    const chosen = chosenAgents(call);
    const { from } = call.flags;
    const dryRun = call.flags["dry-run"] === true;
    const misuse =
      call.flags["user"] && call.flags["project"]
        ? "give either --user or --project"
        : from !== undefined && from !== "claude"
          ? "--from accepts only claude"
          : undefined;
    if ("problem" in chosen && misuse === undefined && onlyProjectsCall(call, chosen.problem))
      return renew(call, dryRun);
    if ("problem" in chosen || misuse !== undefined) {
      refuse(call, "problem" in chosen ? chosen.problem : finding("USAGE", misuse!));
      return MISUSE;
    }
    const take = call.flags["only"] ? wirableAgents().filter((adapter) => !chosen.adapters.includes(adapter)) : [];
    const consent =
      take.length > 0 && !dryRun
        ? await call.person.confirm("remove Snaphook's entries from all other agents")
        : undefined;
    if (consent?.yes === false) {
      refuse(call, consent.why);
      return PROBLEMS;
    }
    if (!dryRun) await demandForPlan(call, chosen.adapters);
    const results = installAgents(call, { put: chosen.adapters, take, scope: scopeOf(call), dryRun });
    if ("code" in results) {
      refuse(call, results);
      return PROBLEMS;
    }
    if (from === undefined) return reportWiring(call, results, { dryRun });
    const brought = await bringClaudeHooks(call, dryRun);
    const code = reportWiring(call, results, { dryRun, also: { from: brought } });
    return Math.max(code, reportBrought(call, brought, dryRun));
  },
};

/** No agent is found here, and files of projects call the launcher: it is all there is to renew. */
function onlyProjectsCall({ flags, places }: Call, { code }: Finding): boolean {
  return code === "AGENT_NOT_FOUND" && !flags["only"] && filesThatCall(places.data).length > 0;
}

function renew(call: Call, dryRun: boolean): number {
  const renewed = renewLauncher(call, dryRun);
  if ("code" in renewed) {
    refuse(call, renewed);
    return PROBLEMS;
  }
  reportWiring(call, { ...renewed, files: [], problems: [] }, { dryRun });
  if (!call.json && renewed.launcher !== "written")
    call.out(`No agent was found here. The launcher ${dryRun ? "would be updated" : "is up to date"}.`);
  return OK;
}

export default command;
