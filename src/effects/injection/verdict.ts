/** SE-08: decides how to treat a text before a model reads it. The caller acts on it. */
import { type Judgement, judge, judgeComments } from "./judge.js";
import type { Mark, MarkKind } from "./mark.js";

export type TextVerdict = "allow" | "sanitize" | "block";

export interface Reviewed {
  readonly verdict: TextVerdict;
  /** True if it looks like an attack. Invisible characters alone can be an accident. */
  readonly flagged: boolean;
  readonly score: number;
  readonly marks: readonly Mark[];
}

/** Twice the limit for a long text. */
const PLAIN_ATTEMPT = 20;
/** Zero-width characters between letters, direction overrides, tags: characters that no language or emoji needs. */
const UNSEEN =
  /[a-z0-9][\u00ad\u200b-\u200d\u2060-\u2064\ufeff]+[a-z0-9]|[\u202d\u202e]|[\u2066-\u2069]|[\u{e0020}-\u{e007e}]{8}|[\0-\x08\x0e-\x1a\x1c-\x1f]/iu;

/**
 * Type of the text. `instructions` are written for agents, or are the user's own prompts: roles, orders and answer
 * formats are normal in them. In `code` only the comments count.
 */
export type TextSort = "document" | "instructions" | "code";

const ORDINARY: ReadonlySet<MarkKind> = new Set([
  "spoofing",
  "extraction",
  "hijack",
  "persona",
  "frame",
  "suppression",
  "directive",
  "emphasis",
  "delimiter",
]);

export function review(text: string, sort: TextSort = "document"): Reviewed {
  const { flagged, score, marks } = judged(text, sort);
  const verdict =
    score >= PLAIN_ATTEMPT ? "block" : flagged || (sort !== "code" && UNSEEN.test(text)) ? "sanitize" : "allow";
  return { verdict, flagged, score, marks };
}

function judged(text: string, sort: TextSort): Judgement {
  if (sort === "code") return judgeComments(text);
  return sort === "instructions" ? judge(text, ORDINARY) : judge(text);
}
