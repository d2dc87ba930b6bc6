/** Collects a payload from any number of pieces. */
import { isWholeJson, mayComplete, PAYLOAD_LIMIT } from "../../runtime/platform/read-stdin.js";

const FIRST_BYTES = 16_384;
/** Many pieces may look like the last one. After this many attempts, only the client can declare it complete. */
const TRIED_BYTES = 4 * PAYLOAD_LIMIT;

export class PayloadPieces {
  #bytes: Buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #size = 0;
  #tried = 0;

  /** `too much`: too large for a payload. */
  add(piece: Buffer): "whole" | "too much" | "more" {
    const size = this.#size + piece.length;
    if (size > PAYLOAD_LIMIT) return "too much";
    if (size > this.#bytes.length) this.#grow(size);
    piece.copy(this.#bytes, this.#size);
    this.#size = size;
    if (!mayComplete(piece) || this.#tried + size > TRIED_BYTES) return "more";
    this.#tried += size;
    return isWholeJson(this.text()) ? "whole" : "more";
  }

  text(): string {
    return this.#bytes.toString("utf8", 0, this.#size);
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafe(Math.max(size, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#bytes = larger;
  }
}
