/**
 * Text as the words that the index holds: lower case, without accents, English stems, identifiers also in parts, and
 * pairs of characters where a script has no spaces. Index and query use the same words.
 */
import { stem } from "./stem.js";

const WORD_CHARS = 40;
/** Enough for a prompt of 10,000 characters. */
const MOST_WORDS = 4_000;
const LOOKED_AT_CHARS = 40_000;

const RUN = /[\p{L}\p{N}]+/gu;
/** Scripts that are written without spaces. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const UNSPACED_OR_OTHER =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
/** getUserName, HTTPServer, v2Api. */
const PARTS = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+/gu;

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are aren as at be because been before being below between both
  but by can cannot could couldn did didn do does doesn doing don down during each else few for from further get gets go
  goes going got had hadn has hasn have haven having he her here hers herself him himself his how i if in into is isn it
  its itself just let ll m may me might more most must my myself need no nor not now of off ok okay on once only or other
  ought our ours ourselves out over own please re s same she should shouldn so some such t than thank thanks that the
  their theirs them themselves then there these they this those through to too under until up us ve very want was wasn we
  were weren what when where which while who whom whose why will with won would wouldn yes you your yours yourself`.split(
    /\s+/,
  ),
);

/** Most prompts have some of them, whatever they are about. */
const FILLER =
  `add again already always another anyone anything back best better bit build called cant change come comes couldnt
  create day didnt doesnt dont else even ever every everyone everything find first fix follow following found full give
  given good great happen happened happens help hi hows idea implement isnt keep kind know last later less lets like
  little long look looks lot made make makes many maybe much new next old one ones people piece put quick quickly
  really right run say says said see seems set show simple simply since somebody someone something soon sort still sure
  take tell thats thing things think time times today try trying two use used uses using way ways well whats wheres
  whole without wont work works would write wrote`.split(/\s+/);

/** Every word, in order. */
export function wordsOf(text: string): string[] {
  const found: string[] = [];
  const plain = text
    .slice(0, LOOKED_AT_CHARS)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "");
  for (const [run] of plain.matchAll(RUN)) {
    if (UNSPACED.test(run)) for (const [piece] of run.matchAll(UNSPACED_OR_OTHER)) found.push(...inPairs(piece));
    else found.push(...ofIdentifier(run));
    if (found.length >= MOST_WORDS) break;
  }
  return found.slice(0, MOST_WORDS);
}

/** Words of a question, each once, without those that say nothing. */
export function queryWords(text: string): string[] {
  return [...new Set(wordsOf(text))].filter((word) => !STOP_STEMS.has(word));
}

/** Words of a prompt that say what it is about. */
export function promptWords(text: string): string[] {
  return queryWords(text).filter((word) => !FILLER_STEMS.has(word));
}

/** Share of `words` that are in `known`. */
export function shareOf(words: Iterable<string>, known: ReadonlySet<string>): number {
  const all = [...new Set(words)];
  return all.length === 0 ? 0 : all.filter((word) => known.has(word)).length / all.length;
}

const STOP_STEMS: ReadonlySet<string> = new Set([...STOP_WORDS, ...[...STOP_WORDS].map(stem)]);
const FILLER_STEMS: ReadonlySet<string> = new Set(FILLER.map(stem));

function ofIdentifier(run: string): string[] {
  const whole = stem(run.toLowerCase().slice(0, WORD_CHARS));
  const parts = run.match(PARTS) ?? [];
  if (parts.length < 2) return [whole];
  return [whole, ...parts.map((part) => stem(part.toLowerCase().slice(0, WORD_CHARS)))];
}

function inPairs(piece: string): string[] {
  if (!UNSPACED.test(piece)) return ofIdentifier(piece);
  const chars = [...piece];
  if (chars.length === 1) return chars;
  return chars.slice(1).map((char, at) => chars[at]! + char);
}
