/** Reads the messages of a connection in order. */
import type { Socket } from "node:net";
import { type Message, readMessage } from "../../client/protocol.js";

/** Why there is no message: the other side disconnected, timed out, or uses another protocol. */
export type Silence = "gone" | "late" | "malformed";

/** Limit for unread data, more than two of the largest messages: a real client never sends that much. */
const MOST_UNREAD = 10 * 1024 * 1024;

export class MessageReader {
  #bytes: Buffer = Buffer.alloc(0);
  #ended = false;
  #wake: (() => void) | undefined;
  readonly #gone = new AbortController();

  constructor(socket: Socket) {
    socket.on("data", (chunk: Buffer) => {
      this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
      this.#wake?.();
      if (this.#bytes.length > MOST_UNREAD) socket.destroy();
    });
    socket.on("close", () => {
      this.#ended = true;
      this.#gone.abort("gone");
      this.#wake?.();
    });
  }

  /** Aborted when the other side disconnects. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  async next(waitMs: number): Promise<Message | Silence> {
    const until = performance.now() + waitMs;
    for (;;) {
      const read = readMessage(this.#bytes);
      if (read === "malformed") return read;
      if (read !== undefined) {
        this.#bytes = read.rest;
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
