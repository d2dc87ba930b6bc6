/** The settings `keepDays` and `most`: what was of no use makes room. */
import type { MemoryStore } from "../../core/records/memory-store.js";
import type { MemorySettings } from "./settings.js";

const DAY = 86_400_000;

/** Returns how many were removed. */
export async function keepWithin(
  store: Pick<MemoryStore, "keepMemories">,
  { keepDays, most }: Pick<MemorySettings, "keepDays" | "most">,
  now: number,
): Promise<number> {
  const limits = { unusedSince: now - keepDays * DAY, most };
  let removed = 0;
  for (;;) {
    const some = await store.keepMemories(limits);
    if (some === 0) return removed;
    removed += some;
  }
}
