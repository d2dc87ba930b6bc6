/**
 * The cards of one channel, sent one after the other in the order of their questions. A channel that is down is tried again with
 * growing pauses; meanwhile only the newest state of each question is kept. Nothing here throws or rejects.
 */
import type { OpenAsk } from "../../approvals/ports.js";
import { isFinal } from "../../approvals/transitions.js";
import type { Clock } from "../../core/ports.js";
import { type CardFile, MOST_CARDS } from "./card-file.js";
import { type ChannelProblem, problemOf } from "./contract.js";

export interface LineOptions {
  /** As `RemoteChannel.show`. */
  show(ask: OpenAsk, ref: string | undefined): Promise<string | undefined>;
  readonly cards: CardFile;
  readonly clock: Clock;
  /** Milliseconds in which nothing may be sent; 0 = now. */
  quietMs(): number;
  /** Undefined: it works. */
  onState(problem: ChannelProblem | undefined): void;
  log(text: string): void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** The user has to change something first. */
const LASTING_PAUSE_MS = 300_000;

export class ChannelLine {
  readonly #options: LineOptions;
  /** The newest state of each question whose card is not up to date, in the order of their first change. */
  readonly #waiting = new Map<string, OpenAsk>();
  /** Questions that are not sent yet, because a person at this machine may answer first. */
  readonly #delayed = new Map<string, { ask: OpenAsk; readonly cancel: () => void }>();
  #isSending = false;
  #failures = 0;
  #cancelPause: (() => void) | undefined;
  #isClosed = false;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  /** Cards that are not sent yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  update(ask: OpenAsk, delayMs = 0): void {
    const { cards, clock } = this.#options;
    const delayed = this.#delayed.get(ask.id);
    const isNew = cards.get(ask.id) === undefined && !this.#waiting.has(ask.id);
    if (delayed !== undefined) {
      delayed.ask = ask;
      if (ask.state === "open") return;
      delayed.cancel();
      this.#delayed.delete(ask.id);
      return; // its card was not sent yet
    }
    // Only a question that an agent waits for is sent; later states change its card.
    if (isNew && (ask.state !== "open" || this.#isFull)) return;
    if (isNew && delayMs > 0) {
      const cancel = clock.after(delayMs, () => this.#endDelay(ask.id));
      this.#delayed.set(ask.id, { ask, cancel });
      return;
    }
    this.#add(ask);
  }

  /** Without a delay for a person at this machine. */
  sendNow(): void {
    for (const id of [...this.#delayed.keys()]) this.#endDelay(id);
  }

  /** Tries again at once: the channel is back. */
  wake(): void {
    this.#cancelPause?.();
    this.#cancelPause = undefined;
    void this.#send();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelPause?.();
    for (const { cancel } of this.#delayed.values()) cancel();
  }

  get #isFull(): boolean {
    return this.#waiting.size + this.#delayed.size + this.#options.cards.size >= MOST_CARDS;
  }

  #endDelay(id: string): void {
    const { ask, cancel } = this.#delayed.get(id)!;
    cancel();
    this.#delayed.delete(id);
    this.#add(ask);
  }

  #add(ask: OpenAsk): void {
    this.#waiting.set(ask.id, ask);
    void this.#send();
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.#cancelPause !== undefined) return;
    this.#isSending = true;
    for (let pauseMs = 0; !this.#isClosed && this.#waiting.size > 0; ) {
      pauseMs = this.#options.quietMs() || (await this.#sendFirst());
      if (pauseMs === 0) continue;
      this.#cancelPause = this.#options.clock.after(pauseMs, () => this.wake());
      break;
    }
    this.#isSending = false;
  }

  /** Returns how long to wait before the next attempt. */
  async #sendFirst(): Promise<number> {
    const { show, cards, onState } = this.#options;
    const [id, ask] = this.#waiting.entries().next().value!;
    const ref = cards.get(id)?.ref || undefined;
    // It ended before its card was shown.
    if (ref === undefined && ask.state !== "open") {
      this.#waiting.delete(id);
      cards.delete(id);
      return 0;
    }
    try {
      const shown = await show(ask, ref);
      if (shown === undefined || isFinal(ask)) cards.delete(id);
      else cards.set(id, { ref: shown, tickets: cards.get(id)?.tickets ?? [] });
      this.#failures = 0;
      onState(undefined);
      this.#done(id, ask);
      return 0;
    } catch (error) {
      const problem = problemOf(error);
      if (problem.about.ofCard) {
        this.#options.log(`the card of ${id} was refused: ${problem.message}`);
        cards.delete(id);
        this.#done(id, ask);
        return 0;
      }
      onState(problem);
      return this.#pauseFor(problem);
    }
  }

  /** A newer state may have come meanwhile. */
  #done(id: string, ask: OpenAsk): void {
    if (this.#waiting.get(id) === ask) this.#waiting.delete(id);
  }

  #pauseFor({ about: { retryAfterMs = 0, isLasting } }: ChannelProblem): number {
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures++);
    return Math.max(pause, retryAfterMs, isLasting ? LASTING_PAUSE_MS : 0);
  }
}
