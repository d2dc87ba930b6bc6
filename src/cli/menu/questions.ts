/** Follows the daemon, so that agents' questions reach the menu as they reach `snaphook up`. */
import { existsSync } from "node:fs";
import type { Watching } from "../../client/daemon-stream.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import type { Call } from "../command.js";
import { asksIn, canBeAnswered } from "../output/ask-lines.js";
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

  /** `onChange`: also says whether a question is new. */
  constructor(
    readonly call: Call,
    readonly lines: Lines,
    readonly onChange: (isNew: boolean) => void,
  ) {}

  async follow(): Promise<void> {
    const { controlSocket, tokens } = daemonPlace(this.call.places);
    while (!this.#isOver) {
      // Without a daemon nothing of it is loaded, and no person is looked for.
      if (existsSync(controlSocket)) await this.#watch({ socket: controlSocket, tokenFile: tokens });
      if (this.#isOver) return;
      const isNews = this.daemon !== "down";
      this.daemon = "down";
      this.pending = undefined;
      this.waiting = 0;
      if (isNews) this.onChange(false);
      await new Promise<void>((done) => {
        this.#timer = setTimeout(done, AGAIN_MS);
      });
    }
  }

  async #watch(address: { readonly socket: string; readonly tokenFile: string }): Promise<void> {
    const { watchDaemon } = await import("../../client/daemon-stream.js");
    this.canAnswer = (await this.call.person.isPerson()).yes;
    if (this.#isOver) return;
    const onLine = ({ kind }: { readonly kind?: unknown }) => void (kind === "asks" && this.#read());
    this.#watching = watchDaemon(address, onLine, { canAnswer: this.canAnswer, withoutHooks: true });
    await this.#watching.over;
  }

  async #read(): Promise<void> {
    const found = await this.lines.json(["asks"]);
    if (this.#isOver || "problem" in found) return;
    const asks = asksIn(found.value).filter(canBeAnswered);
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
