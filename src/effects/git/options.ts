/** Parses options of git subcommands: grouped letters, abbreviated long names, values as separate words. */
import type { Word } from "../model/invocation.js";

export interface GitOptions {
  /** One-letter options, in order. */
  readonly letters: string;
  /** Long options without dashes and values. */
  readonly long: readonly string[];
  readonly operands: readonly Word[];
  /** Words after `--`; undefined if there is no `--`. */
  readonly paths: readonly Word[] | undefined;
}

/** `taking`: letters and long names whose value may be the next word. */
export function gitOptions(args: readonly Word[], taking: readonly string[] = []): GitOptions {
  let letters = "";
  const long: string[] = [];
  const operands: Word[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    const { text } = word;
    if (text === "--") return { letters, long, operands, paths: args.slice(at + 1) };
    if (text.startsWith("--")) {
      const name = text.slice(2).split("=", 1)[0]!;
      long.push(name);
      if (!text.includes("=") && taking.includes(name)) at++;
    } else if (text.startsWith("-") && text.length > 1) {
      for (let place = 1; place < text.length; place++) {
        const letter = text[place]!;
        if (!/[A-Za-z]/.test(letter)) break;
        letters += letter;
        if (!taking.includes(letter)) continue;
        if (place === text.length - 1) at++;
        break;
      }
    } else operands.push(word);
  }
  return { letters, long, operands, paths: undefined };
}

/** True if one of the letters or long names is given. Long names may be abbreviated as git allows. */
export function has(options: GitOptions, letters: string, ...names: readonly string[]): boolean {
  return (
    [...letters].some((letter) => options.letters.includes(letter)) ||
    options.long.some((given) => names.some((name) => given === name || (given.length > 2 && name.startsWith(given))))
  );
}
