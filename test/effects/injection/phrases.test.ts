import { describe, expect, it } from "vitest";
import { PHRASES } from "../../../src/effects/injection/find-marks.js";
import { endOfPhrase, type Phrase } from "../../../src/effects/injection/phrase.js";
import { wordsOf } from "../../../src/effects/injection/words.js";

const phrases = [...new Set([...PHRASES.values()].flat())];

describe("phrases", () => {
  it("T14 each can be met with each of its words, and with as many words in between as it says", () => {
    const unmet = phrases.flatMap(({ rule, steps }) =>
      steps.flatMap(({ words }, at) =>
        [...words]
          .filter((word) => !isMet(steps, at, word, 0) || !isMet(steps, at, word, 1))
          .map((word) => `${word} in ${rule}`),
      ),
    );
    expect(unmet).toEqual([]);
  });

  it("T14 none is met with more words in between, and none is there twice", () => {
    const loose = phrases.filter(({ steps }) => steps.length > 1 && isMet(steps, 0, [...steps[0]!.words][0]!, 1, 1));
    expect(loose.map(({ rule }) => rule)).toEqual([]);
    const rules = phrases.map(({ rule }) => rule);
    expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]);
  });
});

/** The phrase written out with this word at this step; `share` of the gaps filled, and `more` words beside. */
function isMet(steps: Phrase["steps"], at: number, word: string, share: number, more = 0): boolean {
  const text = steps
    .map(({ gap, words }, step) => {
      const filler = "qqq ".repeat(step === 0 ? 0 : gap * share + more);
      return filler + (step === at ? word : [...words][0]!);
    })
    .join(" ");
  const words = wordsOf(text);
  return endOfPhrase(words, 0, steps) === words.text.length - 1;
}
