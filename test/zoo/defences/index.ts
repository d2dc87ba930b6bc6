/** Every defence of the zoo, and what is not ours to take away. */
import { CASES } from "../cases/index.js";
import { AMBIENT } from "./ambient.js";
import { CODE } from "./code.js";
import { type Defence, GATE } from "./defence.js";
import { READING } from "./reading.js";
import { RIGHTS } from "./rights.js";

/** Cases that no change of ours lets in, and what refuses them instead. */
export const NOT_OURS: Readonly<Record<string, string>> = {
  "code-imports-pipe": "the bundler's resolver takes nothing but files for a module",
  "code-imports-device": "the bundler's resolver takes nothing but files for a module",
  "code-bundler-config": "the bundler reads no config file unless it is told to",
  "link-loop": "the system follows no loop",
  socket: "the system opens no socket as a file",
  "process-files": "what the system says about a process is no config in any format",
  terminal: "a test has no terminal; whoever has one is kept from it like from any device",
  "config-is-folder": "a folder cannot be read as a file",
  "folder-is-file": "a file has nothing in it to be found",
  "disables-all-hooks": "the switch empties its own file; there is no way for a file to speak for another",
  "name-line-break": "a name with a line break in it is no name of a hooks file",
  npmrc: "nothing of ours starts npm",
  "version-files": "nothing of ours reads them",
  "editor-tasks": "nothing of ours reads them",
  "bundle-in-project": "bundles are looked for in the person's data folder, whatever a project holds",
  "agents-wired-by-project": "entries of agents are read to be edited, and nothing in them is ever run",
};

const SPECIAL = [...CODE, ...READING, ...RIGHTS, ...AMBIENT];
const special = new Set([...SPECIAL.flatMap(({ cases }) => cases), ...Object.keys(NOT_OURS)]);

export const DEFENCES: readonly Defence[] = [
  {
    defence: "what nobody has approved does not run",
    edits: [GATE],
    cases: CASES.map(({ name }) => name).filter((name) => !special.has(name)),
  },
  ...SPECIAL,
];
