/** Porter's algorithm for English word stems. Words that are not plain English letters stay as they are. */

const PAST_OR_ING = /^(.*)(?:ed|ing)$/;

export function stem(word: string): string {
  if (word.length < 3 || word.length > 30 || !/^[a-z]+$/.test(word)) return word;
  let w = word;
  if (w.endsWith("sses") || w.endsWith("ies")) w = w.slice(0, -2);
  else if (w.endsWith("s") && !w.endsWith("ss")) w = w.slice(0, -1);
  if (w.endsWith("eed")) {
    if (measure(w.slice(0, -3)) > 0) w = w.slice(0, -1);
  } else {
    const head = PAST_OR_ING.exec(w)?.[1];
    if (head !== undefined && hasVowel(head)) w = mended(head);
  }
  if (w.endsWith("y") && hasVowel(w.slice(0, -1))) w = `${w.slice(0, -1)}i`;
  w = replaced(w, STEP_2, 0);
  w = replaced(w, STEP_3, 0);
  w = replaced(w, STEP_4, 1);
  if (w.endsWith("e")) {
    const head = w.slice(0, -1);
    const m = measure(head);
    if (m > 1 || (m === 1 && !endsShort(head))) w = head;
  }
  return w.endsWith("ll") && measure(w) > 1 ? w.slice(0, -1) : w;
}

function mended(head: string): string {
  if (/(?:at|bl|iz)$/.test(head)) return `${head}e`;
  if (/([^aeiou])\1$/.test(head) && !/[lsz]$/.test(head)) return head.slice(0, -1);
  return measure(head) === 1 && endsShort(head) ? `${head}e` : head;
}

type Suffixes = readonly (readonly [suffix: string, by: string])[];

const STEP_2: Suffixes = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["abli", "able"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];
const STEP_3: Suffixes = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];
const STEP_4: Suffixes = "al ance ence er ic able ible ant ement ment ent sion tion ou ism ate iti ous ive ize"
  .split(" ")
  .map((suffix) => [suffix, suffix.endsWith("ion") ? suffix[0]! : ""]);

/** The first suffix that fits decides, whether or not it may be replaced. */
function replaced(word: string, suffixes: Suffixes, above: number): string {
  const found = suffixes.find(([suffix]) => word.endsWith(suffix));
  if (found === undefined) return word;
  const head = word.slice(0, -found[0].length) + (found[1].length === 1 && above === 1 ? found[1] : "");
  if (measure(head) <= above) return word;
  return above === 1 ? head : head + found[1];
}

/** How often a vowel is followed by a consonant. */
function measure(word: string): number {
  return shapeOf(word).match(/vc/g)?.length ?? 0;
}

function hasVowel(word: string): boolean {
  return shapeOf(word).includes("v");
}

/** Consonant, vowel, consonant, and the last is not w, x or y. */
function endsShort(word: string): boolean {
  return !/[wxy]$/.test(word) && plain(word).endsWith("cvc");
}

function plain(word: string): string {
  let shape = "";
  for (const [at, letter] of [...word].entries())
    shape += "aeiou".includes(letter) || (letter === "y" && at > 0 && shape.endsWith("c")) ? "v" : "c";
  return shape;
}

function shapeOf(word: string): string {
  return plain(word).replace(/v+/g, "v").replace(/c+/g, "c");
}
