/** Text that a person who looks at the rendered document does not see, and that speaks to a model. */
import { cut } from "../../core/text/json.js";
import type { Mark } from "./mark.js";

const SPOKEN_TO =
  /\b(?:assistants?|llms?|language models?|ai (?:agents?|models?|assistants?)|chatgpt|claude|gemini|copilot|ignore (?:all|any|the|previous|prior)|system prompt|you (?:must|are an?|should)|do not (?:tell|mention|inform))\b/i;
const LONGEST = 4000;

/** By hand: comments that never end must not be looked through again and again. */
export function* hiddenMarks(text: string): Generator<Mark> {
  // Only its beginning is marked: what is said inside counts for itself.
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
