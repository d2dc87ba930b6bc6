/** Reads the messages of a connection in order. */
import type { Socket } from "node:net";
import { type Message, readMessage } from "../../client/protocol.js";

/** Why there is no message: the other side disconnected, timed out, or uses another protocol. */
export type Silence = "gone" | "late" | "malformed";

/** Limit for unread data, more than two of the largest messages: a real client never sends that much. */
const MOST_UNREAD = 10 * 1024 * 1024;

const NOTHING = Buffer.alloc(0);

export class MessageReader {
  #bytes: Buffer = NOTHING;
  #ended = false;
  #wake: (() => void) | undefined;
  readonly #onGone = new Set<() => void>();

  constructor(socket: Socket) {
    socket.on("data", (chunk: Buffer) => {
      this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
      this.#wake?.();
      if (this.#bytes.length > MOST_UNREAD) socket.destroy();
    });
    socket.on("close", () => {
      this.#ended = true;
      for (const listener of this.#onGone) listener();
      this.#wake?.();
    });
  }

  /** Calls `listener` when the other side disconnects, at once if it has. Returns a function that unsubscribes. */
  onGone(listener: () => void): () => void {
    if (this.#ended) listener();
    else this.#onGone.add(listener);
    return () => this.#onGone.delete(listener);
  }

  async next(waitMs: number): Promise<Message | Silence> {
    const until = performance.now() + waitMs;
    for (;;) {
      const read = readMessage(this.#bytes);
      if (read === "malformed") return read;
      if (read !== undefined) {
        // An empty rest would keep what it is a part of.
        this.#bytes = read.rest.length === 0 ? NOTHING : read.rest;
        return read.message;
      }
      if (this.#ended) return "gone";
      if (!(await this.#more(until - performance.now()))) return "late";
    }
  }

  /** False if nothing came in time. */
  #more(waitMs: number): Promise<boolean> {
    return new Promise((done) => {
      const timer = setTimeout(() => done(false), Math.max(0, waitMs));
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        done(true);
      };
    });
  }
}
