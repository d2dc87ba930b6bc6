import { finding } from "../../core/errors.js";
import { keepOutOfGit, takeAgent } from "../agents/install-agents.js";
import { chosenAgents, scopeOf, wirableAgents, withoutPlace } from "../agents/known-agents.js";
import { purgeAll } from "../agents/purge-all.js";
import { purgedLines, purgeLauncher, purgeLines } from "../agents/purge-launcher.js";
import { type FileResult, reportWiring } from "../agents/wiring-report.js";
import { type Command, MISUSE, PROBLEMS } from "../command.js";
import { refuse } from "../output/print.js";

const command: Command = {
  group: "Agents",
  summary: "Remove Snaphook's entries from agents' config files.",
  usage: "[AGENT…] [--project] [--purge [--data]] [--dry-run]",
  example: "snaphook uninstall codex",
  arguments: [{ kind: "agent", many: true }],
  options: {
    project: { type: "boolean", help: "This project as target instead of your user config." },
    purge: {
      type: "boolean",
      help: "Removal of the daemon, the launcher and its program copy too, after a backup of the store.",
    },
    data: { type: "boolean", help: "With --purge: removal of the store, state and caches too. Backups stay." },
    "dry-run": { type: "boolean", help: "Diff of each file; nothing is changed." },
  },
  loosens: ({ flags }) => (flags["dry-run"] === true ? undefined : "person"),
  exits: { 1: "a config file could not be edited, the launcher is in use, or it needs a person" },
  async run(call) {
    const purge = call.flags["purge"] === true;
    const chosen = call.args.length === 0 ? { adapters: wirableAgents() } : chosenAgents(call);
    const misuse =
      purge && scopeOf(call) === "project"
        ? "--purge cannot be combined with --project: it removes the launcher that every project uses"
        : call.flags["data"] === true && !purge
          ? "--data needs --purge: agents would go on recording"
          : undefined;
    if ("problem" in chosen || misuse !== undefined) {
      refuse(call, "problem" in chosen ? chosen.problem : finding("USAGE", misuse!));
      return MISUSE;
    }
    const { adapters } = chosen;
    const dryRun = call.flags["dry-run"] === true;
    const scope = scopeOf(call);
    const wired = adapters.filter((adapter) => takeAgent(call, adapter, scope, true).some(changes));
    const names = (wired.length === 0 ? adapters : wired).map(({ name }) => name).join(", ");
    if (purge && !dryRun && !call.json) for (const line of await purgeLines(call, adapters)) call.out(line);
    const what = purge ? (call.flags["data"] === true ? "Snaphook with its data" : "Snaphook") : "Snaphook's entries";
    const consent = dryRun ? undefined : await call.person.confirm(`remove ${what} from ${names}`);
    if (consent?.yes === false) {
      refuse(call, consent.why);
      return PROBLEMS;
    }
    if (purge && !dryRun) return purgeAll(call, adapters);
    const files = adapters.flatMap((adapter) => takeAgent(call, adapter, scope, dryRun));
    const problems = [
      ...(call.args.length === 0 ? [] : withoutPlace(adapters, call, scope)),
      ...(dryRun ? [] : keepOutOfGit(call, files)),
    ];
    if (!purge) return reportWiring(call, { files, problems }, { dryRun });
    const done = await purgeLauncher(call, adapters, true);
    if ("problem" in done)
      return reportWiring(call, { files, problems: [...problems, done.problem] }, { dryRun, also: { purged: false } });
    const code = reportWiring(call, { files, problems }, { dryRun, also: { purged: false, ...done } });
    if (!call.json) for (const line of purgedLines(done, call, dryRun)) call.out(line);
    return code;
  },
};

const changes = ({ wired }: FileResult) => "problem" in wired || wired.changed;

export default command;
