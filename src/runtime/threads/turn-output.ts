/** Reads what an agent prints, from the file it prints to: one JSON object per line, other lines are ignored. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import type { AgentDrive, TurnReading } from "../../adapters/drive.js";
import { parseObject } from "../../core/text/json.js";

const LIMIT_BYTES = 50_000_000;
const CHUNK_BYTES = 1_000_000;

export class OutputReader {
  reading: TurnReading = {};
  readonly #path: string;
  readonly #drive: AgentDrive;
  readonly #decoder = new StringDecoder("utf8");
  #at = 0;
  #line = "";

  constructor(path: string, drive: AgentDrive) {
    this.#path = path;
    this.#drive = drive;
  }

  /** Takes what was added into account. False if there is too much. */
  read(): boolean {
    let handle: number;
    try {
      handle = openSync(this.#path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    } catch {
      return true; // it has not started
    }
    try {
      const { size } = fstatSync(handle);
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, Math.max(0, size - this.#at)));
      while (this.#at < size && this.#at <= LIMIT_BYTES) {
        const count = readSync(handle, chunk, 0, chunk.length, this.#at);
        if (count === 0) break;
        this.#at += count;
        this.#take(this.#decoder.write(chunk.subarray(0, count)));
      }
      return size <= LIMIT_BYTES;
    } finally {
      closeSync(handle);
    }
  }

  #take(text: string): void {
    const lines = `${this.#line}${text}`.split("\n");
    this.#line = lines.pop() ?? "";
    for (const line of lines) {
      const value = line.startsWith("{") ? parseObject(line) : undefined;
      if (value !== undefined) this.reading = this.#drive.read(this.reading, value);
    }
  }
}
