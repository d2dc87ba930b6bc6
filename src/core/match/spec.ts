/** A parsed matcher: plain data, so that a compiled plan can contain it. */

export type TextPattern =
  /** Literal text: whole names, or pieces at the start, at the end or anywhere. Needs no regex engine. */
  | {
      readonly kind: "literals";
      readonly exact?: readonly string[];
      readonly prefix?: readonly string[];
      readonly suffix?: readonly string[];
      readonly contains?: readonly string[];
    }
  /** An unanchored regular expression for a linear-time engine. */
  | { readonly kind: "regex"; readonly source: string }
  /** A regular expression with syntax that the linear engine lacks; runs in a worker that can be terminated. */
  | { readonly kind: "slow-regex"; readonly source: string }
  /** `*` within a path segment, `**` across segments, `?`, `[abc]`, `{a,b}`. */
  | { readonly kind: "glob"; readonly source: string }
  /** `*` matches anything, including slashes: globs for commands and tool names. */
  | { readonly kind: "wildcard"; readonly source: string };

export interface MatchSpec {
  /** Tested against the event's matcher field (the tool name on tool events). Absent: every value. */
  readonly subject?: TextPattern;
  /** Excluded values of that field. */
  readonly except?: readonly string[];
  /** Tested against the tool's primary argument (`Bash(git *)`). */
  readonly content?: TextPattern;
  /** Tested against each path argument; one match is enough. */
  readonly path?: TextPattern;
  /** Tested against the serialised tool input. */
  readonly params?: TextPattern;
  /** Tested against single input fields. */
  readonly fields?: Readonly<Record<string, TextPattern>>;
  /** Payload keys that must be present and strictly equal. */
  readonly equals?: Readonly<Record<string, string | number | boolean | null>>;
  /** All of these must match too. */
  readonly allOf?: readonly MatchSpec[];
  /** One of these must match too (several permission rules in one matcher). */
  readonly anyOf?: readonly MatchSpec[];
  /** Never matches, with the reason: e.g. a matcher on an event that has nothing to match in this dialect. */
  readonly never?: string;
}

/** True if it tests single targets of a call, and so may match one of several. */
export function looksAtParts(spec: MatchSpec = MATCH_ALL): boolean {
  if (spec.content !== undefined || spec.path !== undefined || spec.fields !== undefined) return true;
  return [...(spec.allOf ?? []), ...(spec.anyOf ?? [])].some(looksAtParts);
}

export const MATCH_ALL: MatchSpec = Object.freeze({});
