/** Rules that a user states in a prompt, word for word. */
import type { Observation } from "../core/records/memory.js";
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
/** What "that" is, only this session knows. */
const POINTS =
  /^(?:(?:please|pls|and|also|so|then|ok) )*\w+(?: \w+){0,3} (?:that|this|it|them|those)(?: (?:always|too|now|instead|everywhere))?[.!]?$/i;
/** They say how strict a rule is, not what it is about. */
const NOT_SUBJECT: ReadonlySet<string> = new Set(
  queryWords("always never ever use instead rather prefer remember must"),
);

export function rulesIn(prompt: string): Omit<Observation, "sources">[] {
  if (prompt.length > LONGEST_PROMPT || prompt.includes("```")) return [];
  return prompt
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((one) => one.length >= SHORTEST && one.length <= LONGEST && !one.endsWith("?") && !one.startsWith(">"))
    .filter((one) => RULE.test(one) && !POINTS.test(one) && (!TELLS.test(one) || /\brule: /i.test(one)))
    .map((text) => ({ type: "rule", text, trust: "user", importance: 8, address: ruleAddress(text) }));
}

/** The words it is about, in any order: "use A instead of B" and "use B instead of A" have the same. Similar is not the same. */
export function ruleAddress(text: string): string {
  const subject = queryWords(text).filter((word) => !NOT_SUBJECT.has(word));
  return `rule:${subject.sort().join(" ")}`;
}
