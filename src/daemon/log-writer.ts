/** The daemon's logs: lines are gathered for a moment and written together, by nobody who has an agent waiting. */
import { appendLines } from "../runtime/rotating-log.js";

const GATHER_MS = 100;
/** A disk that hangs must not fill the memory. */
const MOST_LINES = 10_000;

export class LogWriter {
  #lines = new Map<string, string[]>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  add(file: string, line: string): void {
    const lines = this.#lines.get(file) ?? [];
    if (lines.length < MOST_LINES) lines.push(line);
    this.#lines.set(file, lines);
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = new Map();
    this.#writing = this.#writing.then(async () => {
      for (const [file, some] of lines) await appendLines(file, some);
    });
    return this.#writing;
  }
}
