/** Which words of a prompt are the user's own, and which are shown to the agent: quotes, pasted text, files, logs. */

/** In place of a character of others: a word of these is no word of a rule. */
const HIDDEN = "\uFFFC";

const FENCE = /^\s*(?:```|~~~)/;
const LINE_OF_OTHERS = [
  /^(?: {4}|\t)/, // code
  /^\s*(?:\/\*|\*\/)/,
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]|(?:\w+ )?(?:err!|error|warn|warning|fatal|info|debug|trace)\b\s*[:!\]])/i, // a log
];
/** Quoted lines, and those that go on without the sign. */
const QUOTED_LINE = /^\s*[>|]/;
/** A line between the user's words and a block: "-----", "--- log ---". */
const SEPARATOR = [/^(?:---|===|\*\*\*|___)[-=*\w ]*$/, /[-=*_]{3}$/];
/** All that follows is from elsewhere. */
const FROM_HERE = /^\s*(?:\[pasted |on \S.{0,80} wrote:|(?:from|subject|title): )/i;
const COMMENT = /(?<!:)\/\/.*$/;

const OPENING = /<([a-z][\w-]*)(?![\w-])[^<>\n]*>/iy;
const CLOSING = /<\/([a-z][\w-]*)>/gi;

const SHOWING =
  "summari[sz]e|translate|explain|read|review|check|see|look(?:ing)? at|answer|reply|respond|shorten|rephrase|rewrite|proofread|improve|fix|analy[sz]e|debug|consider|discuss|here(?:'s|\u2019s| is| are)|this is|these are|that's|below";
const MATERIAL =
  "this|these|that|following|issue|ticket|comment|mail|e-?mail|message|letter|post|log|output|error|readme|docs?|documentation|article|page|thread|text|diff|snippet|description|report|trace|warning|paragraph|sentence|review|quote|story|note from";
const LABEL =
  "(?:the |an? )?(?:(?:issue|ticket|bug|pr|pull request) ?#?\\d*|(?:build |test |error |console |command |server )?(?:error|output|log|logs|trace|stack ?trace|stderr|stdout)(?: message)?|(?:review |code review |pr )?comment|e-?mail|mail|message|description|docstring|quote)(?: (?:of|from|by|in) [^:\\n]{1,60}| was| is| says| said)?";
/** "Summarise this issue: …", "Error log: …": what follows the colon, to the end of the prompt. */
const HEADING = new RegExp(
  `(?:^|[.!?;]\\s+|\\n\\s*)(?:[^.!?:;\\n]{0,80}\\b(?:${SHOWING})\\b[^.!?:;\\n]{0,80}\\b(?:${MATERIAL})\\b[^.!?:;\\n]{0,60}|[^.!?:;\\n]{0,40}\\b(?:here(?:'s| is| are)|this is|these are)\\b[^.!?:;\\n]{1,80}|${LABEL}):(?=\\s)`,
  "i",
);

const PAIRS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "\u201c": "\u201d",
  "\u201e": "\u201c\u201d",
  "\u2018": "\u2019",
  "\u201a": "\u2018\u2019",
  "\u00ab": "\u00bb",
  "\u00bb": "\u00ab",
};
/** The same character opens and closes: where it stands tells. */
const STRAIGHT = /["'`]/;
const BEFORE = /[\s([{:=,;/\u2013\u2014-]/;
const AFTER = /[\s)\]}:=,;.!?/\u2013\u2014-]/;

/** The prompt with each character of others replaced: places stay. */
export function ownWords(prompt: string): string {
  return hideAfterHeading(hideQuotes(hideLines(hideTagged(prompt))));
}

/** Lines stay lines. */
function hidden(text: string): string {
  return text.replace(/[^\n]/g, HIDDEN);
}

/** Comments, what stands between two tags, and what follows a tag alone on its line that is not closed. */
function hideTagged(prompt: string): string {
  const closings = closingTags(prompt);
  let out = "";
  let at = 0;
  while (at < prompt.length) {
    const next = prompt.indexOf("<", at);
    if (next === -1) break;
    const end = endOfTagged(prompt, next, closings) ?? next;
    out += prompt.slice(at, next) + (end === next ? "<" : hidden(prompt.slice(next, end)));
    at = Math.max(end, next + 1);
  }
  return out + prompt.slice(at);
}

/** Where closing tags of each name end, last first. */
function closingTags(prompt: string): Map<string, number[]> {
  const closings = new Map<string, number[]>();
  for (const { 0: tag, 1: name = "", index } of [...prompt.matchAll(CLOSING)].reverse()) {
    const ends = closings.get(name.toLowerCase());
    if (ends === undefined) closings.set(name.toLowerCase(), [index + tag.length]);
    else ends.push(index + tag.length);
  }
  return closings;
}

function endOfTagged(prompt: string, at: number, closings: ReadonlyMap<string, number[]>): number | undefined {
  if (prompt.startsWith("<!--", at)) {
    const end = prompt.indexOf("-->", at);
    return end === -1 ? prompt.length : end + 3;
  }
  OPENING.lastIndex = at;
  const [tag, name = ""] = OPENING.exec(prompt) ?? [];
  if (tag === undefined) return undefined;
  const ends = closings.get(name.toLowerCase()) ?? [];
  while (ends.length > 0 && ends.at(-1)! <= at) ends.pop();
  const isOpenBlock = tag === `<${name}>` && isBlank(prompt, at, -1) && isBlank(prompt, at + tag.length - 1, 1);
  return ends.at(-1) ?? (isOpenBlock ? prompt.length : undefined);
}

/** Nothing but spaces from a place to the end of its line, or to its start. */
function isBlank(text: string, from: number, step: 1 | -1): boolean {
  let at = from + step;
  while (text[at] === " " || text[at] === "\t") at += step;
  return text[at] === undefined || text[at] === "\n";
}

function hideLines(prompt: string): string {
  let inFence = false;
  let inBlock = false;
  let inQuote = false;
  let isOver = false;
  const lines = prompt.split("\n").map((line) => {
    const isFence = FENCE.test(line);
    const isSeparator = SEPARATOR.every((one) => one.test(line.trim()));
    if (isFence) inFence = !inFence;
    if (isSeparator) inBlock = !inBlock;
    isOver ||= FROM_HERE.test(line);
    inQuote = line.trim() !== "" && (inQuote || QUOTED_LINE.test(line));
    const isOthers = isFence || inFence || isSeparator || inBlock || isOver || inQuote;
    if (isOthers || LINE_OF_OTHERS.some((one) => one.test(line))) return hidden(line);
    return line.replace(COMMENT, hidden);
  });
  return lines.join("\n");
}

/** A quote that does not end was cut: it goes to the end. */
function hideQuotes(text: string): string {
  let out = "";
  let at = 0;
  while (at < text.length) {
    const closing = PAIRS[text[at]!];
    const opens = closing !== undefined && canOpen(text, at);
    if (!opens) out += text[at++];
    else {
      const end = endOf(text, at + 1, closing);
      out += HIDDEN.repeat(end - at);
      at = end;
    }
  }
  return out;
}

function canOpen(text: string, at: number): boolean {
  if (text[at + 1] === undefined || /\s/.test(text[at + 1]!)) return false;
  return at === 0 || BEFORE.test(text[at - 1]!) || (STRAIGHT.test(text[at]!) && text[at - 1] === text[at]);
}

function endOf(text: string, from: number, closing: string): number {
  for (let at = from; at < text.length; at++) {
    if (!closing.includes(text[at]!)) continue;
    const after = text[at + 1];
    if (!STRAIGHT.test(text[at]!) && !/[\u2019]/.test(text[at]!)) return at + 1;
    if (after === undefined || AFTER.test(after)) return at + 1;
  }
  return text.length;
}

function hideAfterHeading(text: string): string {
  const found = HEADING.exec(text);
  if (found === null) return text;
  const end = found.index + found[0].length;
  return text.slice(0, end) + hidden(text.slice(end));
}
