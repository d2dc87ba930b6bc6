/**
 * One timer for all fires of an engine. A hook that settles in the same turn needs none: arming a timer costs more than
 * calling a function, and most functions answer at once.
 */
import type { Clock } from "../core/ports.js";

export interface Waiting {
  /** Time of the next deadline; infinite if there is none. */
  readonly dueAt: number;
  endOverdue(now: number): void;
}

export class Deadlines {
  readonly #clock: Clock;
  readonly #waiting = new Set<Waiting>();
  #turnEnd: NodeJS.Immediate | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call again for each new deadline. */
  watch(waiting: Waiting): void {
    this.#waiting.add(waiting);
    this.#turnEnd ??= setImmediate(() => this.#arm());
  }

  forget(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    if (this.#waiting.size === 0) this.#disarm();
  }

  #arm(): void {
    this.#turnEnd = undefined;
    this.#disarm();
    let dueAt = Number.POSITIVE_INFINITY;
    for (const waiting of this.#waiting) dueAt = Math.min(dueAt, waiting.dueAt);
    if (dueAt === Number.POSITIVE_INFINITY) return;
    const wait = Math.max(0, dueAt - this.#clock.now());
    this.#cancelTimer = this.#clock.after(wait, () => this.#onTimer());
  }

  #disarm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #onTimer(): void {
    // Timers may fire a fraction of a millisecond early.
    const now = this.#clock.now() + 1;
    for (const waiting of [...this.#waiting]) {
      if (waiting.dueAt <= now) waiting.endOverdue(now);
    }
    this.#arm();
  }
}
