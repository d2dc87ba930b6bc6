/** Finds all marks of a text, in order. Runs in linear time. */
import { cut } from "../../core/text/json.js";
import { agentNotes } from "./agent-notes.js";
import { encodedTexts } from "./encoded.js";
import type { Mark } from "./mark.js";
import { endOfPhrase, indexPhrases } from "./phrase.js";
import { DIRECTIVE, EXFILTRATION } from "./phrases/agents.js";
import { EXTRACTION } from "./phrases/extraction.js";
import { FRAME } from "./phrases/frame.js";
import { HIJACK } from "./phrases/hijack.js";
import { LANGUAGES, UNSPACED } from "./phrases/languages.js";
import { OVERRIDE } from "./phrases/override.js";
import { PERSONA } from "./phrases/persona.js";
import { SETS } from "./phrases/sets.js";
import { SPOOFING } from "./phrases/spoofing.js";
import { SUPPRESSION } from "./phrases/suppression.js";
import { SHAPES } from "./shapes.js";
import { wordsOf } from "./words.js";

export const PHRASES = indexPhrases(
  [OVERRIDE, SPOOFING, EXTRACTION, HIJACK, PERSONA, FRAME, SUPPRESSION, EXFILTRATION, DIRECTIVE, LANGUAGES],
  SETS,
);
/** Words that address a reader or mention a model. */
const ADDRESS = new Set(SETS["address"]!.split(" "));
const AROUND = 12;
const SHOWN = 80;
/** Maximum number of marks. */
const MOST = 2000;

export function findMarks(text: string): Mark[] {
  return withoutOverlaps([
    ...phraseMarks(text),
    ...agentNotes(text),
    ...shapeMarks(text),
    ...shouts(text),
    ...hiddenMarks(text),
    ...encodedMarks(text),
  ]);
}

/** Marks in text that had to be decoded first. */
function* encodedMarks(text: string): Generator<Mark> {
  for (const { decoded, start, end } of encodedTexts(text)) {
    const worst = Math.max(0, ...Array.from(phraseMarks(decoded), ({ weight }) => weight));
    if (worst >= 4) yield { kind: "encoded", start, end, weight: 8, addressed: true, words: decoded, rule: "encoded" };
  }
}

/** Of overlapping marks, keeps the heaviest. */
function withoutOverlaps(marks: readonly Mark[]): Mark[] {
  const kept: Mark[] = [];
  for (const mark of [...marks].sort((one, other) => one.start - other.start || other.weight - one.weight)) {
    const last = kept.at(-1);
    if (last === undefined || last.end <= mark.start) kept.push(mark);
    else if (mark.weight > last.weight) kept[kept.length - 1] = mark;
  }
  return kept;
}

function* phraseMarks(text: string): Generator<Mark> {
  const words = wordsOf(text);
  let found = 0;
  for (let at = 0; at < words.text.length && found < MOST; at++) {
    for (const { kind, weight, rule, steps } of PHRASES.get(words.text[at]!) ?? []) {
      const last = endOfPhrase(words, at, steps);
      if (last < 0) continue;
      found++;
      const addressed = isAddressed(words.text, at, last);
      yield marked(text, { kind, weight, rule, addressed, start: words.starts[at]!, end: words.ends[last]! });
    }
  }
}

function isAddressed(words: readonly string[], from: number, to: number): boolean {
  for (let at = Math.max(0, from - AROUND); at <= to + AROUND && at < words.length; at++) {
    if (ADDRESS.has(words[at]!)) return true;
  }
  return false;
}

function* shapeMarks(text: string): Generator<Mark> {
  for (const { kind, weight, rule, form } of SHAPES) yield* matches(text, form, { kind, weight, rule });
  for (const [weight, form] of UNSPACED) yield* matches(text, form, { kind: "override", weight, rule: form.source });
}

function* matches(text: string, form: RegExp, found: Pick<Mark, "kind" | "weight" | "rule">): Generator<Mark> {
  let count = 0;
  for (const match of text.matchAll(form)) {
    yield marked(text, { ...found, addressed: true, start: match.index, end: match.index + match[0].length });
    if (++count === 50) return;
  }
}

function marked(text: string, mark: Omit<Mark, "words">): Mark {
  return { ...mark, words: cut(text.slice(mark.start, mark.end), SHOWN) };
}

/** Emphasis overload: far more capitals and exclamation marks than a normal text. */
const CAPITALS = /\b[A-Z]{2,20}(?:[ ,'’]{1,3}[A-Z]{1,20}){5}/g;
const CRIES = /!{3,}|(?:\b(?:IMPORTANT|WARNING|ATTENTION|URGENT|CRITICAL|MUST|ALWAYS|NEVER)\b[^\n]{0,20}!{1,3})/g;
const OVERLOAD = 3;

function* shouts(text: string): Generator<Mark> {
  for (const [rule, form] of [
    ["capitals", CAPITALS],
    ["exclamation marks", CRIES],
  ] as const) {
    const found = [...text.matchAll(form)];
    const [first] = found;
    if (first === undefined || found.length < OVERLOAD) continue;
    // Long texts may contain some emphasis.
    if (found.length < text.length / 1500) continue;
    const words = first[0].slice(0, 80);
    const end = first.index + first[0].length;
    yield { kind: "emphasis", start: first.index, end, weight: 2, addressed: false, words, rule };
  }
}

/** Comments that address a model and are invisible in the rendered document. */
const SPOKEN_TO =
  /\b(?:assistants?|llms?|language models?|ai (?:agents?|models?|assistants?)|chatgpt|claude|gemini|copilot|ignore (?:all|any|the|previous|prior)|system prompt|you (?:must|are an?|should)|do not (?:tell|mention|inform))\b/i;
const LONGEST = 4000;

/** A hand-written scan: a regular expression would rescan unterminated comments. */
function* hiddenMarks(text: string): Generator<Mark> {
  // Marks only the start of the comment; its content is marked separately.
  let start = text.indexOf("<!--");
  while (start >= 0) {
    const end = text.indexOf("-->", start + 4);
    if (end < 0) return;
    const inside = text.slice(start + 4, Math.min(end, start + LONGEST)).trim();
    if (SPOKEN_TO.test(inside)) {
      const words = cut(inside, 80);
      yield { kind: "hidden", start, end: start + 4, weight: 4, addressed: true, words, rule: "comment to a model" };
    }
    start = text.indexOf("<!--", end + 3);
  }
}
