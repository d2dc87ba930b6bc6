/**
 * How well a text answers a question: the share of the question's weight that the text covers, in 0..1. Rare words weigh
 * more. Unlike a rank it is absolute: if nothing fits, nothing is near 1 (CI-04).
 */

export interface WeightedWord {
  readonly word: string;
  readonly weight: number;
  /** Number of texts of the project that have it. */
  readonly rows: number;
}

/** Below this a text has little to do with the question. */
export const LOW = 0.45;
/** The rarest words of a long question decide. */
const MOST_WORDS = 12;
/** One common word is no evidence. */
const LEAST_COVERED = 2;
const OWN = 0.6;

/** `unknown`: weight of a word that the project has never used, as a share of the mean of the known ones. */
export function weigh(
  words: readonly string[],
  documents: number,
  count: (word: string) => number,
  unknown = 1,
): readonly WeightedWord[] {
  const known = words
    .map((word) => ({ word, n: count(word) }))
    .filter(({ n }) => n > 0)
    .sort((one, other) => one.n - other.n)
    .slice(0, MOST_WORDS)
    .map(({ word, n }) => ({ word, weight: rarity(n, documents), rows: n }));
  const others = words.filter((word) => count(word) === 0).slice(0, MOST_WORDS - known.length);
  const mean = known.reduce((sum, { weight }) => sum + weight, 0) / Math.max(1, known.length);
  return [...known, ...others.map((word) => ({ word, weight: mean * unknown, rows: 0 }))];
}

/**
 * The words that candidates are looked up by: the rarest, until this many texts would be read. All of them in a usual
 * project. A text that has only commoner words could not come near the top, and reading them takes time.
 */
const MOST_READ = 5_000;

export function searchWords(question: readonly WeightedWord[]): string[] {
  const known = question.filter(({ rows }) => rows > 0).sort((one, other) => one.rows - other.rows);
  let left = MOST_READ;
  const words: string[] = [];
  for (const { word, rows } of known) {
    left -= rows;
    if (left < 0 && words.length > 0) break;
    words.push(word);
  }
  return words;
}

/** Weight of a word that `n` of the documents have. */
export function rarity(n: number, documents: number): number {
  return Math.log(1 + (Math.max(documents, n) - n + 0.5) / (n + 0.5));
}

/** `near`: the words of the text and of those around it. */
export function scoreOf(
  question: readonly WeightedWord[],
  own: ReadonlySet<string>,
  near: ReadonlySet<string> = own,
): number {
  const total = question.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0 || question.filter(({ word }) => near.has(word)).length < LEAST_COVERED) return 0;
  const covered = (by: ReadonlySet<string>) => coveredBy(question, by) / total;
  return OWN * covered(own) + (1 - OWN) * covered(near);
}

/** A session has many words: two may be there by chance. */
const LEAST_IN_SESSION = 3;
const WHOLE = 0.7;

/** How well a session answers: all its words, and the best of its `places`, a turn with those around it. */
export function sessionScoreOf(
  question: readonly WeightedWord[],
  session: ReadonlySet<string>,
  places: readonly ReadonlySet<string>[],
): number {
  const total = question.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0 || question.filter(({ word }) => session.has(word)).length < LEAST_IN_SESSION) return 0;
  const covered = (by: ReadonlySet<string>) => coveredBy(question, by) / total;
  return WHOLE * covered(session) + (1 - WHOLE) * Math.max(0, ...places.map(covered));
}

function coveredBy(question: readonly WeightedWord[], by: ReadonlySet<string>): number {
  return question.reduce((sum, { word, weight }) => (by.has(word) ? sum + weight : sum), 0);
}

/** How far two texts say the same, in 0..1, by the weight of their words (CP-12). */
export function cosineOf(one: readonly string[], other: readonly string[], weight: (word: string) => number): number {
  const square = (words: readonly string[]) => words.reduce((sum, word) => sum + weight(word) ** 2, 0);
  const also = new Set(other);
  const size = Math.sqrt(square(one) * square(other));
  return size === 0 ? 0 : square(one.filter((word) => also.has(word))) / size;
}
