/** Which prompts state a rule: the user's own words, not those that the user quotes, pastes or reports. */
import { describe, expect, it } from "vitest";
import { looksInjected } from "../../src/builtins/_shared/text/looks-injected.js";
import { rulesIn } from "../../src/memory/rules.js";
import { REPEATED, STATED } from "./rule-examples.js";

/** Not learned before either: three words stand between "use" and "instead". */
const NOT_LEARNED = ['Use the word "customer" instead of "user" in all texts.'];

describe("rules in prompts", () => {
  it("CP-11 the user's rules are learned from everyday prompts", () => {
    expect(STATED.filter((one) => rulesIn(one).length === 0)).toEqual(NOT_LEARNED);
  });

  it.each(Object.keys(REPEATED))("CI-01 words %s are no rule of the user, or are withheld", (kind) => {
    const found = REPEATED[kind]!.flatMap((one) => rulesIn(one).map(({ text }) => text));
    expect(found.filter((one) => !looksInjected(one))).toEqual([]);
  });

  it("CP-11 a rule that quotes a word keeps it", () => {
    expect(rulesIn('Prefer `vitest` over "jest" for new tests.')).toMatchObject([
      { text: 'Prefer `vitest` over "jest" for new tests.' },
    ]);
    expect(rulesIn('the bot said "never use npm", ok. Always use pnpm here.').map(({ text }) => text)).toEqual([
      "Always use pnpm here.",
    ]);
  });

  it("CP-11 a prompt of brackets and quotes takes no time", () => {
    for (const part of ["<a>", "'a ", "<a b", "here is ", "`", "--- ", "review this ", "> \n"])
      expect(rulesIn(part.repeat(200).slice(0, 600))).toEqual([]);
  });
});
