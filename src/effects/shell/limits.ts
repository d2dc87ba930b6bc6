/** Limits of the analysis. Anything beyond is unknown, and a guard asks. */

/** Characters parsed as commands. Plain here-documents are set aside first (`set-aside.ts`). */
export const MOST_CODE = 50_000;
/** Characters including all here-documents. */
export const MOST_TEXT = 1_000_000;
/** Started programs. */
export const MOST_INVOCATIONS = 500;
/** Visited nodes; loops visit theirs several times. */
export const MOST_STEPS = 3000;
/** Nesting of texts (`sh -c "sh -c …"`), calls and blocks. */
export const DEEPEST = 40;
/** Characters produced by expansions or parsed again inside words. */
export const MOST_EXPANDED = 100_000;
/** Values of a variable at one position. */
export const MOST_CHOICES = 4;
/** Loop iterations walked one by one. */
export const MOST_ROUNDS = 16;
/** Words of one command. */
export const MOST_WORDS = 1000;
/** Redirections of one command, and commands of one pipe. */
export const MOST_JOINED = 100;

const SHORT = 400;

/** Reason to skip parsing: the parser looks ahead from each of these characters, so many of them are slow. */
export function tooMuch(text: string): string | undefined {
  if (text.length > MOST_CODE) return "is too long to analyse";
  // So short a text without brackets reaches none of the limits below.
  if (text.length < SHORT && !text.includes("(") && !text.includes("{")) return undefined;
  const seen = { open: 0, inner: 0, deepest: 0, braces: 0, old: 0, here: 0, ends: 0, functions: 0 };
  for (let at = 0; at < text.length; at++) {
    const next = text[at + 1];
    switch (text[at]) {
      case "(":
        if (next === ")") seen.functions++;
        seen.deepest = Math.max(seen.deepest, ++seen.open);
        break;
      case ")":
        seen.open = Math.max(0, seen.open - 1);
        break;
      case "}":
        seen.inner = Math.max(0, seen.inner - 1);
        break;
      case "{":
        if (text[at - 1] === "$") seen.deepest = Math.max(seen.deepest, ++seen.inner);
        if (next !== " " && next !== "\n") seen.braces++;
        break;
      case "$":
        if (next === "[") seen.old++;
        break;
      case "<":
        if (next === "<") seen.here++;
        break;
      case ";":
      case "|":
      case "&":
      case "\n":
        seen.ends++;
        break;
    }
  }
  const { length } = text;
  if (seen.deepest > DEEPEST || seen.deepest * length > 400_000) return "is nested too deeply to analyse";
  const involved =
    seen.braces * length > 2_000_000 ||
    seen.old * length > 200_000 ||
    seen.here > 400 ||
    seen.ends > 4000 ||
    seen.functions > 100 ||
    (text.match(/\b(?:coproc|function|if|while|until|for|select|case|time)\b|!/g)?.length ?? 0) > 1500;
  return involved ? "is too complex to analyse" : undefined;
}
