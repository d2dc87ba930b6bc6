/** Tool calls that read a file which neither the user nor the project wrote: outside the repository, of a dependency, ignored by git. */
import { spawnSync } from "node:child_process";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { pathArguments } from "../../core/events/tools.js";
import type { ActivityRow } from "../../core/records/records.js";
import { diskFiles } from "../../runtime/platform/disk-files.js";
import { isBelow } from "../../sources/trust/repository.js";
import { type Checkout, commandEffects } from "./command-effects.js";
import { gitEnvironment, SAFE_GIT } from "./run-git.js";

/** Also where they are committed. */
const DEPENDENCIES =
  /(?:^|\/)(?:node_modules|bower_components|jspm_packages|site-packages|\.?venv|\.yarn|\.tox|\.bundle|\.terraform|vendor|Pods|Carthage)(?:\/|$)/;
/** Written by the kernel. */
const DEVICES = /^\/(?:dev|proc|sys)\//;
const WRITERS: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
/** From here on a path is not known: a pattern, or a value of the shell. */
const VARIABLE = /[*?[{\u{FFFC}]/u;
const GIT_MS = 2_000;
const MOST_BYTES = 64_000_000;
/** What git says then, whatever else may be wrong in a repository. */
const NO_REPOSITORY = "fatal: not a git repository (or any ";

/** Returns their ids. */
export function foreignReads(calls: readonly ActivityRow[], checkout: Checkout): ReadonlySet<string> {
  const { root } = checkout;
  const read = calls.map((call) => ({
    id: call.id,
    paths: pathsRead(call, checkout).map((path) => own(path, root)),
  }));
  const known = [...new Set(read.flatMap(({ paths }) => paths))].filter((path) => path !== undefined && path !== "");
  const ignored = ignoredByGit(root, known as string[]);
  const isForeign = (path: string | undefined) => path === undefined || DEPENDENCIES.test(path) || ignored.has(path);
  return new Set(read.filter(({ paths }) => paths.some(isForeign)).map(({ id }) => id));
}

function pathsRead(call: ActivityRow, checkout: Checkout): readonly string[] {
  const { name, input = {}, file } = call;
  if (WRITERS.has(name)) return [];
  if (name === "Bash") return commandEffects(call, checkout).reads;
  const pattern = name === "Glob" && typeof input["pattern"] === "string" ? [input["pattern"]] : [];
  return [...new Set([...(file === undefined ? [] : [file]), ...pathArguments(input), ...pattern])];
}

/** Relative to the root, behind links; undefined for a path elsewhere, empty if nothing can be read there. */
function own(path: string, root: string): string | undefined {
  if (path.includes("\0")) return "";
  const whole = resolve(root, knownPart(path) || (isAbsolute(path) ? "/" : "."));
  if (DEVICES.test(whole)) return "";
  const real = realPath(whole);
  return real === root || isBelow(real, root) ? relative(root, real) : undefined;
}

/** Without the first part of the path that is not known, and what follows. */
function knownPart(path: string): string {
  const at = path.search(VARIABLE);
  return at === -1 ? path : path.slice(0, Math.max(0, path.lastIndexOf("/", at)));
}

/** Also of a file that is not there any more. */
function realPath(path: string): string {
  const parent = dirname(path);
  return diskFiles.real(path) ?? (parent === path ? path : join(realPath(parent), basename(path)));
}

/** None without git and outside a repository. All of them if git does not answer there. */
function ignoredByGit(root: string, paths: readonly string[]): ReadonlySet<string> {
  if (paths.length === 0) return new Set();
  // It runs nothing of the repository, so its owner may be another user.
  const settings = [...SAFE_GIT, "-c", "safe.directory=*", "-c", "core.excludesFile=/dev/null"];
  // At the start of a path a colon would be magic.
  const input = paths.map((path) => `./${path}`).join("\0");
  const ask = (...how: readonly string[]) =>
    spawnSync("git", [...settings, "check-ignore", "-z", "--stdin", ...how], {
      ...{ cwd: root, env: gitEnvironment(), timeout: GIT_MS, maxBuffer: MOST_BYTES, encoding: "utf8", input },
    });
  const first = ask();
  if (isMissing(first) || first.stderr.startsWith(NO_REPOSITORY)) return new Set();
  // It refuses all of them if one is in a submodule.
  const { status, stdout } = first.status === 128 ? ask("--no-index") : first;
  if (status === 1) return new Set();
  if (status !== 0) return new Set(paths);
  const ignored = stdout.split("\0").slice(0, -1); // each ends with a NUL
  return new Set(ignored.map((path) => path.slice("./".length)));
}

function isMissing({ error }: { readonly error?: NodeJS.ErrnoException }): boolean {
  return error?.code === "ENOENT";
}
