/** Finds the code that an interpreter receives as an argument or on standard input. */
import type { Where } from "../model/effect.js";
import { inputText } from "../model/input-text.js";
import { type Invocation, UNKNOWN, type Word } from "../model/invocation.js";
import { JAVASCRIPT } from "./javascript.js";
import type { Language } from "./language.js";
import { languageNamed } from "./languages.js";

export interface InlineCode {
  readonly language: Language;
  readonly code: string;
}

/** Options whose value is code, by language. Letters may be grouped: `-lane`. */
const CODE_OPTIONS: Readonly<Record<string, { readonly letters: string; readonly long: readonly string[] }>> = {
  python: { letters: "c", long: [] },
  javascript: { letters: "ep", long: ["--eval", "--print", "--execute"] },
  ruby: { letters: "e", long: [] },
  perl: { letters: "eE", long: [] },
  php: { letters: "rBRE", long: ["--run", "--process-begin", "--process-code", "--process-end"] },
  lua: { letters: "e", long: [] },
  r: { letters: "e", long: [] },
  applescript: { letters: "e", long: [] },
};
/** Letters that take a value which is not code: the rest of the word, or the next word. */
const TAKING: Readonly<Record<string, string>> = {
  python: "mWX",
  javascript: "rCI",
  ruby: "IrCFxKE",
  perl: "IMmFixCD0l",
  php: "cdfFtSz",
  lua: "l",
  r: "g",
  applescript: "ls",
};

export function inlineCode({ program, args, input, moreArgs }: Invocation, where: Where): InlineCode | undefined {
  const language = program === undefined ? undefined : languageOf(program, args);
  if (language === undefined) return undefined;
  const { code, reads } = fromArguments(language, args, program!);
  if (code.length > 0) return { language, code: code.join("\n") };
  if (!reads || moreArgs) return undefined;
  // Script files and downloads are handled elsewhere.
  const text = input.kind === "file" ? undefined : inputText(input, where);
  return text === undefined || text.trim() === UNKNOWN ? undefined : { language, code: text };
}

function languageOf(program: string, args: readonly Word[]): Language | undefined {
  const language = languageNamed(program);
  const other = args.findIndex(({ text }) => text === "-l");
  return language?.name === "applescript" && other !== -1 && args[other + 1]?.text === "JavaScript"
    ? JAVASCRIPT
    : language;
}

/** `reads`: no script is given, so the interpreter runs its standard input. */
function fromArguments(language: Language, args: readonly Word[], program: string): { code: string[]; reads: boolean } {
  const { letters, long } = CODE_OPTIONS[language.name]!;
  const taking = TAKING[program === "osascript" ? "applescript" : language.name]!;
  const code: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const { text } = args[at]!;
    if (at === 0 && text === "eval" && (program === "deno" || program === "node")) continue;
    if (at === 1 && args[0]!.text === "eval" && program === "deno" && !text.startsWith("-"))
      return { code: [text], reads: false };
    if (text === "-") return { code, reads: code.length === 0 };
    if (text === "--" || !text.startsWith("-")) return { code, reads: false };
    if (text.startsWith("--")) {
      const [name = "", value] = splitOnce(text, "=");
      if (!long.includes(name)) continue;
      code.push(value ?? args[++at]?.text ?? UNKNOWN);
      continue;
    }
    const found = inGroup(text, letters, taking, language.name);
    if (found === undefined) continue;
    if (found.kind === "value") {
      if (found.rest === "") at++;
      // A module or script file is given, so standard input is its data.
      if (/^-[a-zA-Z]*[mf]/.test(text) && (language.name === "python" || language.name === "php"))
        return { code, reads: false };
    } else {
      code.push(found.rest === "" ? (args[++at]?.text ?? UNKNOWN) : found.rest);
      if (language.name === "python") return { code, reads: false };
    }
  }
  return { code, reads: code.length === 0 };
}

function inGroup(
  text: string,
  letters: string,
  taking: string,
  language: string,
): { kind: "code" | "value"; rest: string } | undefined {
  for (let at = 1; at < text.length; at++) {
    const letter = text[at]!;
    if (letters.includes(letter)) {
      const rest = text.slice(at + 1);
      // `-pe`: the next letter is another option. Only Python and Perl accept code attached to the letter.
      if (rest !== "" && language !== "python" && letters.includes(rest[0]!)) continue;
      return { kind: "code", rest: language === "javascript" ? "" : rest };
    }
    if (taking.includes(letter)) {
      // Numbers after `-0` and `-l`, and the suffix after `-i`, are attached to their letter.
      if (language === "perl" && "0liCDx".includes(letter)) {
        const stuck = /^[\d.x]*/.exec(text.slice(at + 1))?.[0].length ?? 0;
        if (letter === "i" && text.length > at + 1 && !/^[pnleaE]/.test(text.slice(at + 1))) return undefined;
        at += stuck;
        continue;
      }
      return { kind: "value", rest: text.slice(at + 1) };
    }
  }
  return undefined;
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
