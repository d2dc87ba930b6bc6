/**
 * The questions in memory and the commit of their transitions. Each row is on the disk before it is shown, and each transition is
 * one compare-and-set there. Nothing here throws or rejects.
 */
import type { AskRow } from "../core/records/records.js";
import { CHANNELS } from "./channels/_registry.js";
import { storable, withoutLongInput } from "./describe-question.js";
import type { Entry } from "./entry.js";
import type { OpenAsk, QueuePorts } from "./ports.js";
import { applyChange, type Change, isFinal } from "./transitions.js";

/** `no`: its state does not permit the change any more. `failed`: the disk refused or hangs; nothing has changed. */
export type Committed = "yes" | "no" | "failed";

/** A store that hangs must not hide a question, nor approve a call. */
const COMMIT_MS = 1_000;
const MOST_PARKED = 500;
/** Groups the announcements of questions that arrive within this time; longer if many are open, because all are listed. */
const TOGETHER_MS = 20;
const ANNOUNCE_EVERY_MS = 10_000;

export class Entries {
  readonly #entries = new Map<string, Entry>();
  readonly #ports: QueuePorts;
  #telling = false;
  #announcedAt = Number.NEGATIVE_INFINITY;

  constructor(ports: QueuePorts) {
    this.#ports = ports;
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  all(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  /** All that can still change, and that a person may see. */
  shown(): readonly OpenAsk[] {
    this.forgetOld();
    return this.all()
      .filter(({ isShown }) => isShown)
      .map(({ ask }) => ask);
  }

  find(wanted: (entry: Entry) => boolean): Entry | undefined {
    for (const entry of this.#entries.values()) if (wanted(entry)) return entry;
    return undefined;
  }

  newId(): string {
    for (;;) {
      const id = this.#ports.newId();
      if (!this.#entries.has(id)) return id;
    }
  }

  /** The last daemon stored it. */
  restore(entry: Entry): void {
    entry.isShown = true;
    this.#entries.set(entry.ask.id, entry);
  }

  /** What a person is shown is on the disk, unless the disk refuses or hangs. */
  add(entry: Entry): void {
    this.#entries.set(entry.ask.id, entry);
    if (entry.isPrivate) entry.stored = "no";
    else entry.pending = this.limited(this.#addRow(entry));
    entry.pending = entry.pending.then(() => {
      entry.isShown = true;
      if (entry.ask.state === "open") this.#announce(entry);
      this.#report(entry);
      this.#tell();
    });
    if (entry.ask.state === "parked") this.#limitParked();
  }

  change(entry: Entry, change: Change): Promise<Committed> {
    const changing = entry.pending.then(async () => {
      const { ask } = entry;
      const next = applyChange(ask, change, this.#ports.now(), this.#ports.lateMs);
      if (next === undefined || !this.#entries.has(ask.id)) return "no";
      const committed = entry.stored === "no" ? true : await this.#commit(storable({ ...ask, ...next }), ask.state);
      if (committed === "failed") return "failed";
      // The store has a final state that this process does not know: keep it.
      if (!committed) return this.#forget(entry, "no");
      entry.ask = isFinal(next) || next.state === "open" ? { ...ask, ...next } : withoutLongInput({ ...ask, ...next });
      if (isFinal(next)) return this.#forget(entry, "yes");
      if (next.state === "parked") this.#limitParked();
      this.#report(entry);
      this.#tell();
      return "yes";
    });
    entry.pending = changing;
    return changing as Promise<Committed>;
  }

  /** Ends the questions and answers whose time is over. */
  forgetOld(): void {
    const now = this.#ports.now();
    for (const entry of this.#entries.values())
      if (entry.ask.expiresAt <= now && entry.release === undefined && entry.ask.state !== "open")
        void this.change(entry, { to: "lapsed" });
  }

  /** Undefined if the store hangs. */
  limited<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((done) => {
      const cancel = this.#ports.clock.after(COMMIT_MS, () => done(undefined));
      void work.then((result) => {
        cancel();
        done(result);
      });
    });
  }

  async #addRow(entry: Entry): Promise<void> {
    const added = await this.#ports.store.addAsk(storable(entry.ask)).catch(() => false);
    entry.stored = added ? "yes" : "no";
  }

  async #commit(row: AskRow, from: AskRow["state"]): Promise<boolean | "failed"> {
    const changed = this.#ports.store.changeAsk(row, from).catch(() => "failed" as const);
    return (await this.limited(changed)) ?? "failed";
  }

  #forget<T>(entry: Entry, result: T): T {
    this.#entries.delete(entry.ask.id);
    this.#report(entry);
    this.#tell();
    return result;
  }

  /** Nothing of a private call leaves this process. */
  #report({ ask, isPrivate, isBeside }: Entry): void {
    if (!isPrivate) this.#ports.onRow?.(ask, { isBeside, isOver: !this.#entries.has(ask.id) });
  }

  #limitParked(): void {
    const parked = this.all().filter(({ ask }) => ask.state === "parked");
    for (const entry of parked.slice(0, Math.max(0, parked.length - MOST_PARKED)))
      void this.change(entry, { to: "lapsed" });
  }

  #announce({ ask, isPrivate }: Entry): void {
    const now = this.#ports.clock.now();
    if (isPrivate || now - this.#announcedAt < ANNOUNCE_EVERY_MS) return;
    this.#announcedAt = now;
    const { id, agent, tool, summary } = ask;
    for (const channel of Object.values(CHANNELS)) channel.announce?.({ id, agent, tool, summary }, this.#ports.means);
  }

  #tell(): void {
    if (this.#telling) return;
    this.#telling = true;
    this.#ports.clock.after(Math.max(TOGETHER_MS, this.#entries.size / 2), () => {
      this.#telling = false;
      this.#ports.onChange(this.shown().filter(({ state }) => state === "open"));
    });
  }
}
