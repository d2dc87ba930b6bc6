/** Emphasis overload: sentences in capitals and rows of exclamation marks, far more than a text needs. */
import type { Mark } from "./mark.js";

const CAPITALS = /\b[A-Z]{2,20}(?:[ ,'’]{1,3}[A-Z]{1,20}){5}/g;
const CRIES = /!{3,}|(?:\b(?:IMPORTANT|WARNING|ATTENTION|URGENT|CRITICAL|MUST|ALWAYS|NEVER)\b[^\n]{0,20}!{1,3})/g;
const OVERLOAD = 3;

export function* shouts(text: string): Generator<Mark> {
  for (const [rule, form] of [
    ["capitals", CAPITALS],
    ["exclamation marks", CRIES],
  ] as const) {
    const found = [...text.matchAll(form)];
    const [first] = found;
    if (first === undefined || found.length < OVERLOAD) continue;
    // Long texts may raise their voice now and then.
    if (found.length < text.length / 1500) continue;
    const words = first[0].slice(0, 80);
    const end = first.index + first[0].length;
    yield { kind: "emphasis", start: first.index, end, weight: 2, addressed: false, words, rule };
  }
}
