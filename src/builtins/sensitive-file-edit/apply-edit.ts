/** Performs an Edit or a Write with the same conditions as the tools themselves. */
import { mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { JsonObject } from "../../core/text/json.js";
import { replaceFile } from "../../disk/files.js";

const MOST_BYTES = 10_000_000;

/** Result or error, as the end of a sentence. */
export type Edited = { readonly done: string } | { readonly wrong: string };

/** `path`: the real path of the file. */
export function applyEdit(tool: string, input: JsonObject, path: string): Edited {
  try {
    const next = tool === "Write" ? input["content"] : edited(input, readFileSync(path, "utf8"));
    if (typeof next === "object" && next !== null) return next as Edited;
    if (typeof next !== "string" || next.length > MOST_BYTES) return { wrong: "there is no text to write" };
    const folder = dirname(path);
    if (tool === "Write") mkdirSync(folder, { recursive: true });
    // Does not follow a link that was created meanwhile, or that was dangling.
    if (realpathSync(folder) !== folder) return { wrong: "its directory is a link" };
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o644;
    replaceFile(path, next, { mode: mode & 0o777 });
    return { done: tool === "Write" ? "the file was written" : "the edit was made" };
  } catch (error) {
    return { wrong: `the file could not be changed (${(error as NodeJS.ErrnoException).code ?? "unknown"})` };
  }
}

function edited({ old_string: old, new_string: next, replace_all: all }: JsonObject, text: string): string | Edited {
  if (typeof old !== "string" || typeof next !== "string" || old === "")
    return { wrong: "there is no text to replace" };
  const pieces = text.split(old);
  if (pieces.length === 1) return { wrong: "the text to replace is not in the file" };
  if (pieces.length > 2 && all !== true)
    return { wrong: `the text to replace occurs ${pieces.length - 1} times; add more context, or replace all` };
  return pieces.join(next);
}
