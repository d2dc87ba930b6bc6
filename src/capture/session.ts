/** Lifecycle of a session: seen, resumed, ended. */

import type { EventRecord, SessionRow } from "../core/records/records.js";
import { sameJson } from "../core/text/json.js";
import { closeBatch, closeOpenBatch, startBatch } from "./batch.js";
import { textOf } from "./facts.js";
import { likelyParent, namedParent } from "./parent.js";
import type { Rows } from "./rows.js";
import { summaryOf, titleOf } from "./session-text.js";
import { sessionStats } from "./stats.js";

/** Minimum interval between writes of the last use. */
export const LAST_USE_MS = 1_000;

/** Events that show renewed work. */
const AT_WORK: ReadonlySet<string> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
]);

/** CP-07: the first prompt of a session that continues another; others start with the user's prompt. */
const CONTINUES: Readonly<Record<string, string>> = {
  clear: "[Continuation after the context was cleared]",
  compact: "[Continuation after context compaction]",
};
const CURSOR_CONTINUES: Readonly<Record<string, string>> = {
  resume: "[Continuation of a resumed session]",
  new_context: "[Continuation in a new context]",
};

/** CP-01: the row of this event's session, created if it is new. */
export function touchSession(rows: Rows, record: EventRecord, id: string): SessionRow {
  const { payload, at, project } = record;
  const stored = rows.session;
  const known: SessionRow = stored ?? { id, agent: record.agent, startedAt: at, lastAt: at, status: "active" };
  const transcriptPath = textOf(payload, "transcript_path");
  const model = textOf(payload, "model");
  const next: SessionRow = {
    ...awake(known, record),
    lastAt: Math.max(known.lastAt, at),
    ...(known.project === undefined && project !== undefined ? { project } : {}),
    ...(transcriptPath === undefined ? {} : { transcriptPath }),
    ...(model === undefined ? {} : { model }),
    ...(known.parent === undefined ? namedParent(record) : {}),
  };
  const seen = known === stored && sameJson({ ...next, lastAt: known.lastAt }, known);
  return seen && next.lastAt - known.lastAt < LAST_USE_MS ? known : rows.putSession(next);
}

export function startSession(rows: Rows, record: EventRecord, id: string): void {
  const isNew = rows.session === undefined;
  const session = touchSession(rows, record, id);
  const source = textOf(record.payload, "source");
  const link = isNew && session.parent === undefined ? likelyParent(record, rows.siblings) : {};
  rows.putSession({ ...session, ...(source === undefined ? {} : { source }), ...link });
  const continues = record.agent === "cursor" ? CURSOR_CONTINUES : CONTINUES;
  const prompt = source === undefined || !Object.hasOwn(continues, source) ? undefined : continues[source];
  if (prompt === undefined) return;
  closeOpenBatch(rows, record.at);
  startBatch(rows, id, record.at, { kind: "system", prompt });
}

/** Ends it with its statistics, and closes what was open. */
export function endSession(rows: Rows, session: SessionRow, at: number): void {
  const open = rows.openBatch;
  if (open !== undefined) closeBatch(rows, open, open.lastAt);
  const endedAt = Math.max(at, session.startedAt);
  const stats = sessionStats({ startedAt: session.startedAt, endedAt }, rows.batches, rows.activities);
  const title = titleOf(rows.batches);
  const told = title === undefined ? {} : { title, ...(stats.lowValue ? {} : { summary: summaryOf(title, stats) }) };
  const lastAt = Math.max(session.lastAt, endedAt);
  const prompts = rows.batches.filter(({ kind }) => kind !== "system");
  const isUsers = prompts.some(({ promptFrom }) => promptFrom === undefined);
  const { promptFrom: _, ...known } = session;
  const by = isUsers || prompts.length === 0 ? {} : { promptFrom: prompts[0]!.promptFrom! };
  rows.putSession({ ...known, ...by, status: "completed", endedAt, lastAt, stats, ...told });
}

/** DD-05: a session that ended and continues can end again. Late events from before its end do not reopen it. */
function awake(session: SessionRow, { event, at }: EventRecord): SessionRow {
  if (session.status === "active" || !AT_WORK.has(event) || at < (session.endedAt ?? 0)) return session;
  const { endedAt: _, stats: __, summary: ___, ...rest } = session;
  return { ...rest, status: "active" };
}
