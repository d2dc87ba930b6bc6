/** Builds the words that one source word expands to: quoted text stays together, unquoted expansions are split. */
import { UNKNOWN, type Word } from "../model/invocation.js";

interface Field {
  text: string;
  glob: boolean;
}

const BLANK = " \t\n";

export class Fields {
  readonly #done: Field[] = [];
  #open: Field | undefined;

  constructor(readonly separators = BLANK) {}

  /** Literal text. Creates a word even if empty. */
  add(text: string, glob = false): void {
    this.#open ??= { text: "", glob: false };
    this.#open.text += text;
    if (glob) this.#open.glob = true;
  }

  /** Result of an unquoted variable or substitution. */
  split(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      if (!this.separators.includes(text[at]!)) continue;
      if (at > from) this.add(text.slice(from, at), /[*?[]/.test(text.slice(from, at)));
      this.end();
      from = at + 1;
    }
    if (from < text.length) this.add(text.slice(from), /[*?[]/.test(text.slice(from)));
  }

  end(): void {
    if (this.#open !== undefined) this.#done.push(this.#open);
    this.#open = undefined;
  }

  words(source: string): Word[] {
    this.end();
    return this.#done.map(({ text, glob }) => ({ text, known: !text.includes(UNKNOWN), glob, source }));
  }
}
