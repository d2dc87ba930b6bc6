/** A place in a text that reads like an attempt to steer the model that reads it. One mark alone is seldom a verdict. */

export type MarkKind =
  /** Takes back what the model was told before. */
  | "override"
  /** Speaks as the system, the developer or another turn of the talk. */
  | "spoofing"
  /** Wants the model's own instructions. */
  | "extraction"
  /** Dictates what the answer shall be. */
  | "hijack"
  /** Gives the model a character that has no rules. */
  | "persona"
  /** A story or a thought experiment around a demand for unfiltered answers. */
  | "frame"
  /** Forbids to refuse, to warn or to explain. */
  | "suppression"
  /** Has an agent send something away, or keep something from its user. */
  | "exfiltration"
  /** Has an agent run something. */
  | "directive"
  /** Cannot be seen by a person. */
  | "hidden"
  /** Shouts. */
  | "emphasis"
  /** Pretends that something ended here. */
  | "delimiter"
  /** Hides words in another spelling or encoding. */
  | "encoded";

export interface Mark {
  readonly kind: MarkKind;
  /** Where it is in the text, end excluded. */
  readonly start: number;
  readonly end: number;
  /** In points; see `judge` for how many it takes. */
  readonly weight: number;
  /** Whether somebody is spoken to close by, or a model is spoken of. */
  readonly addressed: boolean;
  /** What was found there, cut short. */
  readonly words: string;
  /** The same for every mark that one rule found: a rule counts once, however often it is met. */
  readonly rule: string;
}
