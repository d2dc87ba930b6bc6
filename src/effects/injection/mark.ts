/** A passage that looks like an attempt to steer the model. A single mark is rarely enough for a verdict. */

export type MarkKind =
  /** Revokes earlier instructions. */
  | "override"
  /** Imitates the system, the developer or another turn of the conversation. */
  | "spoofing"
  /** Asks for the model's own instructions. */
  | "extraction"
  /** Dictates the answer. */
  | "hijack"
  /** Assigns the model a persona without rules. */
  | "persona"
  /** Wraps a demand for unfiltered answers in a story or thought experiment. */
  | "frame"
  /** Forbids refusals, warnings or explanations. */
  | "suppression"
  /** Makes an agent send data, or hide something from its user. */
  | "exfiltration"
  /** Makes an agent run something. */
  | "directive"
  /** Invisible to a person. */
  | "hidden"
  /** Excessive emphasis. */
  | "emphasis"
  /** Pretends that a section ends here. */
  | "delimiter"
  /** Hides words in another spelling or encoding. */
  | "encoded";

export interface Mark {
  readonly kind: MarkKind;
  /** Range in the text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Weight in points; see `judge` for the limits. */
  readonly weight: number;
  /** True if the text nearby addresses a reader or mentions a model. */
  readonly addressed: boolean;
  /** The matched text, truncated. */
  readonly words: string;
  /** Identifies the rule. Each rule counts once, however often it matches. */
  readonly rule: string;
}
