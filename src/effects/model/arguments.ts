/** Options and operands of an invocation, as most programs parse them. */
import type { Invocation, Word } from "./invocation.js";

/**
 * True if one of the letters is in a group such as `-rf`, or one of the long names is given (or abbreviated:
 * `--recur`).
 */
export function hasFlag({ args }: Invocation, letters: string, long: readonly string[] = []): boolean {
  for (const { text } of args) {
    if (text === "--") return false;
    if (text.startsWith("--")) {
      const name = text.slice(2).split("=", 1)[0]!;
      if (name !== "" && long.some((one) => one === name || (name.length > 2 && one.startsWith(name)))) return true;
    } else if (text.length > 1 && text.startsWith("-") && [...text.slice(1)].some((letter) => letters.includes(letter)))
      return true;
  }
  return false;
}

/** Operands. `taking`: options whose value is the next word. */
export function operands({ args }: Invocation, taking: readonly string[] = []): Word[] {
  const found: Word[] = [];
  let only = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    if (only || !word.text.startsWith("-") || word.text === "-") found.push(word);
    else if (word.text === "--") only = true;
    else if (taking.includes(word.text)) at++;
  }
  return found;
}
