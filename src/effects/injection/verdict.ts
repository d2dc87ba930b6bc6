/** SE-08: what should become of a text before a model reads it. Whether anything does is for whoever asks. */
import { judge } from "./judge.js";
import type { Mark } from "./mark.js";

export type TextVerdict = "allow" | "sanitize" | "block";

export interface Reviewed {
  readonly verdict: TextVerdict;
  /** Whether it reads like an attempt; unseen characters alone can be an accident. */
  readonly flagged: boolean;
  readonly score: number;
  readonly marks: readonly Mark[];
}

/** Twice what it takes to be flagged in a long text. */
const PLAIN_ATTEMPT = 20;
/** Zero width between letters, direction overrides, tags: nothing that a language or an emoji needs. */
const UNSEEN =
  /[a-z0-9][\u00ad\u200b-\u200d\u2060-\u2064\ufeff]+[a-z0-9]|[\u202d\u202e]|[\u2066-\u2069]|[\u{e0020}-\u{e007e}]{8}|[\0-\x08\x0e-\x1a\x1c-\x1f]/iu;

export function review(text: string): Reviewed {
  const { flagged, score, marks } = judge(text);
  const verdict = score >= PLAIN_ATTEMPT ? "block" : flagged || UNSEEN.test(text) ? "sanitize" : "allow";
  return { verdict, flagged, score, marks };
}
