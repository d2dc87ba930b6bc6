/** Places where a config file of each system is looked for, with files that are right there to begin with. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProgramPlace } from "../support/program.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const DIALECTS = join(HERE, "../fixtures/dialects");

export interface Slot {
  readonly name: string;
  path(place: ProgramPlace): string;
  /** The system whose files are asked for; our own need not be. */
  readonly dialect?: string;
  /** The file is named for a check, as `snaphook validate FILE` does. */
  readonly named?: boolean;
  readonly seeds: readonly Buffer[];
}

const own = (...names: string[]) => names.map((name) => readFileSync(join(HERE, "seeds", name)));
/** Every config of these systems' examples: a parser of one must bear the files of another. */
const foreign = (dialect: string) => filesBelow(join(DIALECTS, dialect)).filter((file) => /\.(json|ya?ml)$/.test(file));
const seedsOf = (dialect: string) => foreign(dialect).map((file) => readFileSync(file));

const inProject =
  (...parts: string[]) =>
  (place: ProgramPlace) =>
    join(place.project, ...parts);
const inHome =
  (...parts: string[]) =>
  (place: ProgramPlace) =>
    join(place.home, ...parts);

export const SLOTS: readonly Slot[] = [
  { name: "json", path: inProject(".snaphook/hooks.json"), seeds: own("hooks.json") },
  { name: "jsonc", path: inProject(".snaphook/hooks.jsonc"), seeds: own("hooks.jsonc", "hooks.json") },
  { name: "yaml", path: inProject(".snaphook/hooks.yaml"), seeds: own("hooks.yaml", "hooks.json") },
  { name: "one-per-hook", path: inProject(".snaphook/hooks.d/one.yml"), seeds: own("hooks.yaml", "hooks.json") },
  { name: "claude", dialect: "claude", path: inProject(".claude/settings.json"), seeds: seedsOf("claude") },
  { name: "arawn2", dialect: "arawn2", path: inProject(".arawn/settings.json"), seeds: seedsOf("arawn2") },
  {
    name: "arawn-plugin",
    dialect: "arawn",
    path: inProject("plugins/inline/.claude-plugin/plugin.json"),
    seeds: seedsOf("arawn"),
  },
  {
    name: "arawn-outcome",
    dialect: "arawn-outcome",
    named: true,
    path: inProject("plugins/watch/hooks/hooks.json"),
    seeds: seedsOf("arawn"),
  },
  { name: "oak-yaml", dialect: "oak", path: inProject(".oak/config.yaml"), seeds: seedsOf("oak") },
  { name: "oak-json", dialect: "oak", named: true, path: inProject(".oak/hooks.json"), seeds: seedsOf("oak") },
  { name: "opta", dialect: "opta", path: inProject(".opta/config.json"), seeds: seedsOf("opta") },
  { name: "orion", named: true, path: inProject("orion/settings.json"), seeds: seedsOf("orion") },
  { name: "cortex", dialect: "cortex", path: inHome(".cortex/config/hooks/x.json"), seeds: seedsOf("cortex") },
  {
    name: "cortex-template",
    dialect: "cortex",
    path: inHome(".cortex/config/thread-templates/templates/x.json"),
    seeds: seedsOf("cortex"),
  },
  {
    name: "cortex-session",
    dialect: "cortex",
    path: inHome(".cortex/config/session-hooks.json"),
    seeds: seedsOf("cortex"),
  },
  { name: "unknown", named: true, path: inProject("some.json"), seeds: [...own("hooks.json"), ...seedsOf("cortex")] },
];

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}${sep}${entry.name}`)
    .sort();
}
