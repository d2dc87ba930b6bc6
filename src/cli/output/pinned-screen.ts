/** Lines that scroll, with a few below them that stay: they are erased before a line is printed and drawn again after it. */
import { WriteStream } from "node:tty";
import { outputWidth } from "./terminal.js";
import { textWidth, wrapText } from "./text-width.js";
import { withoutControls } from "./visible-text.js";

/** Commands send `process.stdout.write` elsewhere while hooks run. */
function write(text: string): void {
  WriteStream.prototype.write.call(process.stdout, text);
}

function fitted(text: string): string {
  return wrapText(withoutControls(text), outputWidth());
}

export class PinnedScreen {
  #pinned = "";
  #rows = 0;
  #isPaused = false;
  readonly #held: string[] = [];

  /** Text that was made visible, with our own colours. */
  print(text: string): void {
    if (this.#isPaused) {
      this.#held.push(text);
      return;
    }
    this.#erase();
    write(`${fitted(text)}\n`);
    this.#draw();
  }

  pin(text: string): void {
    const shown = fitted(text);
    if (shown === this.#pinned && this.#rows > 0) return;
    this.#erase();
    this.#pinned = shown;
    this.#draw();
  }

  /** Until `resume`, the terminal is someone else's: lines wait. */
  pause(): void {
    this.#erase();
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    for (const text of this.#held.splice(0)) this.print(text);
    this.#draw();
  }

  close(): void {
    this.#isPaused = false;
    this.pin("");
    for (const text of this.#held.splice(0)) this.print(text);
  }

  #erase(): void {
    if (this.#rows > 0) write(`\u001b[${this.#rows}A\r\u001b[J`);
    this.#rows = 0;
  }

  #draw(): void {
    if (this.#isPaused || this.#pinned === "" || this.#rows > 0) return;
    const width = outputWidth();
    const lines = this.#pinned.split("\n");
    this.#rows = lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(textWidth(line) / width)), 0);
    write(`${this.#pinned}\n`);
  }
}

/** A terminal where a cursor can be moved. */
export function canPin(term: string | undefined): boolean {
  return process.stdout.isTTY === true && term !== undefined && term !== "dumb";
}
