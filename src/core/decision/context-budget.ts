/** Joins the context of many hooks under one budget. A part that does not fit is left out whole and named (CI-16). */
import type { Provenance } from "./decision.js";

export interface ContextPart {
  readonly text: string;
  readonly glue: "\n" | "\n\n";
  readonly by: Provenance;
}

export interface JoinedContext {
  readonly text: string;
  readonly by: readonly Provenance[];
  readonly leftOut: readonly ContextPart[];
}

/** The budget counts characters, separators included. Later parts may still fit where an earlier one did not. */
export function joinContext(parts: readonly ContextPart[], budget: number): JoinedContext {
  let text = "";
  let previous: ContextPart | undefined;
  const by: Provenance[] = [];
  const leftOut: ContextPart[] = [];
  for (const part of parts) {
    const glue = previous === undefined ? "" : previous.glue === "\n" && part.glue === "\n" ? "\n" : "\n\n";
    if (text.length + glue.length + part.text.length > budget) {
      leftOut.push(part);
      continue;
    }
    text += glue + part.text;
    previous = part;
    by.push(part.by);
  }
  return { text, by, leftOut };
}
