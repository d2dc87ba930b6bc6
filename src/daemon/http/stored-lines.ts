/**
 * Stored events before live ones, without a gap or a duplicate. Every event is stored before it is sent live, so what the
 * store does not return yet is still to come.
 */
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { EventRecord } from "../../core/records/records.js";
import type { DaemonServices, StreamLine } from "../api.js";

export interface StoredWanted {
  readonly last?: number | undefined;
  readonly after?: string | undefined;
}

const ROWS = 100;
/** Then a reader starts anew rather than catches up. */
const MOST_MISSED = 5_000;
const USUAL_LAST = 500;
/** Live lines that wait for the stored ones. */
const MOST_HELD = 20_000;

export class StoredLines {
  readonly #store: DaemonServices["store"];
  readonly #send: (line: StreamLine) => void;
  #held: StreamLine[] | undefined = [];
  readonly #sent = new Set<string>();

  constructor(store: DaemonServices["store"], send: (line: StreamLine) => void) {
    this.#store = store;
    this.#send = send;
  }

  live(line: StreamLine): void {
    if (this.#held === undefined) this.#send(line);
    else if (line.kind === "asks" || this.#held.length < MOST_HELD) this.#held.push(line);
  }

  /** A store that cannot be read sends nothing: live lines follow. Never rejects. */
  async begin(wanted: StoredWanted, response: ServerResponse): Promise<void> {
    try {
      for await (const rows of this.#rows(wanted)) {
        for (const record of rows) {
          this.#sent.add(record.id);
          this.#send({ kind: "event", record });
        }
        if (response.writableNeedDrain) await Promise.race([once(response, "drain"), once(response, "close")]);
        if (response.destroyed) return;
      }
    } catch {
      // reported elsewhere
    }
    this.#send({ kind: "live" });
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const line of held) if (line.kind !== "event" || !this.#sent.has(line.record.id)) this.#send(line);
    this.#sent.clear();
  }

  async *#rows({ last = USUAL_LAST, after }: StoredWanted): AsyncGenerator<readonly EventRecord[]> {
    if (after !== undefined && (await this.#isRecent(after))) {
      for (let from = after; ; ) {
        const { rows } = await this.#store.events({ storedAfter: from, limit: ROWS });
        yield rows;
        if (rows.length < ROWS) return;
        from = rows.at(-1)!.id;
      }
    }
    if (after !== undefined) this.#send({ kind: "gap" });
    const rows = (await this.#store.events({ limit: last })).rows.toReversed();
    for (let from = 0; from < rows.length; from += ROWS) yield rows.slice(from, from + ROWS);
  }

  async #isRecent(id: string): Promise<boolean> {
    const [found] = (await this.#store.events({ id, limit: 1 })).rows;
    if (found === undefined) return false;
    return (await this.#store.events({ storedAfter: id, limit: MOST_MISSED + 1 })).rows.length <= MOST_MISSED;
  }
}
