/** How a user calls this program here, for commands that are printed to be typed. */
import { realpathSync } from "node:fs";
import { delimiter, relative, sep } from "node:path";
import { shellWord } from "../../runtime/wiring/command-line.js";
import { findOnPath } from "../agents/find-on-path.js";
import type { Call } from "../command.js";

/** npm adds these to the PATH of its scripts only. */
const NPM_FOLDER = /[\\/]node_modules[\\/]\.bin[\\/]?$/;

/** `snaphook` if the PATH leads to this program, `npx snaphook` for a dependency, `node dist/snaphook.cjs` in a checkout. */
export function programName({ program, cwd, environment }: Pick<Call, "program" | "cwd" | "environment">): string {
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => !NPM_FOLDER.test(folder));
  const found = findOnPath("snaphook", folders.join(delimiter));
  const own = realPath(program);
  if (found !== undefined && realPath(found) === own) return "snaphook";
  if (own.includes(`${sep}node_modules${sep}`)) return "npx snaphook";
  const shown = relative(realPath(cwd), own);
  return `node ${shellWord(shown.startsWith("..") ? own : shown)}`;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // removed while it runs
  }
}
