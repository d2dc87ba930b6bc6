/** File names that one program lists and another receives: their location, as far as the first one tells. */
import { operands } from "../model/arguments.js";
import type { Target, Where } from "../model/effect.js";
import type { Invocation } from "../model/invocation.js";
import { upstream } from "../model/upstream.js";
import { pathTarget } from "./paths.js";

/** These search the whole disk. */
const EVERYWHERE = /^(?:locate|plocate|mlocate|mdfind)$/;
/** Number of operands before the directories, by program. */
const LISTERS: Readonly<Record<string, number>> = {
  ls: 0,
  dir: 0,
  du: 0,
  tree: 0,
  fd: 1,
  fdfind: 1,
  grep: 1,
  egrep: 1,
  rg: 1,
  ag: 1,
  ack: 1,
};
const VALUES = [
  "-A",
  "-B",
  "-C",
  "-m",
  "-e",
  "-g",
  "-t",
  "-T",
  "-E",
  "-d",
  "--glob",
  "--type",
  "--exclude",
  "--include",
  "--max-depth",
  "--extension",
];

/** The first directory outside the project that names come from. */
export function fedFromOutside(invocation: Invocation, where: Where): Target | undefined {
  for (const lister of upstream(invocation)) {
    const { program = "", cwd } = lister;
    if (EVERYWHERE.test(program)) return { type: "path", name: "/", place: "root" };
    const before = Object.hasOwn(LISTERS, program) ? LISTERS[program]! : undefined;
    if (before === undefined) continue;
    for (const word of operands(lister, VALUES).slice(before)) {
      const target = pathTarget(word, where, cwd);
      if (
        target.place === "home" ||
        target.place === "system" ||
        target.place === "root" ||
        target.place === "elsewhere"
      )
        return target;
    }
  }
  return undefined;
}
