/**
 * `snaphook stop-all`: while one of two files exists, every tool call is denied. They are in two folders, so that losing one
 * of them resumes nothing, and whatever they contain counts: damage cannot resume anything either. They are not signed,
 * because they only make things stricter.
 */
import { readFileSync, rmSync } from "node:fs";
import { isRecord } from "../../core/text/json.js";
import { ensurePrivateFolder, writePrivateFile } from "../../disk/files.js";
import { isStopped, type StopFolders, stopFiles } from "./stop-flag.js";

export interface StopFacts {
  /** Milliseconds since 1970; undefined if no file is readable. */
  readonly from: number | undefined;
}

/** Undefined if tool calls are not stopped. */
export function readStop(folders: StopFolders): StopFacts | undefined {
  if (!isStopped(folders)) return undefined;
  const times = stopFiles(folders).map(timeIn).filter(Number.isSafeInteger);
  return { from: times[0] };
}

/** Returns why files could not be written, one text each; it takes effect with the first that is. */
export function writeStop(folders: StopFolders, now: number): string[] {
  const problems: string[] = [];
  for (const [index, file] of stopFiles(folders).entries()) {
    try {
      ensurePrivateFolder(index === 0 ? folders.data : folders.state);
      writePrivateFile(file, `${JSON.stringify({ format: 1, from: now })}\n`, { durable: true });
    } catch (error) {
      problems.push(`${file}: ${(error as Error).message}`);
    }
  }
  return problems;
}

/** Throws if a file cannot be removed: then tool calls are still denied. */
export function endStop(folders: StopFolders): void {
  for (const file of stopFiles(folders)) rmSync(file, { force: true, recursive: true });
}

function timeIn(file: string): number | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isRecord(value) && typeof value["from"] === "number" ? value["from"] : undefined;
  } catch {
    return undefined;
  }
}
