/**
 * Phrase patterns: words in sequence, `a|b` for alternatives, `{set}` for any word of a set, `..3` for up to three
 * words in between. A phrase never crosses a sentence boundary. The work per word is bounded by the phrases that start
 * with it.
 */
import type { MarkKind } from "./mark.js";
import { plainForm } from "./plain-form.js";
import type { Words } from "./words.js";

export interface PhraseTable {
  readonly kind: MarkKind;
  /** One phrase per line, weight first. */
  readonly lines: string;
}

interface Step {
  /** Maximum number of words in between. */
  readonly gap: number;
  readonly words: ReadonlySet<string>;
}

export interface Phrase {
  readonly kind: MarkKind;
  readonly weight: number;
  readonly rule: string;
  readonly steps: readonly Step[];
}

export type PhraseIndex = ReadonlyMap<string, readonly Phrase[]>;

export function indexPhrases(tables: readonly PhraseTable[], sets: Readonly<Record<string, string>>): PhraseIndex {
  const index = new Map<string, Phrase[]>();
  for (const { kind, lines } of tables) {
    for (const [, weight, rule] of lines.matchAll(/^ *(\d+) (.+)$/gm)) {
      const phrase = { kind, weight: Number(weight), rule: rule!, steps: stepsOf(rule!, sets) };
      for (const word of phrase.steps[0]!.words) {
        const known = index.get(word);
        if (known === undefined) index.set(word, [phrase]);
        else known.push(phrase);
      }
    }
  }
  return index;
}

function stepsOf(line: string, sets: Readonly<Record<string, string>>): Step[] {
  const steps: Step[] = [];
  let gap = 0;
  for (const part of line.split(" ")) {
    if (part.startsWith("..")) gap = Number(part.slice(2));
    else {
      steps.push({ gap, words: new Set(part.split("|").flatMap((name) => wordsFor(name, sets))) });
      gap = 0;
    }
  }
  return steps;
}

function wordsFor(name: string, sets: Readonly<Record<string, string>>): readonly string[] {
  const words = name.startsWith("{") ? sets[name.slice(1, -1)]!.split(" ") : [name];
  return words.map(plainForm); // in the order of the text
}

/** Index of the last word of the phrase that starts at this word; negative if there is no match. */
export function endOfPhrase({ text, sentences }: Words, at: number, steps: readonly Step[], step = 1): number {
  const next = steps[step];
  if (next === undefined) return at;
  for (let to = at + 1; to <= at + 1 + next.gap && to < text.length && sentences[to] === sentences[at]; to++) {
    if (!next.words.has(text[to]!)) continue;
    const end = endOfPhrase({ text, sentences } as Words, to, steps, step + 1);
    if (end >= 0) return end;
  }
  return -1;
}
