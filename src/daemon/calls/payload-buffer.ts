/** Collects a payload from any number of pieces. */
import { isWholeJson, mayComplete, PAYLOAD_LIMIT } from "../../runtime/platform/read-stdin.js";

const FIRST_BYTES = 16_384;
const NOTHING = Buffer.alloc(0);
/** Many pieces may look like the last one. After this many attempts, only the client can declare it complete. */
const TRIED_BYTES = 4 * PAYLOAD_LIMIT;

export class PayloadPieces {
  #bytes: Buffer = NOTHING;
  #size = 0;
  #tried = 0;

  /** `too much`: too large for a payload. */
  add(piece: Buffer): "whole" | "too much" | "more" {
    const size = this.#size + piece.length;
    if (size > PAYLOAD_LIMIT) return "too much";
    // Most payloads are one piece, which needs no copy.
    if (this.#size === 0) this.#bytes = piece;
    else this.#append(piece, size);
    this.#size = size;
    if (!mayComplete(piece) || this.#tried + size > TRIED_BYTES) return "more";
    this.#tried += size;
    return isWholeJson(this.text()) ? "whole" : "more";
  }

  text(): string {
    return this.#bytes.toString("utf8", 0, this.#size);
  }

  #append(piece: Buffer, size: number): void {
    // The first piece is a part of what the socket has read, and is not written to.
    if (size > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, FIRST_BYTES, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    piece.copy(this.#bytes, this.#size);
  }
}
