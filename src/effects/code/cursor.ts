/** Position in a token list. */
import type { Token } from "./token.js";

export class Cursor {
  protected tokens: readonly Token[] = [];
  protected at = 0;

  protected peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  protected isMark(mark: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.type === "mark" && token.text === mark;
  }

  protected isName(name: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.type === "name" && token.text === name;
  }

  protected take(type: "name"): string | undefined {
    const token = this.peek();
    if (token?.type !== type) return undefined;
    this.at++;
    return token.text;
  }

  protected newlines(): void {
    while (this.isMark("\n")) this.at++;
  }
}
