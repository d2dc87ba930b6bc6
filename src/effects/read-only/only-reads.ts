/**
 * True if a command line provably only reads: it changes no file, service or setting, runs only known programs, and
 * sends no local data. In doubt it returns false, so false proves nothing.
 */
import type { Where } from "../model/effect.js";
import { type Invocation, type Reading, type Redirect, UNKNOWN, type Word } from "../model/invocation.js";
import { absolute } from "../paths/paths.js";
import { isSensitive } from "../paths/sensitive.js";
import { readCommand } from "../shell/read-command.js";
import { evaluates } from "./evaluates.js";
import { fits } from "./fits.js";
import { RULES } from "./programs/index.js";
import { isWritten, type Ways } from "./rule.js";

/** Longer lines are left to the user. */
const LONGEST = 10_000;
/** Maximum nesting of wrappers: `xargs` of `env` of `nice`. */
const DEEPEST = 8;
/** Directories of system programs; a program elsewhere may be anything. */
const SYSTEM = /^(?:\/usr|\/usr\/local|\/opt\/homebrew)?\/s?bin\/[^/]+$/;
/** Variables that change only presentation or account, and those that only the line itself uses. */
const HARMLESS =
  /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLORTERM|AWS_PROFILE|AWS_REGION|AWS_DEFAULT_REGION|AWS_DEFAULT_OUTPUT|GIT_OPTIONAL_LOCKS|PWD|OLDPWD|(?!.*proxy)[a-z]\w{0,30})$/;
const NOWHERE = /^\/dev\/(?:null|stdout|stderr|fd\/[012])$/;

/** Prefixes of additional commands that the user configured as harmless. */
export type Trusted = readonly (readonly string[])[];

export function onlyReads(command: string, where: Where, trusted: Trusted = []): boolean {
  if (command.length > LONGEST || command.trim() === "" || evaluates(command)) return false;
  return readingOnlyReads(readCommand(command, where), where, trusted);
}

function readingOnlyReads(
  { invocations, unclear, marks = [], effects = [] }: Reading,
  where: Where,
  trusted: Trusted,
): boolean {
  if (unclear.length > 0 || invocations.length === 0 || effects.length > 0) return false;
  if (!marks.every(({ mark, name }) => mark === "assigns" && HARMLESS.test(name))) return false;
  return invocations.every((invocation) => reads(invocation, where, trusted));
}

function reads(invocation: Invocation, where: Where, trusted: Trusted): boolean {
  const { variables, redirects } = invocation;
  if (![...variables].every(([name, value]) => value.known && HARMLESS.test(name))) return false;
  if (!redirects.every(isHarmlessRedirect) || !isHarmlessInput(invocation)) return false;
  if (touchesSecrets(invocation, where)) return false;
  const { words, open } = started(invocation);
  if (!open && trusted.some((start) => beginsWith(words, start))) return true;
  return commandReads(words, open, where, 0);
}

/** `find` replaces `{}` with a path that starts at the search directory, so it cannot become an option. */
function started({ name, args, moreArgs, through }: Invocation): { words: readonly Word[]; open: boolean } {
  if (through.at(-1) !== "find") return { words: [name, ...args], open: moreArgs };
  const paths = args.map((word) =>
    /^["']?\{\}["']?$/.test(word.source) && /^[./\w]/.test(word.text)
      ? { ...word, text: word.text.replaceAll(UNKNOWN, "x"), known: true }
      : word,
  );
  return { words: [name, ...paths], open: false };
}

function commandReads([name, ...args]: readonly Word[], open: boolean, where: Where, depth: number): boolean {
  if (name === undefined || !name.known || name.glob || !isWritten(name) || depth > DEEPEST) return false;
  const isPath = name.text.includes("/");
  if (isPath && !SYSTEM.test(name.text)) return false;
  const rule = RULES.get(isPath ? name.text.slice(name.text.lastIndexOf("/") + 1) : name.text);
  const ways: Ways = {
    command: (words, more) => commandReads(words, more, where, depth + 1),
    line: (text) => depth < 2 && onlyReads(text, where),
    fits: (inner, words, more) => fits(inner, words, more, ways),
  };
  return rule !== undefined && fits(rule, args, open, ways);
}

function isHarmlessRedirect({ operator, target }: Redirect): boolean {
  if (!target.known) return false;
  // Shells open network connections through these paths.
  if (operator === "<") return !/^\/dev\/(?:tcp|udp)\//.test(target.text);
  return operator !== "<>" && NOWHERE.test(target.text);
}

/** Data passed to another machine must not come from this one. */
function isHarmlessInput({ program, input }: Invocation): boolean {
  if (program !== "openssl" || input.kind === "none") return true;
  if (input.kind === "file") return input.file.text === "/dev/null";
  return (
    input.kind === "pipe" &&
    input.from.every(({ program: from, args }) => from === "echo" && args.every(({ known }) => known))
  );
}

/** Files with secrets are left to the user, also inside a word: `HEAD:.env`, `--file=.env`. */
function touchesSecrets({ program, args, redirects, input, cwd }: Invocation, where: Where): boolean {
  // A dot starts a query there: `jq .key`.
  const files = [
    ...args.filter(({ text }) => !(/^[jy]q$/.test(program ?? "") && /^\.(?!env)[^/]*$/.test(text))),
    ...redirects.map(({ target }) => target),
    ...(input.kind === "file" ? [input.file] : []),
  ];
  return files.some(({ text }) =>
    [text, ...text.slice(0, 500).split(/[=:@,]/)].some((part) => {
      const path = part.length > 1 && !part.startsWith("-") ? absolute(part, where, cwd) : undefined;
      return isSensitive(part) !== undefined || (path !== undefined && isSensitive(path) !== undefined);
    }),
  );
}

function beginsWith(words: readonly Word[], start: readonly string[]): boolean {
  return start.length > 0 && start.every((text, at) => words[at]?.known === true && words[at].text === text);
}
