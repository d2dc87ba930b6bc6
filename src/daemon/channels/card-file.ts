/**
 * The cards that a channel shows, with their tickets. On the disk, so that the next daemon can change them. Losing it changes
 * nothing but cards: an answer counts only if the queue takes it.
 */
import { join } from "node:path";
import { isRecord } from "../../core/text/json.js";
import { readPlainFile, writePrivateFile } from "../../disk/files.js";
import type { AppPaths } from "../../runtime/platform/paths.js";

export interface KnownCard {
  /** Empty while it is being sent. */
  readonly ref: string;
  /** Hashes of tickets that were not used yet. */
  readonly tickets: readonly string[];
}

const FORMAT = 1;
export const MOST_CARDS = 1_000;

/** One file per channel. */
export function channelsFolder(places: Pick<AppPaths, "state">): string {
  return join(places.state, "channels");
}

export class CardFile {
  readonly #file: string;
  readonly #cards: Map<string, KnownCard>;
  readonly #onProblem: (message: string) => void;

  constructor(file: string, onProblem: (message: string) => void) {
    this.#file = file;
    this.#onProblem = onProblem;
    this.#cards = readCards(file);
  }

  get size(): number {
    return this.#cards.size;
  }

  ids(): readonly string[] {
    return [...this.#cards.keys()];
  }

  get(id: string): KnownCard | undefined {
    return this.#cards.get(id);
  }

  set(id: string, card: KnownCard): void {
    const known = this.#cards.get(id);
    if (known !== undefined && known.ref === card.ref && known.tickets.join() === card.tickets.join()) return;
    this.#cards.set(id, card);
    this.#save();
  }

  /** The last daemon may have been killed while it sent these: they are shown, or a change of them is ignored there. */
  assumeSent(): void {
    for (const [id, card] of this.#cards) if (card.ref === "") this.set(id, { ...card, ref: id });
  }

  delete(id: string): void {
    if (this.#cards.delete(id)) this.#save();
  }

  #save(): void {
    try {
      writePrivateFile(this.#file, JSON.stringify({ format: FORMAT, cards: Object.fromEntries(this.#cards) }));
    } catch (error) {
      this.#onProblem(`cards could not be saved: ${(error as Error).message}`);
    }
  }
}

function readCards(file: string): Map<string, KnownCard> {
  try {
    const value: unknown = JSON.parse(readPlainFile(file).toString("utf8"));
    if (!isRecord(value) || value["format"] !== FORMAT || !isRecord(value["cards"])) return new Map();
    const cards = Object.entries(value["cards"]).flatMap(([id, card]) => {
      if (!/^[0-9a-f]{8}$/.test(id) || !isRecord(card) || typeof card["ref"] !== "string") return [];
      const tickets = Array.isArray(card["tickets"]) ? card["tickets"].filter((one) => typeof one === "string") : [];
      return [[id, { ref: card["ref"], tickets }] as const];
    });
    return new Map(cards.slice(0, MOST_CARDS));
  } catch {
    return new Map(); // none was shown yet
  }
}
