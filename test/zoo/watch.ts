/** What may not change while the program looks at a repository that nobody has approved. */
import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Step } from "./contract.js";
import { GUARD_SAYS, type ZooPlace } from "./place.js";

/** Characters that a terminal obeys; a line break and a tab are what they are. */
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

export interface Snapshot {
  readonly env: string;
  readonly cwd: string;
  readonly files: string;
}

export function snapshot(place: ZooPlace): Snapshot {
  return { env: JSON.stringify({ ...process.env }), cwd: process.cwd(), files: namesIn(place.project).join("\n") };
}

/** What is wrong after the steps of one round. */
export function complaints(place: ZooPlace, before: Snapshot, steps: readonly Step[]): string[] {
  const after = snapshot(place);
  const guards = steps.filter(({ name }) => name.endsWith("PreToolUse"));
  return [
    ...(after.env === before.env ? [] : ["the environment changed"]),
    ...(after.cwd === before.cwd ? [] : ["the current folder changed"]),
    ...(after.files === before.files ? [] : ["the files of the project changed"]),
    ...(Object.keys(Object.prototype).length === 0 ? [] : ["every object has a new property"]),
    ...guards
      .filter(({ out, err }) => !`${out}${err}`.includes(GUARD_SAYS))
      .map(({ name, out }) => `${name}: the person's guard did not deny: ${out.slice(0, 300)}`),
    ...steps
      .filter(({ name, out, err }) => !name.includes("--json") && OBEYED.test(name.includes(" Pre") ? err : out + err))
      .map(({ name }) => `${name}: a terminal would obey what is printed`),
    ...steps.filter(({ code }) => code === 70).map(({ name, err }) => `${name}: an internal error: ${err}`),
    ...decided(steps),
  ];
}

/** Nothing but a person's decision may be listed as one. */
function decided(steps: readonly Step[]): string[] {
  return steps.flatMap(({ name, out }) => {
    if (name !== "list --json") return [];
    return listedIn(out)
      .filter(({ active, source, level }) => active && level !== "builtin" && source !== "user")
      .map(({ id }) => `list says that "${id}" runs`);
  });
}

interface Listed {
  readonly id: string;
  readonly source: string;
  readonly level: string;
  readonly active: boolean;
}

function listedIn(out: string): Listed[] {
  try {
    return JSON.parse(out) as Listed[];
  } catch {
    return [{ id: "(no list)", source: out, level: "", active: true }];
  }
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return [path, ...namesIn(path)];
      if (entry.isSymbolicLink()) return [`${path} → ${readlinkSync(path)}`];
      const { size, mtimeMs, mode } = lstatSync(path);
      return [`${path} ${size} ${mtimeMs} ${mode}`];
    })
    .sort();
}
