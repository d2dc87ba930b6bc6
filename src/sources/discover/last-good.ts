/**
 * The last good version of each own config file (the user's and the administrator's). If such a file is damaged later,
 * its guards stay in effect. Kept in the data directory, because a plan is per directory and only a cache.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../core/text/json.js";
import { writePrivateFile } from "../../disk/files.js";

const FORMAT = 1;

/** Text by path. */
export type LastGood = ReadonlyMap<string, string>;

export function lastGoodFile(dataFolder: string): string {
  return join(dataFolder, "last-good-config.json");
}

/** Undefined if there is none, or if it is unreadable. */
export function readLastGood(dataFolder: string): LastGood | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(lastGoodFile(dataFolder), "utf8"));
    if (!isRecord(value) || value["format"] !== FORMAT || !isRecord(value["files"])) return undefined;
    const texts = Object.entries(value["files"]);
    return new Map(texts.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  } catch {
    return undefined;
  }
}

/** Throws on a disk error. */
export function writeLastGood(dataFolder: string, files: LastGood): void {
  const text = JSON.stringify({ format: FORMAT, files: Object.fromEntries(files) });
  writePrivateFile(lastGoodFile(dataFolder), text, { durable: true });
}
