/** Records, and a small capture and recovery, to try a store with. */
import type { EventRecord } from "../core/records/records.js";
import type { Capture, Recover } from "../core/records/store.js";

let made = 0;

/** One that nobody had before, with what is given in place of the defaults. */
export function sampleRecord(more: Partial<EventRecord> = {}): EventRecord {
  made++;
  return {
    id: `record-${made}`,
    at: 1_700_000_000_000 + made,
    way: "daemon",
    agent: "claude-code",
    event: "PostToolUse",
    session: "s1",
    project: "/work",
    presence: "interactive",
    ms: 1.5,
    verdict: "none",
    hooks: [],
    notes: [],
    payload: { tool_name: "Bash", tool_input: { command: "ls" } },
    ...more,
  };
}

/** Sessions from their start, a batch for each prompt, an activity for each tool; a Stop brings the response. */
export const sampleCapture: Capture = (record, view, duplicate = false) => {
  const { id, at, session: key = "", payload, agent, project = "" } = record;
  const text = (field: string) => (typeof payload[field] === "string" ? payload[field] : "");
  const session = view.session(key) ?? {
    id: key,
    agent,
    project,
    startedAt: at,
    lastAt: at,
    status: "active" as const,
  };
  const seen = { put: "session" as const, row: { ...session, lastAt: at } };
  const batch = view.openBatch(key) ?? view.lastBatch(key);
  switch (record.event) {
    case "SessionStart":
      return [seen];
    case "UserPromptSubmit": {
      const number = (view.lastBatch(key)?.number ?? 0) + 1;
      const row = {
        id,
        session: key,
        number,
        kind: "user" as const,
        prompt: text("prompt"),
        startedAt: at,
        lastAt: at,
      };
      return [seen, { put: "batch", row: { ...row, status: "active", activities: 0 } }];
    }
    case "Stop": {
      if (batch === undefined) return [seen];
      const late = duplicate ? { lateCapture: true } : {};
      return [
        seen,
        { put: "batch", row: { ...batch, ...late, response: text("response"), endedAt: at, status: "queued" } },
      ];
    }
    case "PostToolUse": {
      const row = { id, session: key, at, kind: "tool" as const, name: text("tool_name"), success: true };
      const link = batch === undefined ? {} : { batch: batch.id };
      return [seen, { put: "activity", row: { ...row, ...link, summary: text("output_summary") } }];
    }
    default:
      return [];
  }
};

/** Ends what nothing happened in for a minute. */
export const sampleRecover: Recover = (now, view) => [
  ...view
    .staleBatches(now - 60_000)
    .map((row) => ({ put: "batch" as const, row: { ...row, status: "completed" as const } })),
  ...view
    .staleSessions(now - 60_000)
    .map((row) => ({ put: "session" as const, row: { ...row, status: "completed" as const } })),
];
