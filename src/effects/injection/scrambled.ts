/**
 * Detects words with scrambled inner letters, which a model can still read. Covers only the few words that attacks
 * need.
 */

const KEY_WORDS =
  "ignore disregard forget previous instructions instruction system prompt reveal override bypass repeat restrictions guidelines password unfiltered";

class Scrambled {
  private readonly known = new Map<string, string>();
  private readonly outlines = new Set<string>();
  private readonly words = new Set(KEY_WORDS.split(" "));

  constructor() {
    for (const word of this.words) {
      this.known.set(sorted(word), word);
      this.outlines.add(outline(word));
    }
  }

  unscramble(word: string): string {
    if (word.length < 6 || word.length > 12 || !this.outlines.has(outline(word)) || this.words.has(word)) return word;
    return this.known.get(sorted(word)) ?? word;
  }
}

export const SCRAMBLED = new Scrambled();

function outline(word: string): string {
  return `${word[0]}${word.at(-1)}${word.length}`;
}

function sorted(word: string): string {
  return `${word[0]}${[...word.slice(1, -1)].sort().join("")}${word.at(-1)}`;
}
