/** Shells, and commands that run text as commands. */
import { type Input, type Invocation, UNKNOWN, type Word } from "../model/invocation.js";
import { type Call, runText, type TakeApart } from "./call.js";
import { everydayText } from "./everyday.js";
import { startsItself } from "./functions.js";
import { fileKey, fileText, readFrom } from "./printed.js";
import type { Reader, Start } from "./reader.js";
import { plainWord } from "./scope.js";

const NAMES = ["sh", "bash", "zsh", "dash", "ksh", "ksh93", "mksh", "ash", "rbash", "fish", "csh", "tcsh", "yash"];
const INTERPRETERS = /^(?:python[\d.]*|node|nodejs|deno|bun|perl|ruby|php|lua|osascript|Rscript|pwsh|powershell)$/;
const STANDARD_INPUT = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/;
const CANNOT_TELL = "runs text as commands that cannot be determined";

interface ShellWords {
  readonly text: Word | undefined;
  /** Script and arguments, or the words after the text of `-c`. */
  readonly rest: readonly Word[];
  readonly standardInput: boolean;
}

export function splitShell(args: readonly Word[]): ShellWords {
  let command = false;
  let standardInput = false;
  let at = 0;
  const before: Word[] = [];
  for (; at < args.length; at++) {
    const { text } = args[at]!;
    if (text === "--") {
      at++;
      break;
    }
    if (/^--(?:rcfile|init-file)$/.test(text)) at++;
    else if (text.startsWith("--command=")) before.push(plainWord(text.slice(10)));
    else if (text === "--command" || text === "--init-command") before.push(args[++at] ?? plainWord(""));
    else if (!/^[-+]./.test(text)) break;
    else if (!text.startsWith("--")) {
      if (text.includes("c")) command = true;
      if (text.includes("s") && text.startsWith("-")) standardInput = true;
      at += [...text.slice(1)].filter((letter) => letter === "o" || letter === "O").length;
    }
  }
  const rest = args.slice(at);
  if (before.length > 0) return { text: before[0], rest, standardInput };
  return command ? { text: rest[0], rest: rest.slice(1), standardInput } : { text: undefined, rest, standardInput };
}

const shell: TakeApart = (call) => {
  const { text, rest, standardInput } = splitShell(call.args);
  const [script, ...others] = rest;
  if (text !== undefined) return runShell(call, text.text, rest.slice(1), rest[0]?.text);
  if (standardInput || script === undefined || STANDARD_INPUT.test(script.text)) {
    const given = standardInput ? rest : others;
    return readsCommands(call.start.input) ? runShell(call, readFrom(call.start.input, call.reader), given) : undefined;
  }
  if (/^\/(?:dev|proc\/self)\/fd\//.test(script.text) && !call.reader.files.has(script.text))
    call.reader.cannotTell(CANNOT_TELL, call.start.line);
  return call.reader.files.has(fileKey(script.text))
    ? runShell(call, fileText(script.text, call.reader), others)
    : undefined;
};

function runShell(call: Call, text: string, positional: readonly Word[], zero?: string): Invocation[] {
  return runUnlessUnknown(call, text, () =>
    runText(call, text, { fresh: true, positional, ...(zero === undefined ? {} : { zero }) }),
  );
}

function runUnlessUnknown(call: Call, text: string, run: () => Invocation[]): Invocation[] {
  if (text.trim() !== UNKNOWN) return run();
  if (!everydayText(call)) call.reader.cannotTell(CANNOT_TELL, call.start.line);
  return [];
}

/** Script files are handled like any script, also if piped in by programs that only print files. */
function readsCommands(input: Input): boolean {
  if (input.kind === "none" || input.kind === "file") return false;
  return !(
    input.kind === "pipe" &&
    input.from.length > 0 &&
    input.from.every(
      ({ program, args, input: its }) =>
        program === "cat" && args.length > 0 && its.kind === "none" && args.every(({ known }) => known),
    )
  );
}

const evaluate: TakeApart = (call) => {
  const words = call.args[0]?.text === "--" ? call.args.slice(1) : call.args;
  const text = words.map((word) => word.text).join(" ");
  if (text === "") return undefined;
  return runUnlessUnknown(call, text, () => runText(call, text, { itself: true }));
};

const source: TakeApart = (call) => {
  const [file, ...positional] = call.args[0]?.text === "--" ? call.args.slice(1) : call.args;
  if (file === undefined) return undefined;
  if (!STANDARD_INPUT.test(file.text) && !call.reader.files.has(fileKey(file.text))) return undefined;
  const text = STANDARD_INPUT.test(file.text)
    ? readFrom(call.start.input, call.reader)
    : fileText(file.text, call.reader);
  const change = { itself: true, ...(positional.length > 0 ? { positional } : {}) };
  return runUnlessUnknown(call, text, () => runText(call, text, change));
};

/** `at`, `batch`: run standard input later. */
const later: TakeApart = (call) => {
  const { input } = call.start;
  if (input.kind === "none" || input.kind === "file") return undefined;
  const text = readFrom(input, call.reader);
  runUnlessUnknown(call, text, () => runText(call, text, { fresh: true }));
  return undefined;
};

export const SHELLS: Readonly<Record<string, TakeApart>> = {
  ...Object.fromEntries(NAMES.map((name) => [name, shell])),
  eval: evaluate,
  source,
  ".": source,
  at: later,
  batch: later,
};

/** Runs a file that the line itself wrote, by name. */
export function scriptOfLine(call: Call): Invocation[] | undefined {
  const { name } = call.invocation;
  if (!name.text.includes("/") || !call.reader.files.has(fileKey(name.text))) return undefined;
  const text = fileText(name.text, call.reader);
  if (/(?:\$0|\$BASH_SOURCE)["']?[^\n]{0,80}&(?!&)/.test(text.slice(0, 5000)))
    call.reader.effects.push(startsItself(call.start.line));
  return runShell(call, text, call.args);
}

/** A process substitution as the script argument is what the program reads. */
export function inputOf(program: string | undefined, start: Start, reader: Reader): Input {
  const { words, input, inside = [] } = start;
  if (program === undefined) return input;
  const piped = words.slice(1).find(({ text }) => text.startsWith("/dev/fd/") && reader.files.has(text));
  if (input.kind === "none" && piped !== undefined) return { kind: "pipe", from: reader.files.get(piped.text)!.flat() };
  const runsText =
    program === "eval" ||
    ((NAMES.includes(program) || INTERPRETERS.test(program)) &&
      words.some(({ text }) => /^-\w*[cepr]$|^--e/.test(text)));
  return runsText && inside.length > 0 && words.some(({ known }) => !known) ? { kind: "pipe", from: inside } : input;
}
