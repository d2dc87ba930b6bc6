/** CP-13: closes what an agent left open, because a killed agent sends no event (EV-09). Two pure steps. */
import type { ActivityRow, BatchRow } from "../core/records/records.js";
import type { Recover, RecoverNeeds } from "../core/records/store.js";
import { closeBatch, startBatch, withActivity } from "./batch.js";
import { Rows } from "./rows.js";
import { endSession } from "./session.js";

const BATCH_IDLE_MS = 5 * 60_000;
const SESSION_IDLE_MS = 3_600_000;
const BEFORE_THE_FIRST = "[Before the first prompt]";

export const recover: Recover = {
  needs,
  changes(now, loaded) {
    const { batchesBefore, orphansBefore, sessionsBefore } = needs(now);
    const rows = new Rows(loaded);
    for (const batch of rows.batches)
      if (batch.status === "active" && batch.lastAt < batchesBefore) closeBatch(rows, batch, batch.lastAt);
    const orphans = rows.activities.filter(({ batch, at }) => batch === undefined && at < orphansBefore);
    for (const orphan of orphans.sort((one, other) => one.at - other.at)) adopt(rows, orphan);
    const { session } = rows;
    if (session?.status === "active" && session.lastAt < sessionsBefore) endSession(rows, session, session.lastAt);
    return rows.changes();
  },
};

function needs(now: number): RecoverNeeds {
  return {
    sessionsBefore: now - SESSION_IDLE_MS,
    batchesBefore: now - BATCH_IDLE_MS,
    orphansBefore: now - BATCH_IDLE_MS,
  };
}

function adopt(rows: Rows, orphan: ActivityRow): void {
  const batch = nearest(rows, orphan) ?? ownBatch(rows, orphan);
  rows.putActivity({ ...orphan, batch: batch.id });
  rows.putBatch(withActivity(batch, { ...orphan, at: batch.lastAt }));
}

/** The one being worked on, otherwise the next. */
function nearest({ batches }: Rows, { at }: ActivityRow): BatchRow | undefined {
  return batches.findLast(({ startedAt }) => startedAt <= at) ?? batches[0];
}

function ownBatch(rows: Rows, { session, at }: ActivityRow): BatchRow {
  const facts = { kind: "system", prompt: BEFORE_THE_FIRST, status: "completed", endedAt: at } as const;
  return startBatch(rows, session, at, facts);
}
