/** Programs that command hooks name and that are not there: a guard without its `jq` guards nothing. */
import { readFileSync, statSync } from "node:fs";
import { type Finding, finding } from "../../core/errors.js";
import { admit } from "../../core/hooks/admission.js";
import type { CommandRun, SourceEntry } from "../../core/hooks/hook.js";
import { isExecutable } from "../../runtime/wiring/is-executable.js";
import { locateScript, namedScripts, type ScriptPlaces } from "../../sources/trust/named-scripts.js";
import { findOnPath } from "../agents/find-on-path.js";
import type { Check } from "./check.js";
import { interpreterOf, knownProgramsIn } from "./script-needs.js";
import { programsIn } from "./shell-programs.js";

const LARGEST_SCRIPT = 1_000_000;
/** A name that no variable or pattern can change. */
const PLAIN = /^[\w.+@-]+$/;

export const hookPrograms: Check = {
  name: "programs and scripts of the hooks",
  async run({ plan, call }) {
    if (process.platform === "win32") return []; // another shell, and no executable bit
    const { entries, root } = await plan();
    const places = { home: call.places.home, project: root };
    return entries.filter(isCommand).flatMap((entry) => missingFor(entry, places, call.environment["PATH"]));
  },
};

function isCommand(entry: SourceEntry): boolean {
  return entry.hook.run.type === "command" && entry.hook.broken === undefined && "admitted" in admit(entry);
}

function missingFor({ hook, source }: SourceEntry, places: ScriptPlaces, ourPath: string | undefined): Finding[] {
  const run = hook.run as CommandRun;
  const path = run.env?.["PATH"] ?? ourPath;
  const file = source.path;
  const missing = (name: string, who: string) =>
    finding("HOOK_PROGRAM_MISSING", `hook "${hook.id}": ${who} "${name}", which is not on this machine`, { file });
  const isThere = (name: string) => (name.includes("/") ? isExecutable(name) : findOnPath(name, path) !== undefined);
  const found: Finding[] = [];
  for (const word of programsOf(run)) {
    const where = word.includes("/") ? locateScript(word, run.cwd ?? places.project, places) : undefined;
    if (where === undefined) {
      if (PLAIN.test(word) && !isThere(word)) found.push(missing(word, "its command starts"));
      continue;
    }
    const text = readScript(where);
    if (text === undefined) continue; // `validate` tells about scripts that are missing
    if (!isExecutable(where))
      found.push(finding("HOOK_NOT_EXECUTABLE", `hook "${hook.id}": ${where} may not be executed`, { file }));
    const interpreter = interpreterOf(text);
    if (interpreter !== undefined && !isThere(interpreter)) found.push(missing(interpreter, `${where} is written for`));
  }
  for (const script of namedScripts(run, places))
    for (const name of knownProgramsIn(script, readScript(script) ?? ""))
      if (!isThere(name)) found.push(missing(name, `${script} calls`));
  return found;
}

function programsOf({ command, exec, shell }: CommandRun): string[] {
  if (exec) return [command];
  if (shell === undefined) return programsIn(command);
  return /(?:^|\/)(?:ba|da|z|k)?sh$/.test(shell) ? [shell, ...programsIn(command)] : [shell];
}

/** Undefined when it is not there, no file, or too large to be a script. */
function readScript(path: string): string | undefined {
  try {
    const { size } = statSync(path);
    return size > LARGEST_SCRIPT ? undefined : readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}
