/** Rules that a user states in a prompt, word for word. */
import type { Observation } from "../core/records/memory.js";
import { ownWords } from "./own-words.js";
import { queryWords } from "./words.js";

/** A longer prompt is likely to contain pasted text. */
const LONGEST_PROMPT = 600;
const SHORTEST = 15;
const LONGEST = 300;
const RULE =
  /\b(?:rule: |always|never|from now on|remember (?:that|to)|do ?n[o']t ever|must(?: not|n't)? |in this (?:project|repo(?:sitory)?)\b.*\b(?:use|run|do not|don't)|use \S+(?: \S+)? (?:instead of|not|rather than)|prefer \S+(?: \S+)? (?:over|to|instead))\b/i;
/** "never finishes", "never saw it", "always failed" describe; "is never edited" is a rule. */
const TELLS =
  /(?<!\b(?:is|are|be) )\b(?:always|never) (?:saw|seen|got|had|did|was|were|came|went|found|knew|made|has|had|worked|\w+(?:[^e\W]ed|[^isu\W]s))\b/i;
/** "The README says you must …", "according to the ticket": the rule of another. */
const TOLD_BY =
  /\b(?:according to|(?<!\b(?:I|we)(?: \w+)? )(?:say|state|claim|complain|print|write|ask|tell|suggest|recommend|report|repl(?:y|ie)|comment|mention|insist|warn|want|demand|require|think|believe)(?:s|d|ed)? (?:that|to|we|you|I|me|us|it|one|they|everyone|everybody|all|developers|users|people)\b|(?<!\b(?:I|we)(?: \w+)? )(?:said|wrote|told|thought)\b)/i;
/** What "that" is, only this session knows. */
const POINTS =
  /^(?:(?:please|pls|and|also|so|then|ok) )*\w+(?: \w+){0,3} (?:that|this|it|them|those)(?: (?:always|too|now|instead|everywhere))?[.!]?$/i;
/** They say how strict a rule is, not what it is about. */
const NOT_SUBJECT: ReadonlySet<string> = new Set(
  queryWords("always never ever use instead rather prefer remember must"),
);

export function rulesIn(prompt: string): Omit<Observation, "sources">[] {
  if (prompt.length > LONGEST_PROMPT) return [];
  return sentencesOf(prompt)
    .filter(({ text }) => text.length >= SHORTEST && text.length <= LONGEST && !text.endsWith("?"))
    .filter(({ text, own }) => isRule(own) && !POINTS.test(text) && (!TELLS.test(own) || /\brule: /i.test(own)))
    .map(({ text }) => ({ type: "rule", text, trust: "user", importance: 8, address: ruleAddress(text) }));
}

/** Each with its own words only, in the same places. */
function sentencesOf(prompt: string): { readonly text: string; readonly own: string }[] {
  const own = ownWords(prompt);
  const ends = [...own.matchAll(/(?<=[.!?])\s+|\n+/g)].map(({ index }) => index);
  return [0, ...ends].map((from, n) => {
    const to = ends[n] ?? prompt.length;
    return { text: prompt.slice(from, to).trim(), own: own.slice(from, to).trim() };
  });
}

function isRule(own: string): boolean {
  const found = RULE.exec(own);
  return found !== null && !TOLD_BY.test(own.slice(0, found.index));
}

/** The words it is about, in any order: "use A instead of B" and "use B instead of A" have the same. Similar is not the same. */
export function ruleAddress(text: string): string {
  const subject = queryWords(text).filter((word) => !NOT_SUBJECT.has(word));
  return `rule:${subject.sort().join(" ")}`;
}
