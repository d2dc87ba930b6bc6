/**
 * Marks context from a project or plugin hook, so that it is not mistaken for the user's words, and so that its content
 * cannot end the mark (T14). The security property is the bar before every line: content cannot produce a line without
 * one. The rest helps readers who skim. The same text gives the same fence, so that prompt caches stay valid.
 */
import type { Provenance } from "./decision.js";

type By = Pick<Provenance, "hook" | "source">;

const END = "--- end of context ---";
export const BAR = "| ";
const FROM = "it came with the project or a plugin, not from the user ---";
const BEGIN =
  /^--- context of hook "([^"]*)", source "([^"]*)": it came with the project or a plugin, not from the user ---$/;
const NAME_LENGTH = 80;

export function fence(text: string, { hook, source }: By): string {
  const lines = fencedText(text)
    .split("\n")
    .map((line) => BAR + line);
  const begin = `--- context of hook "${named(hook)}", source "${named(source)}": ${FROM}`;
  return [begin, ...lines, END].join("\n");
}

/** Part of a context: fenced if it names its source. */
export interface ContextPiece {
  readonly text: string;
  readonly by?: By;
}

/** Splits a joined context. Empty lines between parts are dropped. */
export function readFences(context: string): readonly ContextPiece[] {
  const lines = context.split("\n");
  const pieces: ContextPiece[] = [];
  let plain: string[] = [];
  const endPlain = () => {
    const text = plain.join("\n").replace(/^\n+|\n+$/g, "");
    if (text !== "") pieces.push({ text });
    plain = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const begin = BEGIN.exec(lines[at]!);
    const end = begin === null ? -1 : endOf(lines, at + 1);
    if (end < 0) {
      plain.push(lines[at]!);
      continue;
    }
    endPlain();
    const content = lines.slice(at + 1, end).map((line) => line.slice(BAR.length));
    pieces.push({ text: content.join("\n"), by: { hook: begin![1]!, source: begin![2]! } });
    at = end;
  }
  endPlain();
  return pieces;
}

/** For agents with a slot for instructions: fenced content never goes there. */
export function apart(context: string): { readonly plain: string; readonly fenced: string } {
  const pieces = readFences(context);
  const joined = (texts: readonly string[]) => texts.join("\n\n");
  return {
    plain: joined(pieces.flatMap(({ text, by }) => (by === undefined ? [text] : []))),
    fenced: joined(pieces.flatMap(({ text, by }) => (by === undefined ? [] : [fence(text, by)]))),
  };
}

/** End of the fence whose first content line is at `start`; negative if it is not a fence. */
function endOf(lines: readonly string[], start: number): number {
  let end = start;
  while (lines[end]?.startsWith(BAR)) end++;
  return end > start && lines[end] === END ? end : -1;
}

/** Escapes the content: removes invisible characters, and anything that looks like a fence of ours or of an agent. */
export function fencedText(text: string): string {
  const seen = text
    .replace(/[\ud800-\udfff]/gu, "\ufffd") // first: removing what is between two halves must not join them
    .replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(UNSEEN, "")
    .replace(/[\0-\x08\x0e-\x1f\x7f-\x9f]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return withoutLookAlikes(seen);
}

/** Zero-width, direction, tag, selector and filler characters: invisible to people, readable for a model. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;

/** Prefixes of our fence, and of markers that agents use for hook context, reminders and turns. */
const LOOK_ALIKE =
  /(?<!-)-{2,}(?=\s*(?:end\s+of\s+(?:context|untrusted)|context\s+of\s+hook|untrusted\s+text))|<(?=[\s/|]*(?:system|developer|assistant|user|human|instructions?|im_(?:start|end)|(?:hook|untrusted|session|environment)[-_\s]?context|antml)\b)/gi;

function withoutLookAlikes(text: string): string {
  let done = "";
  let from = 0;
  for (const { 0: found, index } of folded(text).matchAll(LOOK_ALIKE)) {
    done += text.slice(from, index) + (found === "<" ? "&lt;" : "~".repeat(found.length));
    from = index + found.length;
  }
  return done + text.slice(from);
}

/** Look-alike letters and signs, mapped to the originals; lengths stay the same. */
function folded(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (char) => {
    const code = char.charCodeAt(0);
    if (code > 0xff00 && code < 0xff5f) return String.fromCharCode(code - 0xfee0);
    const at = ALIKE.indexOf(char);
    return at < 0 ? char : ASCII[at]!;
  });
}

const ALIKE = "‐‑‒–—―−─━﹘﹣⁄∕‹〈〈⟨❮˂﹤асеһікмոорѕтхуԁοκϲυѵ";
const ASCII = "-----------//<<<<<<<acehikmnopstxydokcuv";

/** Ids are chosen by the hook's author. */
export function named(name: string): string {
  return name.slice(0, NAME_LENGTH).replace(/[^\w.:/@+#*() -]/g, "?");
}
