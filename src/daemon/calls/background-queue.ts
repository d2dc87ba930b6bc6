/** Calls that nobody waits for, a few at a time: they must not take the daemon from agents who do. */

const AT_ONCE = 8;
const MOST_WAITING = 1_000;

export class BackgroundQueue {
  readonly #waiting: (() => Promise<unknown>)[] = [];
  #running = 0;

  /** False when there are too many already, and this one is dropped. */
  add(run: () => Promise<unknown>): boolean {
    if (this.#waiting.length >= MOST_WAITING) return false;
    this.#waiting.push(run);
    this.#next();
    return true;
  }

  #next(): void {
    if (this.#running >= AT_ONCE) return;
    const run = this.#waiting.shift();
    if (run === undefined) return;
    this.#running++;
    void run()
      .catch(() => {}) // whoever runs it has told
      .finally(() => {
        this.#running--;
        this.#next();
      });
  }
}
