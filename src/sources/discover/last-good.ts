/**
 * The last version of each own config file (the user's and the administrator's) that was read without an error. If such a
 * file is damaged later, its guards stay in effect. Kept in the data folder, because a plan is made per folder and is only
 * a cache.
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

/** Undefined if there is none, or none that can be read. */
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

/** Throws if the disk refuses. */
export function writeLastGood(dataFolder: string, files: LastGood): void {
  const text = JSON.stringify({ format: FORMAT, files: Object.fromEntries(files) });
  writePrivateFile(lastGoodFile(dataFolder), text, { durable: true });
}
