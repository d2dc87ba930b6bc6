/** Which of our entries, in which file, an agent would run for a call. */
import type { EntryPlace } from "./run-entry.js";
import { foundCalls, type WirePlace } from "./wire.js";

/** The files of one agent: the user's and the project's. */
export interface AgentFiles {
  readonly user: readonly WirePlace[];
  readonly project: readonly WirePlace[];
}

/** All our entries in its files, one list for each scope that has any. */
export function entriesOf(files: AgentFiles): EntryPlace[][] {
  return (["user", "project"] as const)
    .map((scope) => files[scope].flatMap((place) => foundCalls(place).map((found) => ({ place, scope, found }))))
    .filter((entries) => entries.length > 0);
}

export function isFor({ place: { file }, found }: EntryPlace, event: string): boolean {
  if (file.format.kind === "module") return true;
  return (file.format.kind === "script" ? file.format.event : found.event) === event;
}
