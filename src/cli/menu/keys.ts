/** Bytes of a terminal as keys. Pasted text is not typed by a person for the menu: it is left out, however much it is. */

const NAMES: Readonly<Record<string, string>> = {
  "[A": "up",
  "[B": "down",
  "[C": "right",
  "[D": "left",
  "[H": "home",
  "[F": "end",
  "[1~": "home",
  "[4~": "end",
  "[5~": "pageup",
  "[6~": "pagedown",
};
const CHARACTERS: Readonly<Record<string, string>> = {
  "\u0003": "ctrl-c",
  "\u001a": "ctrl-z",
  "\r": "enter",
  "\n": "enter",
  "\u007f": "backspace",
  "\b": "backspace",
  "\u001b": "escape",
  " ": "pagedown",
};
const KEY = /\u001b[[O][\d;]*[A-Za-z~]|[\s\S]/gu;
/** A sequence that may go on in the next chunk. */
const UNFINISHED = /\u001b(?:[[O][\d;]*)?$/;
const PASTE_BEGINS = "\u001b[200~";
const PASTE_ENDS = "\u001b[201~";
/** More at once was not typed: a terminal that does not mark pasted text. */
const MOST_TYPED = 256;
const PASTE_GAP_MS = 150;
/** After which an escape is a key of its own. */
const ESCAPE_MS = 50;

export class KeyReader {
  readonly #onKey: (key: string) => void;
  #rest = "";
  #isPasting = false;
  #pastedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(onKey: (key: string) => void) {
    this.#onKey = onKey;
  }

  read(chunk: string): void {
    clearTimeout(this.#timer);
    // Whatever comes with it: a person must always be able to leave.
    if (chunk.includes("\u0003")) return this.#onKey("ctrl-c");
    if (this.#isUnmarkedPaste(chunk)) return;
    let text = this.#withoutPastes(this.#rest + chunk);
    this.#rest = this.#isPasting ? this.#rest : (UNFINISHED.exec(text)?.[0] ?? "");
    if (!this.#isPasting && this.#rest !== "") {
      text = text.slice(0, -this.#rest.length);
      this.#timer = setTimeout(() => this.#flush(), ESCAPE_MS);
    }
    this.#emit(text);
  }

  #flush(): void {
    const text = this.#rest;
    this.#rest = "";
    this.#emit(text);
  }

  #emit(text: string): void {
    for (const [found] of text.matchAll(KEY)) {
      const key = found.length > 1 && found.startsWith("\u001b") ? NAMES[found.slice(1).replace("O", "[")] : undefined;
      if (key !== undefined) this.#onKey(key);
      else if (found.length === 1) this.#onKey(CHARACTERS[found] ?? found);
    }
  }

  #isUnmarkedPaste(chunk: string): boolean {
    const now = performance.now();
    const isPart = chunk.length > MOST_TYPED || now - this.#pastedAt < PASTE_GAP_MS;
    if (!isPart || this.#isPasting || chunk.includes(PASTE_BEGINS)) return false;
    this.#pastedAt = now;
    return true;
  }

  #withoutPastes(text: string): string {
    let typed = "";
    let rest = text;
    for (;;) {
      const mark = this.#isPasting ? PASTE_ENDS : PASTE_BEGINS;
      const at = rest.indexOf(mark);
      if (!this.#isPasting) typed += at === -1 ? rest : rest.slice(0, at);
      if (at === -1) break;
      this.#isPasting = !this.#isPasting;
      rest = rest.slice(at + mark.length);
    }
    this.#rest = this.#isPasting ? rest.slice(1 - PASTE_ENDS.length) : "";
    return typed;
  }
}
