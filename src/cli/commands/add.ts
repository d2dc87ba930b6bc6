import { join } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import type { EventName } from "../../core/events/events.js";
import { resolveEvent } from "../../core/events/events.js";
import { type Builtin, kindOf } from "../../core/hooks/builtin.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { findEntry, type PackEntry, writeEntry } from "../../runtime/pack/entry-files.js";
import { entryText } from "../../runtime/pack/entry-text.js";
import { leadsOut, leadsOutFinding } from "../../runtime/wiring/config-file.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { usesOf } from "../input/in-force.js";
import { openCallPlan } from "../input/inputs.js";
import { isFinding, namedBuiltin, onlyNamedBuiltin, readOptions } from "../input/read-pack.js";
import { observesText } from "../output/describe-hook.js";
import { json, paint, refuse, safeName } from "../output/print.js";

const SCOPES = ["user", "project"];

const command: Command = {
  group: "Policy",
  summary: "Enable a built-in hook, for you or this project.",
  usage: "NAME [--event EVENT] [--option KEY=VALUE…] [--scope user|project] [--observe] [--dry-run]",
  example: "snaphook add protect-git --option risky=pass",
  arguments: [{ kind: "builtin" }],
  options: {
    event: {
      type: "string",
      value: "EVENT",
      kind: "event",
      help: "Event to run on (default: all that the hook supports).",
    },
    option: { type: "string", multiple: true, value: "KEY=VALUE", help: "Option of the hook. Repeatable." },
    scope: { type: "string", value: "SCOPE", kind: SCOPES, help: "Scope: user or project (default: user)." },
    observe: { type: "boolean", help: "Observe mode: record decisions, block nothing." },
    "dry-run": { type: "boolean", help: "Preview of the file; nothing is written." },
  },
  exits: { 1: "it already exists in your own file or with other options, only observes, or it needs a person" },
  // A hook that allows calls is as good as an approval.
  loosens: ({ args: [name = ""], flags }) => {
    const builtin = namedBuiltin(name);
    return !isFinding(builtin) && isApprover(builtin) && flags["dry-run"] !== true ? "person" : undefined;
  },
  async run(call) {
    const asked = read(call);
    if (isFinding(asked)) {
      refuse(call, asked);
      return MISUSE;
    }
    const { builtin, given, scope, folder } = asked;
    const entry = findEntry(folder, builtin.name);
    const other = await ownEntry(call, builtin.name, scope, entry);
    if (other !== undefined) {
      refuse(call, finding("FILE_EXISTS", `${builtin.name} is already enabled in this file`, { file: other }));
      return PROBLEMS;
    }
    if (entry.state !== "absent" && !sets(entry.entry, given)) {
      const change = `edit the file, or run \`${undoText(asked)}\` and add it again`;
      const message = `${builtin.name} is already enabled with other options: ${change}`;
      refuse(call, finding("FILE_EXISTS", message, { file: entry.path }));
      return PROBLEMS;
    }
    // What we wrote keeps everything it sets.
    const isThere = entry.state === "current" || entry.state === "newer";
    const loosens = isApprover(builtin) && !isThere && call.flags["dry-run"] !== true;
    const consent = loosens ? await call.person.confirm(`add ${builtin.name}, which allows calls`) : undefined;
    if (consent?.yes === false) {
      refuse(call, consent.why);
      return PROBLEMS;
    }
    const done = isThere ? tell(call, { ...asked, entry, written: false }) : write(call, { ...asked, given, entry });
    if (done !== OK || call.flags["dry-run"] === true) return done;
    const observing = await observingUses(call, builtin.name);
    if (observing.length === 0) return done;
    if (!call.json) call.out(`  ${paint("yellow", observesText(observing))}`);
    return given["mode"] === "observe" ? OK : PROBLEMS;
  },
};

const isApprover = (builtin: Builtin) => kindOf(builtin) === "approver";

interface Asked {
  readonly builtin: Builtin;
  readonly given: JsonObject;
  readonly scope: string;
  readonly folder: string;
}

function read(call: Call): Asked | Finding {
  const { event: wanted, scope = "user", option = [], observe } = call.flags;
  const builtin = onlyNamedBuiltin(call);
  if (isFinding(builtin)) return builtin;
  if (!SCOPES.includes(String(scope)))
    return finding("USAGE", `--scope must be user or project, not "${String(scope)}"`);
  const event = typeof wanted === "string" ? resolveEvent(wanted)?.name : undefined;
  if (wanted !== undefined && !builtin.events.includes(event as EventName))
    return finding("USAGE", `${builtin.name} runs on ${builtin.events.join(", ")}, not on ${String(wanted)}`);
  const options = readOptions(builtin, option as readonly string[]);
  if (isFinding(options)) return options;
  return {
    builtin,
    given: { ...(event ? { event } : {}), ...(observe ? { mode: "observe" } : {}), options },
    scope: String(scope),
    folder: scope === "project" ? join(call.cwd, ".snaphook") : call.places.config,
  };
}

/** A file of the same scope that has it, and that is not ours to write. */
async function ownEntry(call: Call, name: string, scope: string, entry: PackEntry): Promise<string | undefined> {
  if (entry.state === "own") return entry.path;
  const uses = usesOf(name, (await openCallPlan(call)).entries);
  const paths = uses.filter(({ source }) => source.level === scope).map(({ source }) => source.path);
  return paths.find((path) => path !== undefined && path !== entry.path);
}

/** Uses of it that run and block nothing, as files and switches together say. */
async function observingUses(call: Call, name: string): Promise<string[]> {
  const uses = usesOf(name, (await openCallPlan(call)).entries);
  return uses.filter(({ hook }) => hook.enabled && hook.mode === "observe").map(({ hook }) => hook.id);
}

/** Whether everything that is wanted stands there already. */
function sets(entry: JsonObject, { options, ...rest }: JsonObject): boolean {
  const holds = (there: unknown, wanted: JsonObject) =>
    Object.entries(wanted).every(
      ([key, value]) => JSON.stringify(isRecord(there) ? there[key] : undefined) === JSON.stringify(value),
    );
  return holds(entry, rest) && holds(entry["options"], options as JsonObject);
}

function undoText({ builtin, scope }: Asked): string {
  return `snaphook remove ${builtin.name}${scope === "project" ? " --scope project" : ""}`;
}

interface Result extends Asked {
  readonly entry: PackEntry;
}

function write(call: Call, result: Result): number {
  const { builtin, entry, scope } = result;
  const given = entry.state === "older" ? entry.entry : result.given;
  if (call.flags["dry-run"] === true) {
    const text = entryText(builtin, given);
    if (call.json) json(call, { path: entry.path, text, written: false, dryRun: true });
    else call.out(`Would write ${safeName(entry.path)}:\n\n${text}`);
    return OK;
  }
  try {
    const outside = scope === "project" ? leadsOut(entry.path, call.cwd) : undefined;
    if (outside !== undefined) {
      refuse(call, leadsOutFinding(entry.path, outside));
      return MISUSE;
    }
    writeEntry(entry, builtin, given, scope);
  } catch (error) {
    refuse(call, finding("FILE_UNWRITABLE", (error as Error).message, { file: entry.path }));
    return MISUSE;
  }
  return tell(call, { ...result, written: true });
}

function tell(call: Call, result: Result & { readonly written: boolean }): number {
  const { builtin, entry, scope, written } = result;
  const undo = undoText(result);
  if (call.json) {
    json(call, { path: entry.path, written, undo, ...(written ? {} : { state: entry.state }) });
    return OK;
  }
  const lines = written
    ? [
        `Wrote ${safeName(entry.path)}`,
        `  ${builtin.summary}`,
        ...(entry.state === "older" ? ["  Updated from an older version; its options are unchanged."] : []),
      ]
    : [`${safeName(entry.path)} already exists; edit the file to change its options.`];
  if (scope === "project" && written) lines.push("  To approve it, run: snaphook trust");
  call.out([...lines, ...(written ? [`  Undo: ${undo}`] : [])].join("\n"));
  return OK;
}

export default command;
