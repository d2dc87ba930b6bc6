/** Calls that wait for an answer, and questions for which no call waits. */
import type { AskRow } from "../core/records/records.js";
import { callId, describeQuestion, withoutLongInput } from "./describe-question.js";
import type { Entries } from "./entries.js";
import { type Entry, idOf, newEntry, planOnly, unanswered } from "./entry.js";
import type { Held } from "./outcomes.js";
import type { Question, QueuePorts } from "./ports.js";

/** How soon after the machine slept a question ends whose time is over. */
const CHECK_MS = 5_000;

export interface Wait {
  /** The agent does not wait any more. */
  readonly gone: AbortSignal;
  readonly waitMs: number;
  readonly isBeside: boolean;
  onWait(): void;
}

export class Waits {
  readonly #entries: Entries;
  readonly #ports: QueuePorts;

  constructor(entries: Entries, ports: QueuePorts) {
    this.#entries = entries;
    this.#ports = ports;
  }

  start(question: Question, hash: string, { gone, waitMs, onWait, isBeside }: Wait): Promise<Held> {
    onWait();
    const now = this.#ports.now();
    const expiresAt = Math.round(now + waitMs);
    const known = { id: this.#entries.newId(), hash, state: "open", askedAt: now, expiresAt } as const;
    const entry = newEntry(describeQuestion(question, known), {
      isPrivate: question.isPrivate,
      isBeside,
      call: callId(question),
      asked: planOnly(question),
    });
    const leave = () => void this.end(entry, "gone");
    const cancel = this.#atLimit(waitMs, expiresAt, () => void this.end(entry, "expired"));
    entry.held = new Promise((done) => {
      entry.release = (held) => {
        entry.release = undefined;
        cancel();
        gone.removeEventListener("abort", leave);
        done(held);
      };
    });
    gone.addEventListener("abort", leave, { once: true });
    this.#entries.add(entry);
    return entry.held;
  }

  /** When the time is over by the monotonic clock, or by the time of day, which goes on while the machine sleeps. */
  #atLimit(waitMs: number, expiresAt: number, then: () => void): () => void {
    const { clock, now } = this.#ports;
    const endsAt = clock.now() + waitMs;
    let cancel = () => {};
    const check = () => (clock.now() >= endsAt || now() >= expiresAt ? then() : wait());
    const wait = () => {
      cancel = clock.after(Math.min(endsAt - clock.now(), CHECK_MS), check);
    };
    wait();
    return () => cancel();
  }

  /** The call does not wait any more. An answer that is being stored comes first. Resolves when the end is stored. */
  async end(entry: Entry, because: "expired" | "gone" | "unattended"): Promise<void> {
    for (let seen: unknown; entry.release !== undefined && seen !== entry.pending; ) {
      seen = entry.pending;
      await seen;
    }
    const { release } = entry;
    if (release === undefined) return;
    if (entry.isBeside) {
      const ended = this.#entries.change(entry, { to: "elsewhere" });
      release({ kind: "agent" });
      return void (await ended);
    }
    const kept = this.keep(entry, because);
    if (because === "unattended") release({ kind: "unattended", ...idOf(entry, this.#ports) });
    else release(unanswered(entry, this.#ports, because === "gone" ? "gone" : undefined));
    await kept;
  }

  /** For a late answer, unless late answers are off. */
  keep(entry: Entry, because: NonNullable<AskRow["parked"]>): Promise<unknown> {
    const isKept = !entry.isPrivate && this.#ports.lateMs > 0;
    return this.#entries.change(entry, isKept ? { to: "parked", because } : { to: "lapsed" });
  }

  /** Keeps a question for which the call does not wait. */
  async park(
    question: Question,
    hash: string,
    parked: NonNullable<AskRow["parked"]>,
  ): Promise<{ readonly id?: string }> {
    const { lateMs } = this.#ports;
    if (question.isPrivate || lateMs <= 0) return {};
    const now = this.#ports.now();
    const known = { id: this.#entries.newId(), hash, state: "parked", askedAt: now } as const;
    const ask = describeQuestion(question, { ...known, expiresAt: now + lateMs });
    const entry = newEntry(withoutLongInput({ ...ask, parked }), { asked: planOnly(question) });
    this.#entries.add(entry);
    await entry.pending;
    return { id: ask.id };
  }
}
