/**
 * Entries of the pack on the disk: one file each in `hooks.d`, named after its built-in. What `add` wrote carries the
 * version that did and is brought up to date; what has none belongs to the person and is never touched (CF-18).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Builtin, Builtins } from "../../core/hooks/builtin.js";
import { isNewer } from "../../core/text/compare-versions.js";
import { isRecord, type JsonObject, lookUp } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import { writePrivateFile } from "../../disk/files.js";
import { parseConfigText } from "../../sources/read/config-text.js";
import { entryText, PACK_VERSION } from "./entry-text.js";

/** Files that `setup` wrote before entries had versions, by name: the hash of their text. Guards of the pack took over. */
const RETIRED: Readonly<Record<string, string>> = {
  "recommended-no-force-push": "5175ea8f87b94db90dd59cf1bdf54c6517b95682ee004661ff6da9cadb07a1cc",
  "recommended-no-wiping": "ff966fd3493364b50388fc4c1e84464a92856d153ce26c406127a8307acb0e3f",
  "recommended-no-secret-files": "50558d97e035b574e236f4e01d6802229daa72be595e1ba4f59ca14756f7f54b",
};

export type EntryState =
  /** Nothing of that name is there. */
  | "absent"
  /** Without a version: somebody's own. */
  | "own"
  | "older"
  | "current"
  /** Written by a version that comes after this one. */
  | "newer";

export interface PackEntry {
  readonly path: string;
  readonly state: EntryState;
  /** What the file says; empty when it is not there or cannot be read. */
  readonly entry: JsonObject;
}

const ENDINGS = ["jsonc", "json", "yaml", "yml"];

/** `folder`: the one that `hooks.d` is in. */
export function findEntry(folder: string, name: string, version = PACK_VERSION): PackEntry {
  const paths = ENDINGS.map((ending) => join(folder, "hooks.d", `${name}.${ending}`));
  const path = paths.find((one) => existsSync(one));
  if (path === undefined) return { path: paths[0]!, state: "absent", entry: {} };
  const { value, findings } = parseConfigText(path, readFileSync(path, "utf8"));
  const entry = isRecord(value) ? value : {};
  const { shipped, builtin } = entry;
  // Half of a file tells nothing: it is left to the person.
  const ours = typeof shipped === "string" && builtin === name && findings.length === 0;
  if (!ours) return { path, state: "own", entry };
  return { path, state: isNewer(version, shipped) ? "older" : isNewer(shipped, version) ? "newer" : "current", entry };
}

/** Throws when the disk refuses. The files of a project are for all who work on it. */
export function writeEntry({ path }: PackEntry, builtin: Builtin, given: JsonObject, scope = "user"): void {
  const isShared = scope === "project";
  if (isShared) mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  writePrivateFile(path, entryText(builtin, given), { mode: isShared ? 0o644 : 0o600 });
}

export function removeEntry({ path }: PackEntry): void {
  unlinkSync(path);
}

/** Brings what `add` wrote up to this version, with everything it sets. Returns what was written; throws like a disk. */
export function refreshEntries(folder: string, builtins: Builtins, version = PACK_VERSION): string[] {
  return namesIn(folder).flatMap((name) => {
    const builtin = lookUp(builtins, name);
    const found = builtin && findEntry(folder, name, version);
    if (found?.state !== "older") return [];
    writePrivateFile(found.path, entryText(builtin!, found.entry, version));
    return [found.path];
  });
}

/**
 * Hooks that came before there were versions count as the oldest: what is byte for byte as it was shipped makes room for
 * the built-in that took its place. Returns what was removed.
 */
export function removeRetired(folder: string): string[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, "hooks.d", `${name}.json`);
    if (lookUp(RETIRED, name) === undefined || !existsSync(path)) return [];
    if (sha256(readFileSync(path, "utf8")) !== RETIRED[name]) return [];
    unlinkSync(path);
    return [path];
  });
}

function namesIn(folder: string): string[] {
  const parent = join(folder, "hooks.d");
  if (!existsSync(parent)) return [];
  return [...new Set(readdirSync(parent).map((file) => file.replace(/\.\w+$/, "")))].sort();
}
