import { join } from "node:path";
import { finding } from "../../core/errors.js";
import { findEntry, removeEntry } from "../../runtime/pack/entry-files.js";
import { leadsOut, leadsOutFinding } from "../../runtime/wiring/config-file.js";
import { type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { isFinding, onlyNamedBuiltin } from "../input/read-pack.js";
import { json, refuse, safeName } from "../output/print.js";

const command: Command = {
  group: "Policy",
  summary: "Remove a built-in hook that `snaphook add` enabled.",
  usage: "NAME [--scope user|project] [--dry-run]",
  example: "snaphook remove protect-git",
  arguments: [{ kind: "builtin" }],
  options: {
    scope: {
      type: "string",
      value: "SCOPE",
      kind: ["user", "project"],
      help: "Scope: user or project (default: user).",
    },
    "dry-run": { type: "boolean", help: "Preview; nothing is removed." },
  },
  exits: { 1: "it was not added, it is in your own file, or it needs a person" },
  loosens: ({ flags }) => (flags["dry-run"] === true ? undefined : "person"),
  async run(call) {
    const { scope = "user" } = call.flags;
    const builtin = onlyNamedBuiltin(call);
    const problem = isFinding(builtin)
      ? builtin
      : scope === "user" || scope === "project"
        ? undefined
        : finding("USAGE", `--scope must be user or project, not "${String(scope)}"`);
    if (isFinding(builtin) || problem !== undefined) {
      refuse(call, problem!);
      return MISUSE;
    }
    const inProject = () => findEntry(join(call.cwd, ".snaphook"), builtin.name);
    const entry = scope === "project" ? inProject() : findEntry(call.places.config, builtin.name);
    if (entry.state === "absent" || entry.state === "own") {
      const elsewhere = entry.state === "absent" && scope === "user" && !["absent", "own"].includes(inProject().state);
      const why =
        entry.state === "own"
          ? "it is a file of your own; remove it by hand"
          : `\`add\` wrote no such file${elsewhere ? "; this project has one: give `--scope project`" : ""}`;
      refuse(call, finding("HOOK_NOT_FOUND", `${builtin.name} was not removed: ${why}`, { file: entry.path }));
      return PROBLEMS;
    }
    const dryRun = call.flags["dry-run"] === true;
    const consent = dryRun ? undefined : await call.person.confirm(`remove ${builtin.name}`);
    if (consent?.yes === false) {
      refuse(call, consent.why);
      return PROBLEMS;
    }
    try {
      const outside = scope === "project" ? leadsOut(entry.path, call.cwd) : undefined;
      if (outside !== undefined) {
        refuse(call, leadsOutFinding(entry.path, outside));
        return MISUSE;
      }
      if (!dryRun) removeEntry(entry);
    } catch (error) {
      refuse(call, finding("FILE_UNWRITABLE", (error as Error).message, { file: entry.path }));
      return MISUSE;
    }
    if (call.json) json(call, { path: entry.path, removed: !dryRun });
    else call.out(`${dryRun ? "Would remove" : "Removed"} ${safeName(entry.path)}`);
    return OK;
  },
};

export default command;
