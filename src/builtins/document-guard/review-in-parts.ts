/** Reviews a long text part by part, so that other calls are served in between. Related marks are close together. */
import { setImmediate as othersFirst } from "node:timers/promises";
import { type Reviewed, review, type TextSort } from "../../effects/injection/verdict.js";

const PART = 40_000;
/** Parts overlap, so that a passage across a boundary is seen whole. */
const OVERLAP = 3_000;

/** The review of the worst part, with positions in the whole text. */
export async function reviewInParts(text: string, sort: TextSort): Promise<Reviewed> {
  if (text.length <= PART) return review(text, sort);
  let worst: Reviewed | undefined;
  for (const start of startsOf(text.length)) {
    const found = review(text.slice(start, start + PART), sort);
    if (worst === undefined || isWorse(found, worst)) worst = { ...found, marks: found.marks.map(movedBy(start)) };
    await othersFirst();
  }
  return worst!;
}

/** The last part is as long as the others, because short texts are judged more strictly. */
function startsOf(length: number): number[] {
  const starts: number[] = [];
  for (let start = 0; start + PART < length; start += PART - OVERLAP) starts.push(start);
  return [...starts, length - PART];
}

function isWorse(one: Reviewed, other: Reviewed): boolean {
  if (one.score !== other.score) return one.score > other.score;
  return one.verdict !== "allow" && other.verdict === "allow";
}

function movedBy(start: number): (mark: Reviewed["marks"][number]) => Reviewed["marks"][number] {
  return (mark) => ({ ...mark, start: mark.start + start, end: mark.end + start });
}
