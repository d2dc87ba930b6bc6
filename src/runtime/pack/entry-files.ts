/**
 * Files of the pack: one per built-in in `hooks.d`. An entry that `add` wrote has a version and is updated; one without
 * belongs to the user and is never changed (CF-18).
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

/**
 * Files that `setup` wrote before entries had versions, by name: the hash of their text. Built-in guards replaced them.
 */
const RETIRED: Readonly<Record<string, string>> = {
  "recommended-no-force-push": "5175ea8f87b94db90dd59cf1bdf54c6517b95682ee004661ff6da9cadb07a1cc",
  "recommended-no-wiping": "ff966fd3493364b50388fc4c1e84464a92856d153ce26c406127a8307acb0e3f",
  "recommended-no-secret-files": "50558d97e035b574e236f4e01d6802229daa72be595e1ba4f59ca14756f7f54b",
};

export type EntryState =
  /** No such file. */
  | "absent"
  /** Without a version: the user's own. */
  | "own"
  | "older"
  | "current"
  /** Written by a newer version. */
  | "newer";

export interface PackEntry {
  readonly path: string;
  readonly state: EntryState;
  /** Content of the file; empty if it is missing or unreadable. */
  readonly entry: JsonObject;
}

const ENDINGS = ["jsonc", "json", "yaml", "yml"];

/** `folder`: the parent of `hooks.d`. */
export function findEntry(folder: string, name: string, version = PACK_VERSION): PackEntry {
  const paths = ENDINGS.map((ending) => join(folder, "hooks.d", `${name}.${ending}`));
  const path = paths.find((one) => existsSync(one));
  if (path === undefined) return { path: paths[0]!, state: "absent", entry: {} };
  const { value, findings } = parseConfigText(path, readFileSync(path, "utf8"));
  const entry = isRecord(value) ? value : {};
  const { shipped, builtin } = entry;
  // An incomplete file is left to the user.
  const ours = typeof shipped === "string" && builtin === name && findings.length === 0;
  if (!ours) return { path, state: "own", entry };
  return { path, state: isNewer(version, shipped) ? "older" : isNewer(shipped, version) ? "newer" : "current", entry };
}

/** Throws on a disk error. A project's files are for all its users. */
export function writeEntry({ path }: PackEntry, builtin: Builtin, given: JsonObject, scope = "user"): void {
  const isShared = scope === "project";
  if (isShared) mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  writePrivateFile(path, entryText(builtin, given), { mode: isShared ? 0o644 : 0o600 });
}

export function removeEntry({ path }: PackEntry): void {
  unlinkSync(path);
}

/**
 * Updates entries that `add` wrote to this version, keeping all settings. Returns the written files; throws on a disk
 * error.
 */
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
 * Files without a version count as the oldest: an unchanged shipped file is removed in favour of its built-in. Returns
 * the removed files.
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
