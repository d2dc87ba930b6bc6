/** Recommended hooks: the guards of the pack. */
import { BUILTINS } from "../../builtins/_registry.js";
import type { HookSpec } from "../../core/hooks/hook.js";
import { lookUp } from "../../core/text/json.js";
import { findEntry, refreshEntries, removeRetired, writeEntry } from "./entry-files.js";

export const RECOMMENDED = [
  "protect-commands",
  "protect-git",
  "protect-paths",
  "protect-secrets",
  "protect-services",
] as const;

/** A command that the recommended hooks deny, and that is harmless if it runs. */
export const PROBE_COMMAND = "mkfs.ext4 /dev/snaphook-probe-that-is-not-there";

export function recommendedFiles(configFolder: string): string[] {
  return RECOMMENDED.flatMap((name) =>
    lookUp(BUILTINS, name) === undefined ? [] : [findEntry(configFolder, name).path],
  );
}

/** Keeps existing files, but updates our own. Returns the written files. Throws on a disk error. */
export function addRecommended(configFolder: string, mode: HookSpec["mode"]): string[] {
  removeRetired(configFolder);
  const refreshed = refreshEntries(configFolder, BUILTINS);
  const added = RECOMMENDED.flatMap((name) => {
    const builtin = lookUp(BUILTINS, name);
    const entry = findEntry(configFolder, name);
    if (builtin === undefined || entry.state !== "absent") return [];
    writeEntry(entry, builtin, mode === "observe" ? { mode } : {});
    return [entry.path];
  });
  return [...added, ...refreshed];
}
