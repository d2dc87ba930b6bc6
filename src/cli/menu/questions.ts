/** Follows the daemon, so that agents' questions reach the menu as they reach `snaphook up`. */
import { addressOf } from "../../client/daemon-control.js";
import { type Watching, watchDaemon } from "../../client/daemon-stream.js";
import { isRecord } from "../../core/text/json.js";
import type { Call } from "../command.js";
import { asksOf } from "../human/answer-ask.js";
import { canBeAnswered } from "../output/ask-lines.js";
import type { Lines } from "./lines.js";

const AGAIN_MS = 3_000;

export class Questions {
  daemon: "unknown" | "running" | "down" = "unknown";
  /** A person is at this terminal, so the daemon holds calls for an answer. */
  canAnswer = false;
  /** That an answer can still be given to; undefined if the daemon does not answer. */
  pending: number | undefined;
  /** Of these, the ones an agent waits for. */
  waiting = 0;
  #watching: Watching | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** `onChange`: also told whether a question is new. */
  constructor(
    readonly call: Call,
    readonly lines: Lines,
    readonly onChange: (isNew: boolean) => void,
  ) {}

  async follow(): Promise<void> {
    this.canAnswer = (await this.call.person.isPerson()).yes;
    while (!this.#isOver) {
      this.#watching = watchDaemon(addressOf(this.call.places), ({ kind }) => kind === "asks" && this.#read(), {
        canAnswer: this.canAnswer,
      });
      const { why } = await this.#watching.over;
      if (why === "stopped") return;
      this.daemon = "down";
      this.pending = undefined;
      this.waiting = 0;
      this.onChange(false);
      await new Promise<void>((done) => {
        this.#timer = setTimeout(done, AGAIN_MS);
      });
    }
  }

  async #read(): Promise<void> {
    const found = await this.lines.json(["asks"]);
    if (this.#isOver || "problem" in found) return;
    const asks = isRecord(found.value) ? asksOf(found.value).filter(canBeAnswered) : [];
    const waiting = asks.filter(({ state }) => state === "open").length;
    const isNew = this.daemon === "running" && waiting > this.waiting;
    this.daemon = "running";
    this.pending = asks.length;
    this.waiting = waiting;
    this.onChange(isNew);
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#watching?.stop();
  }
}
