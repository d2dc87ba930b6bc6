/** Whether `snaphook stop-all` is in effect. On the event path, so it holds nothing else; see `stop-file.ts`. */
import { existsSync } from "node:fs";
import { join } from "node:path";

export interface StopFolders {
  readonly data: string;
  readonly state: string;
}

const NAME = "stop-all.json";

export function stopFiles({ data, state }: StopFolders): readonly string[] {
  return [join(data, NAME), join(state, NAME)];
}

export function isStopped(folders: StopFolders): boolean {
  return stopFiles(folders).some((file) => existsSync(file));
}

/** Why a tool call is denied then. */
export const STOP_REASON =
  "The user stopped all agents. Every tool call is denied. Do not retry: end your turn and tell the user, who resumes " +
  "with `snaphook on` in a terminal.";
