/** What the program of a turn reads and prints: files of the thread's folder, not redacted, until the step is recorded. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { removeFile } from "../../disk/short-lock.js";
import type { AgentTurn } from "../../threads/ports.js";
import type { Thread } from "../../threads/types.js";
import { removeUnclaimed, type ThreadFiles } from "./thread-files.js";
import { sessionHooksFolder } from "./thread-places.js";

const NAME = /^turn-(\d+)-\d+\.(?:out|err|prompt)$/;

export interface TurnFiles {
  readonly out: string;
  readonly err: string;
  readonly prompt: string;
}

export function turnFiles(folder: string, { stepIndex, attempt }: Pick<AgentTurn, "stepIndex" | "attempt">): TurnFiles {
  const base = join(folder, `turn-${stepIndex + 1}-${attempt}`);
  return { out: `${base}.out`, err: `${base}.err`, prompt: `${base}.prompt` };
}

/** A runner that was killed after it had saved a step left them. Later turns are not touched: they may be running. */
export function removeRecorded(folder: string, { steps }: Pick<Thread, "steps">): void {
  for (const name of turnsIn(folder)) if (Number(NAME.exec(name)?.[1]) <= steps.length) removeFile(join(folder, name));
}

/** Of all threads, and of background turns of sessions whose process was killed. Never rejects. */
export async function sweepTurns(files: ThreadFiles, paths: { readonly state: string }): Promise<void> {
  for (const id of files.idsLike("")) {
    const folder = files.folderOf(id);
    if (turnsIn(folder).length === 0) continue;
    const thread = await files.load(id);
    if (thread !== undefined) removeRecorded(folder, thread);
  }
  const sessions = sessionHooksFolder(paths);
  for (const name of namesIn(sessions)) await removeUnclaimed(join(sessions, name)).catch(() => {}); // the disk
}

function turnsIn(folder: string): string[] {
  return namesIn(folder).filter((name) => NAME.test(name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // there is none
  }
}
