/** "Did you mean": known names close to a misspelt one. */
import { EVENT_NAMES, fold } from "../events/events.js";

/** Maximum length of compared names: the work is quadratic in the length. */
const LONGEST = 64;
const SHOWN = 3;

/**
 * ` Did you mean "list"?`, or an empty string. Names that contain the given one count if none has a similar spelling, then
 * names whose first word has: `cluade` for `claude-code`.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const ways = [suggestNames, containing, startingLike];
  const near = ways.map((find) => find(name, known)).find((found) => found.length > 0) ?? [];
  return near.length === 0 ? "" : ` Did you mean ${near.map((one) => `"${one}"`).join(" or ")}?`;
}

/** Known names with the most similar spelling. */
export function suggestNames(name: string, known: readonly string[]): string[] {
  const folded = fold(name);
  const near = known
    .map((candidate) => ({ candidate, distance: editDistance(folded, fold(candidate)) }))
    .filter(({ distance }) => distance <= mostEdits(folded.length) && distance < folded.length);
  const best = Math.min(...near.map(({ distance }) => distance));
  return near.flatMap(({ candidate, distance }) => (distance === best ? [candidate] : [])).slice(0, SHOWN);
}

/** Two edits make most names of three letters alike. */
function mostEdits(length: number): number {
  return length <= 3 ? 1 : Math.max(2, Math.floor(length / 3));
}

/** `Unknown event "PreTolUse". Did you mean "PreToolUse"?` */
export function unknownEvent(name: string): string {
  return `Unknown event "${name}".${didYouMean(name, EVENT_NAMES)}`;
}

function containing(name: string, known: readonly string[]): string[] {
  const folded = fold(name);
  if (folded.length < 3 || folded.length > LONGEST) return [];
  return known.filter((one) => fold(one).includes(folded) || folded.includes(fold(one))).slice(0, SHOWN);
}

function startingLike(name: string, known: readonly string[]): string[] {
  const alike = suggestNames(name, [...new Set(known.map(firstWord))]);
  return known.filter((one) => alike.includes(firstWord(one))).slice(0, SHOWN);
}

const firstWord = (name: string) => name.split("-", 1)[0]!;

/** Two neighbours in the wrong order are the likeliest slip: less than one edit. */
function editDistance(a: string, b: string): number {
  if (a.length > LONGEST || b.length > LONGEST) return Number.POSITIVE_INFINITY;
  let beforeThat: readonly number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(row[j - 1]! + 1, previous[j]! + 1, changed);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, beforeThat[j - 2]! + 0.5);
    }
    beforeThat = previous;
    previous = row;
  }
  return previous[b.length]!;
}
