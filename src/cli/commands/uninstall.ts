import { finding } from "../../core/errors.js";
import { keepOutOfGit, takeAgent } from "../agents/install-agents.js";
import { chosenAgents, scopeOf, wirableAgents, withoutPlace } from "../agents/known-agents.js";
import { purgedLines, purgeLauncher } from "../agents/purge-launcher.js";
import { type FileResult, reportWiring } from "../agents/wiring-report.js";
import { type Command, MISUSE, PROBLEMS } from "../command.js";
import { refuse } from "../output/print.js";

const command: Command = {
  group: "Agents",
  summary: "Remove Snaphook's entries from agents' config files.",
  usage: "[AGENT…] [--project] [--purge] [--dry-run]",
  example: "snaphook uninstall codex",
  arguments: [{ kind: "agent", many: true }],
  options: {
    project: { type: "boolean", help: "This project as target instead of your user config." },
    purge: {
      type: "boolean",
      help: "Removal of the daemon, the launcher and its program copy too.",
    },
    "dry-run": { type: "boolean", help: "Diff of each file; nothing is changed." },
  },
  loosens: ({ flags }) => (flags["dry-run"] === true ? undefined : "person"),
  exits: { 1: "a config file could not be edited, the launcher is in use, or it needs a person" },
  async run(call) {
    const purge = call.flags["purge"] === true;
    const chosen = call.args.length === 0 ? { adapters: wirableAgents() } : chosenAgents(call);
    if ("problem" in chosen || (purge && scopeOf(call) === "project")) {
      const both = "--purge cannot be combined with --project: it removes the launcher that every project uses";
      refuse(call, "problem" in chosen ? chosen.problem : finding("USAGE", both));
      return MISUSE;
    }
    const { adapters } = chosen;
    const dryRun = call.flags["dry-run"] === true;
    const scope = scopeOf(call);
    const wired = adapters.filter((adapter) => takeAgent(call, adapter, scope, true).some(changes));
    const names = (wired.length === 0 ? adapters : wired).map(({ name }) => name).join(", ");
    const consent = dryRun ? undefined : await call.person.confirm(`remove Snaphook's entries from ${names}`);
    if (consent?.yes === false) {
      refuse(call, consent.why);
      return PROBLEMS;
    }
    const files = adapters.flatMap((adapter) => takeAgent(call, adapter, scope, dryRun));
    const problems = [
      ...(call.args.length === 0 ? [] : withoutPlace(adapters, call, scope)),
      ...(dryRun ? [] : keepOutOfGit(call, files)),
    ];
    if (!purge) return reportWiring(call, { files, problems }, { dryRun });
    const done = await purgeLauncher(call, dryRun ? adapters : [], dryRun);
    if ("problem" in done)
      return reportWiring(call, { files, problems: [...problems, done.problem] }, { dryRun, also: { purged: false } });
    const purged = done.removed.length > 0 && !dryRun;
    const code = reportWiring(call, { files, problems }, { dryRun, also: { purged, ...done } });
    if (!call.json) for (const line of purgedLines(done, call, dryRun)) call.out(line);
    return code;
  },
};

const changes = ({ wired }: FileResult) => "problem" in wired || wired.changed;

export default command;
