/** An agent must not change the guard that watches it, nor the files that decide which guards there are (T4). */
import { isAbsolute, relative, resolve } from "node:path";
import type { Builtin, Surroundings } from "../../core/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../core/builtin-options.js";
import { ask, deny, type HookOutput } from "../../core/decision.js";
import type { BasePayload } from "../../core/payload.js";
import { ProtectedPaths } from "../_shared/protected-paths.js";
import { shown } from "../_shared/shown.js";
import { protections } from "./protections.js";
import { NOT_FILE_TOOLS, writeTargets } from "./write-targets.js";

const OPTIONS = {
  also: { type: "texts", default: [], help: "further files and folders to look after, relative to the project" },
} satisfies BuiltinOptions;

const selfProtection: Builtin = {
  name: "self-protection",
  summary: "Asks before a file tool writes to hooks, their scripts or an agent's hook config; denies our own folders.",
  example: { event: "PreToolUse", builtin: "self-protection", options: { also: ["policies", "~/bin/check.sh"] } },
  events: ["PreToolUse"],
  match: { except: NOT_FILE_TOOLS },
  guard: true,
  // It stands for everybody: where nobody can be asked, the agent's adapter makes a denial of it.
  onFailure: "ask",
  // Our own files are protected by their names.
  standing: ({ files }) => ({
    also: files.filter((file) => !/[\\/](?:\.snaphook[\\/]|snaphook\.config\.)/.test(file)),
  }),
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, options) {
    const also = (options["also"] ?? []) as readonly string[];
    return (payload) => judge(payload, surroundings, also);
  },
};

const WHAT_NOW = "A person can make this change, or lift the guard for a while with `snaphook off`.";

function judge(payload: BasePayload, surroundings: Surroundings, also: readonly string[]): HookOutput | undefined {
  const targets = writeTargets(payload);
  if (targets === undefined)
    return payload.unreadable_input === true
      ? ask(`What this call writes to cannot be read, so nobody can say that it is harmless. ${WHAT_NOW}`)
      : undefined;
  const cwd = resolve(surroundings.cwd, typeof payload.cwd === "string" ? payload.cwd : "");
  const { home, project } = surroundings;
  const paths = new ProtectedPaths(protections(surroundings, also), {
    home,
    cwd,
    folders: foldersBetween(project, cwd),
  });
  let answer: HookOutput | undefined;
  for (const path of targets.paths) {
    const found = paths.find(path, targets.removes);
    if (found === undefined) continue;
    if (found === "unknown") answer ??= ask(`Where ${shown(path)} leads cannot be told. ${WHAT_NOW}`);
    else if (found.what.verdict === "deny")
      return deny(`${shown(path)} is ${found.what.what}: no tool of an agent may write there. ${WHAT_NOW}`);
    else answer ??= ask(`${shown(path)} is ${found.what.what}, which decides what hooks do. ${WHAT_NOW}`);
  }
  return answer;
}

/** The project's root, the folder of the call, and those between them. */
function foldersBetween(root: string, cwd: string): string[] {
  const way = relative(root, cwd);
  if (way.startsWith("..") || isAbsolute(way)) return [root, cwd];
  const folders = [root];
  for (const part of way.split(/[\\/]/)) if (part !== "") folders.push(resolve(folders.at(-1)!, part));
  return folders;
}

export default selfProtection;
