/** Which tool calls read text of others: asked before a transaction, because the answer may take as long as git does. */
import type { MemoryPlace } from "../core/records/memory-store.js";
import type { ActivityRow } from "../core/records/records.js";

export type ForeignCalls = (calls: readonly ActivityRow[]) => ReadonlySet<string>;

/** Calls that came after this look count as foreign. */
export function lookAtCalls(place: MemoryPlace, activities: readonly ActivityRow[]): ForeignCalls {
  const calls = toolCalls(activities);
  const known = new Set(calls.map(({ id }) => id));
  const foreign = place.foreign(calls);
  const isForeign = ({ id }: ActivityRow) => foreign.has(id) || !known.has(id);
  return (later) => new Set(later.filter(isForeign).map(({ id }) => id));
}

export function toolCalls(activities: readonly ActivityRow[]): readonly ActivityRow[] {
  return activities.filter(({ kind }) => kind === "tool");
}
