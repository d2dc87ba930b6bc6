import type { StorePort } from "../../src/core/records/store.js";

/** How many calls capture has counted: one too many, or too few, when it saw an event twice or not at all. */
export async function countedCalls(store: StorePort): Promise<number> {
  const sessions = (await store.sessions({ limit: 1_000 })).rows;
  const details = await Promise.all(sessions.map(({ id }) => store.session(id)));
  const batches = details.flatMap((detail) => detail?.batches ?? []);
  return batches.reduce((sum, { activities }) => sum + activities, 0);
}
