/** Deletes old files of other built-ins once a day (BI-O4). */
import { lstat, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { ensurePrivateFolder, writePrivateFile } from "../disk/files.js";

const OPTIONS = {
  days: { type: "number", default: 7, help: "Maximum age of files" },
} satisfies BuiltinOptions;

const FOLDERS = ["continuity", "session-activity", "memory-enrichment"];
const PAUSE_MS = 24 * 3_600_000;
const MOST_FILES = 10_000;

/** Time of this process's last run; a marker file informs other processes. */
const looked = new Map<string, number>();

const cacheCleanup: Builtin = {
  name: "cache-cleanup",
  summary: "Deletes files older than 7 days that continuity and activity hooks left in the cache, once a day.",
  from: "orion",
  example: { event: "SessionEnd", builtin: "cache-cleanup", options: { days: 3 } },
  events: ["SessionEnd"],
  match: {},
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make({ cache }, { days = OPTIONS.days.default }, { now }) {
    return async () => {
      if (now() - (looked.get(cache) ?? 0) < PAUSE_MS) return;
      looked.set(cache, now());
      const marker = join(cache, "last-cleanup");
      if (now() - ((await changedAt(marker)) ?? 0) < PAUSE_MS) return;
      ensurePrivateFolder(cache);
      writePrivateFile(marker, new Date(now()).toISOString());
      const oldest = now() - Number(days) * 24 * 3_600_000;
      for (const folder of FOLDERS) await removeOlder(join(cache, folder), oldest);
    };
  },
};

async function removeOlder(folder: string, oldest: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.slice(0, MOST_FILES)) {
    const file = join(folder, name);
    const changed = await changedAt(file);
    if (changed !== undefined && changed < oldest) await unlink(file).catch(() => {}); // another process was first
  }
}

/** Undefined if it is not a plain file. */
async function changedAt(file: string): Promise<number | undefined> {
  const stat = await lstat(file).catch(() => undefined);
  return stat?.isFile() ? stat.mtimeMs : undefined;
}

export default cacheCleanup;
