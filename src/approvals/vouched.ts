/**
 * The proof of a channel that checked who answered, made in the daemon's own process. A class, so that no body of a request can
 * imitate it.
 */
import type { AskAnswerer, AskRow } from "../core/records/records.js";
import type { Channel } from "./channels/contract.js";

export class Vouched {
  readonly #ask: Pick<AskRow, "id" | "hash">;
  readonly #by: AskAnswerer;

  constructor({ id, hash }: Pick<AskRow, "id" | "hash">, by: AskAnswerer) {
    this.#ask = { id, hash };
    this.#by = by;
  }

  /** Who answered exactly this question through this channel. */
  static read(proof: unknown, channel: string, { id, hash }: Pick<AskRow, "id" | "hash">): AskAnswerer | undefined {
    if (!(proof instanceof Vouched) || proof.#by.channel !== channel) return undefined;
    return proof.#ask.id === id && proof.#ask.hash === hash ? proof.#by : undefined;
  }
}

/** A channel that the daemon runs: see `daemon/channels`. */
export function remoteChannel(name: string): Channel {
  return { name, identify: (ask, proof) => Vouched.read(proof, name, ask) };
}
