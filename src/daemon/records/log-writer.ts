/** The daemon's logs: lines are collected briefly and written together, off the path of waiting agents. */
import { appendLines } from "../../runtime/record/rotating-log.js";

const GATHER_MS = 100;
/** A disk that hangs must not fill the memory. */
const MOST_LINES = 10_000;

export class LogWriter {
  #lines = new Map<string, string[]>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  add(file: string, line: string): void {
    const lines = this.#lines.get(file) ?? [];
    if (lines.length < MOST_LINES) lines.push(line);
    this.#lines.set(file, lines);
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  /** One write at a time: lines that arrive while the disk is slow wait, within the limit. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#writing !== undefined || this.#lines.size > 0) {
      this.#writing ??= this.#write().finally(() => {
        this.#writing = undefined;
      });
      await this.#writing;
    }
  }

  async #write(): Promise<void> {
    const lines = this.#lines;
    this.#lines = new Map();
    for (const [file, some] of lines) await appendLines(file, some);
  }
}
