/** Whether the user is away, and the moment at which that ends. */
import { type Away, readAway } from "../../client/away-file.js";
import type { Clock } from "../../core/ports.js";

export interface AwayWatchOptions {
  /** The folder of the file. */
  readonly data: string;
  readonly clock: Clock;
  /** Milliseconds since 1970. */
  now(): number;
  /** Its time is over. */
  onEnd(): void;
}

export class AwayWatch {
  readonly #options: AwayWatchOptions;
  #until: number | undefined;
  #cancel: (() => void) | undefined;

  constructor(options: AwayWatchOptions) {
    this.#options = options;
  }

  /** As the file says now: another process writes it. */
  get current(): Away | undefined {
    const { data, clock, now } = this.#options;
    const away = readAway(data, now());
    if (away?.until !== this.#until) {
      this.close();
      this.#until = away?.until;
      if (away !== undefined) this.#cancel = clock.after(away.until - now(), () => this.#onTime());
    }
    return away;
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#until = undefined;
  }

  /** A timer can be a little early, and the file may name a later time by now. */
  #onTime(): void {
    this.close();
    if (this.current === undefined) this.#options.onEnd();
  }
}
