/** Finds where a wrapper's options end and its command begins. */
import type { Word } from "../model/invocation.js";

export interface Options {
  /** Letters of options whose value is the rest of the word, or the next word. */
  readonly takes?: string;
  /** Long options whose value is the next word, unless there is a `=`. */
  readonly long?: readonly string[];
  /** Single-dash long options without a value: `-arm64e`. */
  readonly flags?: readonly string[];
}

export interface Found {
  /** Each option with its value, as `-u` or `--user`. */
  readonly options: readonly (readonly [name: string, value: Word | undefined])[];
  /** From the first operand on. */
  readonly rest: readonly Word[];
}

export function readOptions(args: readonly Word[], { takes = "", long = [], flags = [] }: Options): Found {
  const options: [string, Word | undefined][] = [];
  let at = 0;
  for (; at < args.length; at++) {
    const word = args[at]!;
    const { text } = word;
    if (text === "--") {
      at++;
      break;
    }
    if (!text.startsWith("-") || text === "-") break;
    if (text.startsWith("--")) {
      const cut = text.indexOf("=");
      const name = text.slice(2, cut === -1 ? undefined : cut);
      if (cut !== -1) options.push([`--${name}`, after(word, cut + 1)]);
      else options.push([`--${name}`, long.includes(name) ? args[++at] : undefined]);
    } else if (flags.includes(text.slice(1))) options.push([text, undefined]);
    else if (long.includes(text.slice(1))) options.push([text, args[++at]]);
    else
      for (let letter = 1; letter < text.length; letter++) {
        const name = `-${text[letter]!}`;
        if (!takes.includes(text[letter]!)) options.push([name, undefined]);
        else {
          options.push([name, letter + 1 < text.length ? after(word, letter + 1) : args[++at]]);
          break;
        }
      }
  }
  return { options, rest: args.slice(at) };
}

export function valueOfOption({ options }: Found, ...names: readonly string[]): Word | undefined {
  return options.find(([name]) => names.includes(name))?.[1];
}

export function hasOption({ options }: Found, ...names: readonly string[]): boolean {
  return options.some(([name]) => names.includes(name));
}

/** The word without its prefix. */
export function after(word: Word, from: number): Word {
  return { ...word, text: word.text.slice(from) };
}
