/** A prompt and the work on it: opened, closed, resumed, and completed by a late response. */

import type { ActivityRow, BatchRow } from "../core/records/records.js";
import { cut } from "../core/text/json.js";
import { countWork, labelOf } from "./label.js";
import { batchId, type Rows } from "./rows.js";

const PROMPT_CHARS = 10_000;
const SHORTEST_PROMPT = 2;
/** A tool may still report after the agent finished. */
const TAKEN_UP_AGAIN_MS = 60_000;
export const CONTINUATION = "[Session continuation]";

export function worthKeeping(prompt: string | undefined): prompt is string {
  return prompt !== undefined && prompt.trim().length >= SHORTEST_PROMPT;
}

export function startBatch(
  rows: Rows,
  session: string,
  at: number,
  facts: Pick<BatchRow, "kind" | "prompt"> & Partial<BatchRow>,
): BatchRow {
  const number = (rows.lastBatch?.number ?? 0) + 1;
  return rows.putBatch({
    id: batchId(session, number),
    session,
    number,
    startedAt: at,
    lastAt: at,
    status: "active",
    activities: 0,
    ...facts,
    prompt: cut(facts.prompt, PROMPT_CHARS),
  });
}

/** Closes the open batch. With a response it is queued for a summary. */
export function closeOpenBatch(rows: Rows, at: number, response?: string): BatchRow | undefined {
  const open = rows.openBatch;
  return open === undefined ? undefined : closeBatch(rows, open, at, response);
}

export function closeBatch(rows: Rows, batch: BatchRow, at: number, response = batch.response): BatchRow {
  const endedAt = Math.max(at, batch.lastAt);
  const status = response === undefined ? "completed" : "queued";
  return rows.putBatch({ ...batch, status, endedAt, lastAt: endedAt, ...(response === undefined ? {} : { response }) });
}

/** Only tools count as activities. */
export function withActivity(
  batch: BatchRow,
  activity: Pick<ActivityRow, "kind" | "at" | "name" | "success">,
): BatchRow {
  const lastAt = Math.max(batch.lastAt, activity.at);
  if (activity.kind !== "tool") return { ...batch, lastAt };
  const next = { ...batch, lastAt, activities: batch.activities + 1, ...countWork(batch, activity) };
  const label = labelOf(next);
  return label === undefined ? next : { ...next, label };
}

/** CP-06: the batch of tool work without a prompt. */
export function batchForTool(rows: Rows, session: string, at: number): BatchRow {
  const { openBatch: open, lastBatch: last } = rows;
  if (open !== undefined) return open;
  if (last?.endedAt === undefined || at - last.endedAt >= TAKEN_UP_AGAIN_MS)
    return startBatch(rows, session, at, { kind: "system", prompt: CONTINUATION });
  const { endedAt: _, ...rest } = last;
  return rows.putBatch({ ...rest, status: "active" });
}

/** DD-04: a later delivery may contain the missing response. */
export function fillResponse(rows: Rows, response: string | undefined): BatchRow | undefined {
  if (response === undefined) return undefined;
  const { openBatch: open, lastBatch: last } = rows;
  const ended = open === undefined ? last : rows.batch(open.number - 1);
  if (ended === undefined || ended.response !== undefined) return undefined;
  return rows.putBatch({ ...ended, response, lateCapture: true, status: "queued" });
}
