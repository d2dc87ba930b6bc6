/** Sample records, and a small capture and recovery, to test a store. */
import type { Change, EventRecord } from "../core/records/records.js";
import type { Capture, CaptureRows, Page, PageFilter, Recover } from "../core/records/store.js";

let made = 0;

/** A new record, with the given fields instead of the defaults. */
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
export const sampleCapture: Capture = {
  needs: ({ session }) => (session === undefined ? undefined : { session, batches: "current" }),
  changes: sampleChanges,
};

function sampleChanges(record: EventRecord, rows: CaptureRows, duplicate: boolean): readonly Change[] {
  const { id, at, session: key = "", payload, agent, project = "" } = record;
  const text = (field: string) => (typeof payload[field] === "string" ? payload[field] : "");
  const session = rows.session ?? {
    id: key,
    agent,
    project,
    startedAt: at,
    lastAt: at,
    status: "active" as const,
  };
  const seen = { put: "session" as const, row: { ...session, lastAt: at } };
  const last = rows.batches.at(-1);
  const batch = rows.batches.findLast(({ status }) => status === "active") ?? last;
  switch (record.event) {
    case "SessionStart":
      return [seen];
    case "UserPromptSubmit": {
      const number = (last?.number ?? 0) + 1;
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
}

/** Ends sessions that were inactive for a minute. */
export const sampleRecover: Recover = {
  needs: (now) => ({ sessionsBefore: now - 60_000, batchesBefore: now - 60_000, orphansBefore: 0 }),
  changes: (now, { session, batches }) => {
    const isLeft = (row: { readonly status: string; readonly lastAt: number }) =>
      row.status === "active" && row.lastAt < now - 60_000;
    return [
      ...batches.filter(isLeft).map((row) => ({ put: "batch", row: { ...row, status: "completed" } }) as const),
      ...(session !== undefined && isLeft(session)
        ? [{ put: "session", row: { ...session, status: "completed" } } as const]
        : []),
    ];
  },
};

/** The ids of all rows of a list, three per page. `meanwhile` runs after the first page. */
export async function readPages(
  read: (page: PageFilter) => Promise<Page<{ readonly id: string }>>,
  meanwhile?: () => Promise<unknown>,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { rows, next } = await read({ limit: 3, cursor });
    if (cursor === undefined) await meanwhile?.();
    ids.push(...rows.map(({ id }) => id));
    cursor = next;
  } while (cursor !== undefined);
  return ids;
}
