import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import { didYouMean } from "../../core/text/suggest.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { type Permits, readPermits, SCRIPTABLE, writePermits } from "../human/permits.js";
import { json, refuse, safe } from "../output/print.js";

const command: Command = {
  group: "Maintenance",
  summary: "Allow scripts to run a command that needs a person.",
  usage: "[COMMAND…] [--terminal FILE] [--end] [--list]",
  example: "snaphook permit uninstall",
  arguments: [{ kind: "command", many: true }],
  options: {
    terminal: {
      type: "string",
      value: "FILE",
      kind: "file",
      help: "Program (or folder of programs) that opens your terminals.",
    },
    end: { type: "boolean", help: "Removal of the given permissions." },
    list: { type: "boolean", help: "List of current permissions." },
  },
  loosens: ({ flags }) => (flags["list"] === true ? undefined : flags["end"] === true ? "no agent" : "person"),
  exits: { 1: "nothing was changed, or it needs a person" },
  async run(call) {
    const known = readPermits(call.places);
    if (call.flags["list"]) return show(call, known);
    const wanted = readWanted(call);
    if ("code" in wanted) {
      refuse(call, wanted);
      return MISUSE;
    }
    const ends = call.flags["end"] === true;
    const consent = ends ? undefined : await call.person.confirm(`permit ${textOf(wanted)}`);
    if (consent?.yes === false) {
      refuse(call, consent.why);
      return PROBLEMS;
    }
    const change = ends ? without : union;
    const scripts = change(known.scripts, wanted.scripts);
    const terminals = change(known.terminals, wanted.terminals);
    try {
      writePermits(call.places, { scripts, terminals });
    } catch (error) {
      refuse(call, finding("FILE_UNWRITABLE", `nothing was changed (${(error as Error).message})`));
      return PROBLEMS;
    }
    return show(call, { scripts, terminals });
  },
};

const union = (known: readonly string[], more: readonly string[]) => [...new Set([...known, ...more])];
const without = (known: readonly string[], gone: readonly string[]) => known.filter((one) => !gone.includes(one));

function readWanted({ args, flags, cwd }: Call): Permits | Finding {
  const unknown = args.find((name) => !(SCRIPTABLE as readonly string[]).includes(name));
  if (unknown !== undefined)
    return finding(
      "USAGE",
      `"${unknown}" cannot be permitted.${didYouMean(unknown, SCRIPTABLE)} Commands: ${SCRIPTABLE.join(", ")}`,
    );
  const { terminal } = flags;
  if (args.length === 0 && typeof terminal !== "string")
    return finding("USAGE", "give a command, or a program with --terminal");
  return { scripts: args, terminals: typeof terminal === "string" ? [realPath(resolve(cwd, terminal))] : [] };
}

/** A process is known by the file that runs, not by a link to it. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function textOf({ scripts, terminals }: Permits): string {
  const parts = [
    ...(scripts.length > 0 ? [`scripts may run ${scripts.join(", ")}`] : []),
    ...(terminals.length > 0 ? [`${safe(terminals.join(", "))} may open terminals for people`] : []),
  ];
  return parts.join(", and ");
}

function show(call: Call, permits: Permits): number {
  if (call.json) json(call, permits);
  else call.out(textOf(permits) === "" ? "Nothing is permitted." : `Permitted: ${textOf(permits)}.`);
  return OK;
}

export default command;
