/** CP-13: closes what nobody closed, since an agent that is killed says nothing (EV-09). Pure. */
import type { ActivityRow, BatchRow } from "../core/records/records.js";
import type { Recover } from "../core/records/store.js";
import { closeBatch, startBatch, withActivity } from "./batch.js";
import { Rows } from "./rows.js";
import { endSession } from "./session.js";

const BATCH_IDLE_MS = 5 * 60_000;
const SESSION_IDLE_MS = 3_600_000;
const BEFORE_THE_FIRST = "[Before the first prompt]";

export const recover: Recover = (now, view) => {
  const rows = new Rows(view);
  for (const batch of view.staleBatches(now - BATCH_IDLE_MS))
    if (batch.status === "active") closeBatch(rows, batch, batch.lastAt);
  const orphans = view.orphans().filter(({ at }) => at < now - BATCH_IDLE_MS);
  for (const orphan of orphans.toSorted((one, other) => one.at - other.at)) adopt(rows, orphan);
  for (const session of view.staleSessions(now - SESSION_IDLE_MS))
    if (session.status === "active") endSession(rows, rows.session(session.id) ?? session, session.lastAt);
  return rows.changes();
};

function adopt(rows: Rows, orphan: ActivityRow): void {
  const batch = nearest(rows, orphan) ?? ownBatch(rows, orphan);
  rows.putActivity({ ...orphan, batch: batch.id });
  rows.putBatch(withActivity(batch, batch.lastAt));
}

/** The one that was being worked on, else the next. */
function nearest(rows: Rows, { session, at }: ActivityRow): BatchRow | undefined {
  const batches = rows.batches(session);
  return batches.findLast(({ startedAt }) => startedAt <= at) ?? batches[0];
}

function ownBatch(rows: Rows, { session, at }: ActivityRow): BatchRow {
  const facts = { kind: "system", prompt: BEFORE_THE_FIRST, status: "completed", endedAt: at } as const;
  return startBatch(rows, session, at, facts);
}
