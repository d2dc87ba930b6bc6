/** Memory files: notes that a project keeps for its agents, by kind and number, with an access log. */
import { join, resolve } from "node:path";
import { isInside } from "./safe-files.js";

/** Matches a memory file in any text: `knowledge/K-001.md`. */
const REFERENCE = /\b((?:experiments\/EXP|knowledge\/K|patterns\/PAT)-\d{1,9}\.md)\b/g;
const FOLDER = /^(.*?)[\\/](?:experiments|knowledge|patterns)(?:[\\/].*)?$/;
const MOST_REFERENCES = 500;

/** Distinct memory files named in the text. */
export function memoryFilesIn(text: string): string[] {
  const found = new Set<string>();
  for (const [, file] of text.replaceAll("\\", "/").matchAll(REFERENCE)) {
    found.add(file!);
    if (found.size === MOST_REFERENCES) break;
  }
  return [...found];
}

/** The memory directory of a path: the one that contains `_meta`. Undefined outside `roots`. */
export function memoryFolder(path: string, roots: readonly string[]): string | undefined {
  const [, folder] = FOLDER.exec(path) ?? [];
  return folder !== undefined && roots.some((root) => isInside(resolve(root), resolve(folder))) ? folder : undefined;
}

export function accessLog(folder: string): string {
  return join(folder, "_meta", "access-log.jsonl");
}
