/** CP-14: what a session came to. */
import type { ActivityRow, BatchRow, SessionStats } from "../core/records/records.js";

const WORTH_A_SUMMARY = 3;

export function sessionStats(
  span: { readonly startedAt: number; readonly endedAt: number },
  batches: readonly BatchRow[],
  activities: readonly ActivityRow[],
): SessionStats {
  const tools = new Map<string, number>(); // names come from outside and may be "__proto__"
  for (const { kind, name } of activities) if (kind === "tool") tools.set(name, (tools.get(name) ?? 0) + 1);
  const files = activities.map(({ file }) => file).filter((file) => file !== undefined);
  return {
    prompts: batches.filter(({ kind }) => kind !== "system").length,
    activities: activities.length,
    failures: activities.filter(({ success }) => !success).length,
    tools: Object.fromEntries(tools),
    files: [...new Set(files)],
    durationMinutes: Math.round(Math.max(0, span.endedAt - span.startedAt) / 6_000) / 10,
    lowValue: activities.length < WORTH_A_SUMMARY,
  };
}
