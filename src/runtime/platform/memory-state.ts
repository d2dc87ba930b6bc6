/** State for one process: an embedder's engine, and tests. */
import type { StatePort } from "../../core/ports.js";

export class MemoryState implements StatePort {
  readonly #values = new Map<string, { value: unknown; touched: number }>();

  async read(key: string): Promise<unknown> {
    return this.#values.get(key)?.value;
  }

  async update(key: string, change: (old: unknown) => unknown): Promise<unknown> {
    const value = change(this.#values.get(key)?.value);
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, { value, touched: Date.now() });
    return value;
  }

  async sweep(maxAgeMs: number): Promise<number> {
    const before = this.#values.size;
    for (const [key, { touched }] of this.#values) {
      if (Date.now() - touched >= maxAgeMs) this.#values.delete(key);
    }
    return before - this.#values.size;
  }
}
