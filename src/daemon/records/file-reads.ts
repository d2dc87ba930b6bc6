/** Reads files that agents name. Few at once and with a timeout: such a file may be on a disk that hangs. */
import { type FileEnd, readEndSoon, type SoonOptions } from "../../disk/files.js";

const END_BYTES = 1_000_000;
/** Fewer than Node's file threads: hanging reads must not use all of them. */
const AT_ONCE = 2;
/** Including the time in the queue. */
const WAIT_MS = 3_000;

export class FileReads {
  #free = AT_ONCE;
  readonly #queue: (() => void)[] = [];

  /** Never rejects. Undefined if it cannot be read in time. */
  readonly readEnd = (path: string, options: SoonOptions): Promise<FileEnd | undefined> =>
    new Promise((done) => {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        done(undefined);
      }, WAIT_MS);
      const start = async () => {
        if (!late) done(await readEndSoon(path, END_BYTES, options));
        clearTimeout(timer);
        this.#startNext();
      };
      this.#queue.push(() => void start());
      if (this.#free > 0) {
        this.#free--;
        this.#startNext();
      }
    });

  #startNext(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
