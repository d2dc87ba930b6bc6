/** Text that a person who looks at the rendered document does not see, and that speaks to a model. */
import type { Mark } from "./mark.js";

const COMMENT = /<!--([^]{0,4000}?)-->|^\[\/\/\]: # [("']([^\n]{0,2000})/gm;
const SPOKEN_TO =
  /\b(?:assistants?|llms?|language models?|ai (?:agents?|models?|assistants?)|chatgpt|claude|gemini|copilot|ignore (?:all|any|the|previous|prior)|system prompt|you (?:must|are an?|should)|do not (?:tell|mention|inform))\b/i;

export function* hiddenMarks(text: string): Generator<Mark> {
  for (const found of text.matchAll(COMMENT)) {
    const inside = found[1] ?? found[2] ?? "";
    const spoken = SPOKEN_TO.exec(inside);
    if (spoken === null) continue;
    const start = found.index;
    const words = inside.trim().slice(0, 80);
    yield { kind: "hidden", start, end: start + found[0].length, weight: 3, addressed: true, words, rule: "comment to a model" };
  }
}
