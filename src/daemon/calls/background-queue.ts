/** Calls without a waiting caller, a few at a time, so that they do not delay waiting agents. */

const AT_ONCE = 8;
const MOST_WAITING = 1_000;

export class BackgroundQueue {
  readonly #waiting: (() => Promise<unknown>)[] = [];
  #running = 0;

  /** False if there are too many, and this one is dropped. */
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
      .catch(() => {}) // already reported
      .finally(() => {
        this.#running--;
        this.#next();
      });
  }
}
