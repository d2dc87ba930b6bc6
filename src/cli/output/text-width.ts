/** How many columns a text takes on a terminal, and how it is wrapped or cut to fit. Colour codes take no column. */

const COLOUR = /\u001b\[\d+m/g;
/** East Asian wide and fullwidth characters, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const MARK = /^[\p{Mn}\p{Me}]$/u;
const PLAIN = /^[ -~]*$/;
const RESET = "\u001b[0m";
/** A line goes on below its text, if its label is no wider than this. */
const WIDEST_LABEL = 24;

export function withoutColours(text: string): string {
  return text.includes("\u001b") ? text.replace(COLOUR, "") : text;
}

export function textWidth(text: string): number {
  const plain = withoutColours(text);
  if (PLAIN.test(plain)) return plain.length;
  let width = 0;
  for (const char of plain) width += charWidth(char);
  return width;
}

/**
 * Wraps at spaces and between wide characters, never inside a word: a path, hash or URL may stay longer than `width`. Code in
 * backticks stays on one line if it fits. Later lines begin with `hang` spaces; by default below the text of the first line.
 * JSON and TOML stay as they are: people copy them.
 */
export function wrapText(text: string, width: number, hang?: number): string {
  if (!Number.isFinite(width) || /^\s*[[{]/.test(text)) return text;
  const lines = text.split("\n").flatMap((line) => (textWidth(line) <= width ? [line] : wrapLine(line, width, hang)));
  return (text.includes("\u001b") ? colourEach(lines) : lines).join("\n");
}

function wrapLine(line: string, width: number, hang = hangOf(line)): string[] {
  const indent = /^ */.exec(withoutColours(line))![0].length;
  // What is quoted behind a bar stays behind one: no part of it may look like a line of ours.
  const bar = /^ *[│┆|] /.exec(withoutColours(line))?.[0].replace("│", "┆");
  const under = bar ?? " ".repeat(Math.min(hang, Math.floor(width / 2)));
  const lines: string[] = [];
  let current = "";
  let used = 0;
  for (const { gap, word } of wordsOf(line, width - under.length)) {
    const wide = textWidth(gap + word);
    const isFirst = used === 0;
    if (isFirst || used + wide <= width) {
      current += gap + word;
      used += wide;
      continue;
    }
    lines.push(current);
    current = under + word;
    used = under.length + textWidth(word);
  }
  lines.push(current);
  return indent >= width ? [line] : lines;
}

/** A colour ends with its line and begins again on the next one: other cells of a table stand beside it. */
function colourEach(lines: readonly string[]): string[] {
  let open = "";
  return lines.map((line) => {
    if (line === "") return line;
    const [, indent = "", rest = ""] = /^( *)(.*)$/s.exec(line)!;
    const shown = `${indent}${open}${rest}`;
    const last = shown.match(COLOUR)?.at(-1) ?? RESET;
    open = last === RESET ? "" : last;
    return open === "" ? shown : `${shown}${RESET}`;
  });
}

/** `  reason   because …` goes on below `because`. */
function hangOf(line: string): number {
  const plain = withoutColours(line);
  const label = /^ *\S+(?: \S+)? {2,}/.exec(plain)?.[0];
  if (label !== undefined && label.length <= WIDEST_LABEL) return label.length;
  const bullet = /^ *(?:[-*•✓✗⊘?!·→│]|\d+\.) +/.exec(plain)?.[0];
  return bullet?.length ?? /^ */.exec(plain)![0].length + (plain.startsWith(" ") ? 2 : 0);
}

interface Word {
  /** Spaces before it, or nothing between two wide characters. */
  readonly gap: string;
  readonly word: string;
}

function* wordsOf(line: string, room: number): Generator<Word> {
  for (const { gap, word } of spaced(line.match(/ +|(?:`[^`]*`|[^ `]|`)+/g) ?? [])) {
    if (textWidth(word) <= room) yield { gap, word };
    else yield* splitWord(gap, word);
  }
}

/** Each word with the spaces before it. */
function* spaced(parts: readonly string[]): Generator<Word> {
  for (const [at, word] of parts.entries()) {
    if (word.startsWith(" ")) continue;
    const before = parts[at - 1] ?? "";
    yield { gap: before.startsWith(" ") ? before : "", word };
  }
}

/** Code in backticks that is too long for a line, and texts in scripts that are written without spaces. */
function* splitWord(gap: string, word: string): Generator<Word> {
  for (const { gap: space, word: part } of spaced(word.match(/ +|[^ ]+/g) ?? [])) {
    let before = gap === "" ? space : gap;
    gap = "";
    if (!WIDE.test(part)) {
      yield { gap: before, word: part };
      continue;
    }
    for (const piece of part.match(PIECES) ?? []) {
      yield { gap: before, word: piece };
      before = "";
    }
  }
}

const PIECES = new RegExp(`(?:${WIDE.source})\\p{M}*|(?:(?!${WIDE.source}).)+`, "gu");

/** At most `width` columns, with `…` for the rest: after a word if one fits, else inside it, or inside it always. */
export function cutText(text: string, width: number, where: "word" | "anywhere" = "word"): string {
  if (textWidth(text) <= width) return text;
  let shown = "";
  let used = 0;
  for (const char of withoutColours(text)) {
    used += charWidth(char);
    if (used > width - 1) break;
    shown += char;
  }
  const space = shown.lastIndexOf(" ");
  const atWord = withoutColours(text)[shown.length] === " " || space < width * 0.6 || where === "anywhere";
  const said = `${(atWord ? shown : shown.slice(0, space)).trimEnd()}…`;
  const colour = /^\u001b\[\d+m/.exec(text)?.[0];
  return colour === undefined ? said : `${colour}${said}${RESET}`;
}

/** The end of a path says most. */
export function cutPath(path: string, width: number): string {
  if (textWidth(path) <= width) return path;
  let shown = "";
  let used = 1;
  for (const char of [...path].reverse()) {
    used += charWidth(char);
    if (used > width) break;
    shown = char + shown;
  }
  const slash = shown.indexOf("/");
  return `…${slash > 0 && slash < width / 2 ? shown.slice(slash) : shown}`;
}

function charWidth(char: string): number {
  if (char >= " " && char <= "~") return 1;
  return WIDE.test(char) ? 2 : MARK.test(char) ? 0 : 1;
}
