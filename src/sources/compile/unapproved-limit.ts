/**
 * Limits what an event spends on unapproved files. Their author could otherwise use up the agent's timeout, and the
 * agent would continue without our answer. Approved files and the user's own are always loaded.
 */
import { type Finding, finding } from "../../core/errors.js";

const MOST_FILES = 64;
const MOST_BYTES = 1_000_000;
const MOST_MS = 1_000;

export class UnapprovedLimit {
  readonly #now: () => number;
  #files = 0;
  #bytes = 0;
  #spentMs = 0;
  #left: string[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns false, and remembers it, if this file is not loaded. */
  mayLoad(path: string): boolean {
    if (this.#left.length === 0 && this.#files < MOST_FILES && this.#bytes < MOST_BYTES && this.#spentMs < MOST_MS)
      return true;
    this.#left.push(path);
    return false;
  }

  spend<T>(text: string, load: () => T): T {
    const start = this.#now();
    this.#files++;
    this.#bytes += text.length;
    const result = load();
    this.#spentMs += this.#now() - start;
    return result;
  }

  get findings(): Finding[] {
    const [first] = this.#left;
    if (first === undefined) return [];
    const count = this.#left.length === 1 ? "1 file" : `${this.#left.length} files`;
    const why = `${count} of the project, from this one on, were not loaded for a call: the limit for unapproved files is ${MOST_FILES} files, ${MOST_BYTES / 1_000_000} MB and ${MOST_MS / 1_000} s`;
    return [finding("UNAPPROVED_LIMIT", why, { file: first })];
  }
}
