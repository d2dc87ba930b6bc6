/** Follows a log from where it ends now, line by line, also when its file is moved on and a new one begins. */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { filesOf } from "../../runtime/record/rotating-log.js";

const CHUNK = 65_536;

export class LogFollower {
  readonly #file: string;
  #handle: number | undefined;
  #position = 0;
  #decoder = new StringDecoder("utf8");
  #rest = "";

  /** What is in the file already is not shown. */
  constructor(file: string) {
    this.#file = file;
    this.#open(file);
    if (this.#handle !== undefined) this.#position = fstatSync(this.#handle).size;
  }

  /** The lines that were added since the last call. Never throws. */
  next(): string[] {
    try {
      const lines = this.#read();
      for (const newer of this.#successors()) {
        this.close();
        this.#open(newer);
        lines.push(...this.#read());
      }
      return lines;
    } catch {
      return []; // it cannot be read now; the next look may find more
    }
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
    this.#rest = "";
  }

  /** Files that came after the one we read, oldest first; the one we read has moved to an older name. */
  #successors(): string[] {
    const names = filesOf(this.#file);
    const inodes = names.map((name) => statSync(name, { throwIfNoEntry: false })?.ino);
    if (this.#handle === undefined) return inodes[0] === undefined ? [] : [this.#file];
    const at = inodes.indexOf(fstatSync(this.#handle).ino);
    // The file was removed: the next one starts from the beginning.
    const newer = at === -1 ? (inodes[0] === undefined ? [] : [this.#file]) : names.slice(0, at);
    return newer.filter((name) => inodes[names.indexOf(name)] !== undefined).reverse();
  }

  #open(file: string): void {
    try {
      this.#handle = openSync(file, "r");
      this.#position = 0;
      this.#decoder = new StringDecoder("utf8");
    } catch {
      this.#handle = undefined; // not written yet
    }
  }

  #read(): string[] {
    if (this.#handle === undefined) return [];
    if (fstatSync(this.#handle).size < this.#position) this.#position = 0; // it was truncated
    const bytes = Buffer.alloc(CHUNK);
    for (;;) {
      const count = readSync(this.#handle, bytes, 0, CHUNK, this.#position);
      if (count === 0) break;
      this.#position += count;
      this.#rest += this.#decoder.write(bytes.subarray(0, count));
    }
    const lines = this.#rest.split("\n");
    this.#rest = lines.pop()!;
    return lines;
  }
}
