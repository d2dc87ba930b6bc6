/** Parses `find`: its directories, its tests, and the commands it runs. */
import type { Invocation, Word } from "../model/invocation.js";

export interface Search {
  readonly roots: readonly Word[];
  /** Name patterns that cover all matches; empty if it also acts on other files. */
  readonly names: readonly string[];
  /** Acts only on empty files and directories: `-empty`. */
  readonly empty: boolean;
  /** Selects by age, size or owner. */
  readonly limited: boolean;
  /** Commands it runs on matches, as one string each. */
  readonly starts: readonly string[];
}

const DOT: Word = { text: ".", known: true, glob: false, source: "." };
const STARTS = /^-(?:exec|execdir|ok|okdir)$/;
const ACTS = /^-(?:delete|exec|execdir|ok|okdir|print0?|printf|fprint0?|ls)$/;
const LIMITS = /^-(?:[acm](?:time|min|newer)|newer\w{0,2}|size|user|group|uid|gid|perm|nouser|nogroup|links)$/;

export function searchOf({ args }: Invocation): Search {
  let at = args.findIndex(({ text }) => !/^-(?:[HLP]|D|O\d?)$/.test(text));
  const roots: Word[] = [];
  for (; at >= 0 && at < args.length && !/^[-(!]/.test(args[at]!.text); at++) roots.push(args[at]!);
  const terms = at < 0 ? [] : args.slice(at).map(({ text }) => text);
  const tests = testsOf(terms);
  return {
    roots: roots.length === 0 ? [DOT] : roots,
    names: namesOf(tests, 0) ?? [],
    empty: tests.some((text, i) => text === "-empty" || (text === "-size" && /^0[cbkwMG]?$/.test(tests[i + 1] ?? ""))),
    limited: tests.some((text) => LIMITS.test(text)),
    starts: startsOf(terms),
  };
}

/** The tests that apply to the changing action: those before it within the same `-o` alternative. */
function testsOf(terms: readonly string[]): readonly string[] {
  const changes = terms.findIndex((text) => text === "-delete" || STARTS.test(text));
  const action = changes >= 0 ? changes : terms.findIndex((text) => ACTS.test(text));
  if (action < 0) return terms;
  let depth = 0;
  for (let at = action - 1; at >= 0; at--) {
    if (terms[at] === ")") depth++;
    else if (terms[at] === "(") depth--;
    else if (depth === 0 && isOr(terms[at]!)) return terms.slice(at + 1, action);
  }
  return terms.slice(0, action);
}

function isOr(text: string): boolean {
  return text === "-o" || text === "-or" || text === ",";
}

/** Every alternative must name something; negated tests name nothing. */
function namesOf(tests: readonly string[], depth: number): string[] | undefined {
  if (depth > 20) return undefined;
  const found: string[] = [];
  let own = 0;
  for (let at = 0; at < tests.length; at++) {
    const text = tests[at]!;
    const negated = /^(?:!|-not)$/.test(tests[at - 1] ?? "");
    if (isOr(text)) {
      if (own === 0) return undefined;
      own = 0;
    } else if (text === "(") {
      const end = closing(tests, at);
      const inner = negated ? undefined : namesOf(tests.slice(at + 1, end), depth + 1);
      found.push(...(inner ?? []));
      own += inner?.length ?? 0;
      at = end;
    } else if (NAMES.test(text) || (/^-x?type$/.test(text) && tests[at + 1] === "l")) {
      const name = tests[++at] ?? "";
      if (negated || ANY.test(name)) continue;
      found.push(name);
      own++;
    }
  }
  return own === 0 ? undefined : found;
}

const NAMES = /^-(?:i?(?:name|path|wholename|regex|lname)|inum|samefile)$/;
const ANY = /^(?:|\*|\.\*|\*\.\*|\?\*|\*\?|\.|\.\/\*|\.\*\/\.\*)$/;

function closing(tests: readonly string[], open: number): number {
  let depth = 0;
  for (let at = open; at < tests.length; at++) {
    if (tests[at] === "(") depth++;
    else if (tests[at] === ")" && --depth === 0) return at;
  }
  return tests.length;
}

function startsOf(terms: readonly string[]): string[] {
  const starts: string[] = [];
  for (let at = 0; at < terms.length; at++) {
    if (!STARTS.test(terms[at]!)) continue;
    const end = terms.findIndex((text, place) => place > at && (text === ";" || text === "+" || text === "\\;"));
    starts.push(terms.slice(at + 1, end < 0 ? undefined : end).join(" "));
    at = end < 0 ? terms.length : end;
  }
  return starts;
}
