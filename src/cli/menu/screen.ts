/** The terminal while the menu has it: alternate screen, hidden cursor, raw mode. It is given back however the menu ends. */
import { writeOut } from "../output/stdout.js";
import { withoutControls } from "../output/visible-text.js";
import { KeyReader } from "./keys.js";

const ENTER = "\u001b[?1049h\u001b[?25l\u001b[?2004h\u001b[2J";
const LEAVE = "\u001b[?2004l\u001b[?25h\u001b[?1049l";
const USUAL = { columns: 80, rows: 24 };

export interface ScreenEvents {
  onKey(key: string): void;
  /** Draw again: the size has changed, or the screen was another program's. */
  onRedraw(): void;
  /** The terminal has gone. */
  onEnd(): void;
}

export class Screen {
  readonly #events: ScreenEvents;
  readonly #keys: KeyReader;
  #isOpen = false;
  #drawn = "";
  readonly #read = (chunk: Buffer) => this.#keys.read(chunk.toString("utf8"));
  readonly #end = () => this.#events.onEnd();
  readonly #leave = () => this.leave();
  readonly #redraw = () => {
    this.#drawn = ""; // the terminal may have moved what it showed
    this.#events.onRedraw();
  };
  readonly #suspend = () => this.suspend();
  readonly #continue = () => {
    if (!this.#isOpen) return;
    this.leave(); // libuv sets raw mode only if it was not set
    this.enter();
    this.#events.onRedraw();
  };

  constructor(events: ScreenEvents) {
    this.#events = events;
    this.#keys = new KeyReader((key) => events.onKey(key));
  }

  get size(): { readonly columns: number; readonly rows: number } {
    const { columns, rows } = process.stdout;
    return { columns: columns || USUAL.columns, rows: rows || USUAL.rows };
  }

  enter(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    process.once("exit", this.#leave);
    process.on("SIGTSTP", this.#suspend).on("SIGCONT", this.#continue);
    process.stdout.on("resize", this.#redraw);
    process.stdin.on("data", this.#read).on("end", this.#end).on("error", this.#end);
    process.stdin.setRawMode(true);
    process.stdin.resume();
    this.#drawn = "";
    writeOut(ENTER);
  }

  leave(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    process.off("exit", this.#leave);
    process.off("SIGTSTP", this.#suspend).off("SIGCONT", this.#continue);
    process.stdout.off("resize", this.#redraw);
    process.stdin.off("data", this.#read).off("end", this.#end).off("error", this.#end);
    writeOut(LEAVE);
    try {
      process.stdin.pause();
      process.stdin.setRawMode(false);
    } catch {} // the terminal has gone
  }

  draw(lines: readonly string[]): void {
    const text = `\u001b[H${lines.map((line) => `${withoutControls(line)}\u001b[K`).join("\r\n")}\u001b[J`;
    if (!this.#isOpen || text === this.#drawn) return;
    this.#drawn = text;
    writeOut(text);
  }

  bell(): void {
    if (this.#isOpen) writeOut("\u0007");
  }

  /** Stops the job as Ctrl-Z does; when it is continued, the menu is back. */
  suspend(): void {
    if (!this.#isOpen) return;
    this.leave();
    process.kill(0, "SIGTSTP"); // with npx above it
    // Continued, or never stopped: a job without a shell ignores the signal.
    setImmediate(() => {
      this.enter();
      this.#events.onRedraw();
    });
  }
}
