/** Time that passes only when a test says so. Processes and sockets stay real; the deadlines of the engine do not wait. */
import type { Clock } from "../../src/core/ports.js";

interface Timer {
  readonly at: number;
  readonly then: () => void;
}

/** Lets everything run that is ready now: promises, and what the engine does at the end of a turn. */
const turn = () => new Promise<void>((done) => setImmediate(() => setImmediate(done)));

export class VirtualClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now = 0;

  now(): number {
    return this.#now;
  }

  after(ms: number, then: () => void): () => void {
    const timer: Timer = { at: this.#now + ms, then };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Lets `ms` pass. Each timer that is due on the way fires at its own moment, in order of time. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await turn();
    for (let next = this.#first(end); next !== undefined; next = this.#first(end)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.then();
      await turn();
    }
    this.#now = end;
  }

  #first(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers)
      if (timer.at <= end && (first === undefined || timer.at < first.at)) first = timer;
    return first;
  }
}
