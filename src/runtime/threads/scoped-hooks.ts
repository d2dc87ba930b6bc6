/** The hooks of threads that run now, for lists: each thread leaves them in its folder while it runs. */
import { join } from "node:path";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { isRecord, parseObject } from "../../core/text/json.js";
import { readPlainFile, replaceFile } from "../../disk/files.js";
import { removeFile } from "../../disk/short-lock.js";
import type { AppPaths } from "../platform/paths.js";
import { ThreadFiles } from "./thread-files.js";
import { threadsFolder } from "./thread-places.js";

const HOOKS = "hooks.json";

/** Returns what removes them from lists. */
export function showHooks(files: ThreadFiles, id: string, entries: readonly SourceEntry[]): () => void {
  const file = join(files.folderOf(id), HOOKS);
  replaceFile(file, JSON.stringify({ entries }));
  return () => removeFile(file);
}

export function hooksOfThreads(paths: Pick<AppPaths, "state">): SourceEntry[] {
  const files = new ThreadFiles(threadsFolder(paths));
  const running = files.idsLike("").filter((id) => files.runnerOf(id) !== undefined);
  return running.flatMap((id) => {
    try {
      const { entries } = parseObject(readPlainFile(join(files.folderOf(id), HOOKS)).toString("utf8")) ?? {};
      return Array.isArray(entries) ? entries.filter(isEntry) : [];
    } catch {
      return []; // it has none
    }
  });
}

function isEntry(value: unknown): value is SourceEntry {
  const { hook, source } = isRecord(value) ? value : {};
  return isRecord(hook) && isRecord(hook["match"]) && isRecord(hook["run"]) && isRecord(source);
}
