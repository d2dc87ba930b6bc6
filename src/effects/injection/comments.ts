/**
 * Blanks out everything but the comments of a program in any language, so that positions stay the same. A hand-written
 * scan: a regular expression would rescan unterminated comments.
 */
const BLOCKS: readonly (readonly [start: string, end: string])[] = [
  ["/*", "*/"],
  ["<!--", "-->"],
  ['"""', '"""'],
  ["'''", "'''"],
];
/** `//` in a URL does not start a comment. */
const LINE = /(?<![:\w"'`])\/\/|(?<=^|\s)#(?=[\s!]|$)|^[ \t]{0,40}(?:--|;|%)(?=\s)/;

export function commentsOf(text: string): string {
  const kept: string[] = [];
  let at = 0;
  while (at < text.length) {
    const lineEnd = ending(text, "\n", at);
    const line = text.slice(at, lineEnd);
    const [block, opens] = firstBlock(line);
    const single = line.search(LINE);
    if (block !== undefined && (single < 0 || opens <= single)) {
      const end = Math.min(text.length, ending(text, block[1], at + opens + block[0].length) + block[1].length);
      kept.push(blank(text.slice(at, at + opens)), text.slice(at + opens, end));
      at = end;
    } else {
      kept.push(
        single < 0 ? blank(line) : blank(line.slice(0, single)) + line.slice(single),
        text.slice(lineEnd, lineEnd + 1),
      );
      at = lineEnd + 1;
    }
  }
  return kept.join("");
}

function firstBlock(line: string): [block: (typeof BLOCKS)[number] | undefined, at: number] {
  let first: (typeof BLOCKS)[number] | undefined;
  let at = line.length;
  for (const block of BLOCKS) {
    const found = line.indexOf(block[0]);
    // `src/**/*.ts` and `"/*"` do not start a comment.
    if (found >= 0 && found < at && /[\s;{}(),]/.test(line[found - 1] ?? " ")) [first, at] = [block, found];
  }
  return [first, at];
}

function ending(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from);
  return found < 0 ? text.length : found;
}

function blank(text: string): string {
  return " ".repeat(text.length);
}
