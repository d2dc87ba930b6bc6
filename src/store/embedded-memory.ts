/** The part of the store's port that is about memory. */
import type { HoldoutCounts, KeepLimits, MemoryCounts, MemoryRow, ShownRow } from "../core/records/memory.js";
import type * as MemoryPort from "../core/records/memory-store.js";
import type { ObserverCounts, ObserverLimits, ObserverOutcome, ObserverTask } from "../core/records/observer.js";
import { inTransaction } from "./driver.js";
import type { Parts } from "./open-parts.js";

export abstract class EmbeddedMemory implements MemoryPort.MemoryStore {
  /** After all pending events were processed. */
  protected abstract captured<T>(work: (parts: Parts) => T): T;
  /** Replaces a damaged file. */
  protected abstract mending<T>(work: (parts: Parts) => T): T;

  async recall(query: MemoryPort.RecallQuery): Promise<readonly MemoryPort.RecallHit[]> {
    return this.mending(({ memory }) => memory.recall.recall(query));
  }

  async injectable(query: MemoryPort.InjectQuery): Promise<MemoryPort.InjectCandidates> {
    return this.mending(({ memory }) => memory.recall.injectable(query));
  }

  async noteShown(rows: readonly ShownRow[]): Promise<void> {
    this.mending(({ db, memory }) => inTransaction(db, () => memory.rows.noteShown(rows)));
  }

  async shownIn(filter: MemoryPort.ShownFilter): Promise<readonly ShownRow[]> {
    return this.mending(({ memory }) => memory.rows.shown(filter));
  }

  async memories(filter: MemoryPort.MemoryFilter): Promise<readonly MemoryRow[]> {
    return this.mending(({ memory }) => memory.rows.find(filter).map(({ row }) => row));
  }

  async memory(id: string): Promise<MemoryRow | undefined> {
    return this.mending(({ memory }) => memory.rows.get(id)?.row);
  }

  async addMemory(row: MemoryPort.NewMemory): Promise<MemoryRow> {
    return this.mending(({ db, memory }) => inTransaction(db, () => memory.facts.put(row)));
  }

  async changeMemory(id: string, change: MemoryPort.MemoryChange): Promise<boolean> {
    return this.mending(({ db, memory }) => inTransaction(db, () => memory.facts.change(id, change)));
  }

  async forget(...[what, dryRun = false, also]: Parameters<MemoryPort.MemoryStore["forget"]>) {
    return this.captured(({ removal }) => removal.forget(what, dryRun, also));
  }

  async holdoutCounts(): Promise<HoldoutCounts> {
    return this.mending(({ memory }) => memory.use.compare());
  }

  async keepMemories(limits: KeepLimits): Promise<number> {
    return this.mending(({ db, memory }) => inTransaction(db, () => memory.keep(limits)));
  }

  async memoryCounts(scope?: string): Promise<MemoryCounts> {
    return this.mending(({ memory }) => memory.counts(scope));
  }

  async processMemory(now: number, backlog = false): Promise<number> {
    return this.captured(({ memory, observer }) => {
      if (backlog) observer.retryNow();
      return memory.process(now, backlog);
    });
  }

  async takeObservation(now: number, limits: ObserverLimits): Promise<ObserverTask | undefined> {
    return this.captured(({ db, observer }) => inTransaction(db, () => observer.take(now, limits)));
  }

  async settleObservation(batch: string, now: number, outcome: ObserverOutcome): Promise<number> {
    return this.captured(({ observer }) => observer.settle(batch, now, outcome));
  }

  async observerCounts(now: number): Promise<ObserverCounts> {
    return this.mending(({ observer }) => observer.counts(now));
  }

  async rebuildMemory(): Promise<number> {
    return this.captured(({ db, memory }) => inTransaction(db, () => memory.rebuild()));
  }
}
