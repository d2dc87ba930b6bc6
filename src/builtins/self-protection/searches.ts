/**
 * Reach of a search: `find / -maxdepth 1 -name '*.c'` finds none of our files, `grep -l roof` prints nothing of them.
 */
import { basename } from "node:path";
import { compileGlob } from "../../core/match/glob.js";
import { operands } from "../../effects/model/arguments.js";
import type { Invocation } from "../../effects/model/invocation.js";

/** True if a file of this name, at this depth below the start, may match. */
export type Finds = (name: string, depth: number) => boolean;

export function findsOf({ args }: Invocation, home: string): Finds {
  const valuesOf = (option: RegExp) =>
    args.flatMap(({ text }, at) => (option.test(args[at - 1]?.text ?? "") && !isNegated(args, at - 1) ? [text] : []));
  if (isOfOthers(valuesOf, home)) return () => false;
  const most = Math.min(...valuesOf(/^-maxdepth$|^--max-depth$/).map(Number), Number.POSITIVE_INFINITY);
  try {
    const tests = valuesOf(/^-i?name$/).map((pattern) => compileGlob(pattern, "shell"));
    return (name, depth) => !(depth > most) && (tests.length === 0 || tests.some((fits) => fits(name)));
  } catch {
    return (_name, depth) => !(depth > most); // invalid pattern
  }
}

/** Our files belong to the user who runs the agent. */
function isOfOthers(valuesOf: (option: RegExp) => string[], home: string): boolean {
  const own = basename(home);
  const isOther = (value: string, id: number | undefined) =>
    /^\d+$/.test(value) ? value !== String(id) : /^[a-z][\w-]*$/i.test(value) && value !== own;
  return (
    valuesOf(/^-user$/).some((value) => isOther(value, process.getuid?.())) ||
    valuesOf(/^-group$/).some((value) => isOther(value, process.getgid?.()))
  );
}

function isNegated(args: Invocation["args"], at: number): boolean {
  return /^(?:!|-not)$/.test(args[at - 1]?.text ?? "");
}

const SEARCHES = /^(?:[ef]?grep|rg|ag|ack)$/;
const NAMES_ONLY = /^-[a-zA-Z]{0,10}[lLcq][a-zA-Z]{0,10}$|^--(?:files-with(?:out)?-match(?:es)?|count|quiet|silent)$/;
/** Longer than words that hexadecimal digits form by chance. */
const PLAIN_WORDS = /^(?=.*[g-z])[\w .,-]{4,100}$/i;
const ABOUT_SECRETS = /snaphook|control|\bhooks\b|token|secret|key|passw|bearer|auth|credential/i;

/** Prints names, or lines with words that occur in none of our secrets. */
export function isHarmlessSearch(invocation: Invocation): boolean {
  const { program = "", args } = invocation;
  if (!SEARCHES.test(program)) return false;
  if (args.some(({ text }) => NAMES_ONLY.test(text))) return true;
  const shows = args.some(({ text }) =>
    /^-[a-zA-Z]{0,10}[ABCvef]|^--(?:context|invert|regexp|file|text|binary)|^-[a-zA-Z]{0,10}a/.test(text),
  );
  const pattern = operands(invocation)[0]?.text ?? "";
  return !shows && PLAIN_WORDS.test(pattern) && !ABOUT_SECRETS.test(pattern);
}

/** Reads the files it receives, and writes to another. */
export function isPacking({ program = "", args }: Invocation): boolean {
  const has = (form: RegExp) => args.some(({ text }) => form.test(text));
  switch (program) {
    case "tar":
    case "bsdtar":
    case "gtar":
      return has(/^-?[a-zA-Z]{0,20}[cru][a-zA-Z]{0,20}$|^--(?:create|append|update)$/) && !has(/^--remove-files$/);
    case "cp":
      return has(/^-[a-zA-Z]{0,10}t|^--target-directory/);
    default:
      return program === "zip" && !has(/^-[a-zA-Z]{0,10}m/);
  }
}

/** `find .. -type d | xargs tar --no-recursion -cf x.tar`: entries of directories, and no file in them. */
export function packsOnlyFolders({ program = "", args }: Invocation, listers: readonly Invocation[]): boolean {
  return (
    /^(?:tar|bsdtar|gtar)$/.test(program) &&
    args.some(({ text }) => text === "--no-recursion") &&
    !args.some(({ text }) => text === "--recursion") &&
    listers.length > 0 &&
    listers.every(
      (one) =>
        one.program === "find" &&
        one.args.some(
          ({ text }, at) => text === "-type" && one.args[at + 1]?.text === "d" && !isNegated(one.args, at),
        ) &&
        !one.args.some(({ text }) => /^(?:-o|-or|,)$/.test(text)),
    )
  );
}
