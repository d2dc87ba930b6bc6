/** CP-14: statistics of a session. */
import type { ActivityRow, BatchRow, SessionStats } from "../core/records/records.js";

const WORTH_A_SUMMARY = 3;

export function sessionStats(
  span: { readonly startedAt: number; readonly endedAt: number },
  batches: readonly BatchRow[],
  activities: readonly ActivityRow[],
): SessionStats {
  const used = activities.filter(({ kind }) => kind === "tool");
  const tools = new Map<string, number>(); // names come from outside and may be "__proto__"
  for (const { name } of used) tools.set(name, (tools.get(name) ?? 0) + 1);
  const files = activities.map(({ file }) => file).filter((file) => file !== undefined);
  return {
    prompts: batches.filter(({ kind }) => kind !== "system").length,
    activities: used.length,
    failures: used.filter(({ success }) => !success).length,
    tools: Object.fromEntries(tools),
    files: [...new Set(files)],
    durationMinutes: Math.round(Math.max(0, span.endedAt - span.startedAt) / 6_000) / 10,
    lowValue: used.length < WORTH_A_SUMMARY,
  };
}
