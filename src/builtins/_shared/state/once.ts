/** Per-session marks, so that a message is sent only once. They persist across processes and expire. */

import type { BasePayload } from "../../../core/events/payload.js";
import type { Services } from "../../../core/hooks/builtin.js";
import { isRecord } from "../../../core/text/json.js";

/** Expiry time of a mark. */
const KEPT_MS = 7 * 24 * 3_600_000;
const MOST_MARKS = 2000;

type Marks = Readonly<Record<string, readonly [value: string, at: number]>>;

export class SessionMarks {
  readonly #key: string;

  constructor(
    readonly services: Services,
    name: string,
    payload: BasePayload,
  ) {
    this.#key = `${name}:${String(payload.session_id ?? payload.conversation_id ?? "")}`;
  }

  /** The keys that are marked with the same value. */
  async seen(marks: Readonly<Record<string, string>>): Promise<ReadonlySet<string>> {
    const known = this.#read(await this.services.state.read(this.#key));
    return new Set(Object.keys(marks).filter((name) => known[name]?.[0] === marks[name]));
  }

  async mark(marks: Readonly<Record<string, string>>): Promise<void> {
    const at = this.services.now();
    await this.services.state.update(this.#key, (old) => {
      const fresh = Object.entries(marks).map(([name, value]) => [name, [value, at]] as const);
      const all = [...Object.entries(this.#read(old)).filter(([name]) => !Object.hasOwn(marks, name)), ...fresh];
      return Object.fromEntries(all.slice(-MOST_MARKS));
    });
  }

  #read(value: unknown): Marks {
    const oldest = this.services.now() - KEPT_MS;
    const entries = Object.entries(isRecord(value) ? value : {}) as [string, Marks[string]][];
    return Object.fromEntries(entries.filter(([, mark]) => Array.isArray(mark) && Number(mark[1]) > oldest));
  }
}
