/** CP-10: what kind of work a batch is, by its tools and the words of its prompt. */
import type { ActivityRow, BatchLabel, BatchRow } from "../core/records/records.js";

const CHANGES: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
/** A prompt says early what it wants; what follows may be pasted. */
const LOOKED_AT_CHARS = 500;
const SHAPE =
  /\b(?:refactor|renam|mov(?:e|ing)\b|extract|simplif|clean(?:s|ed|ing)? up|split|reorgani[sz]|dedupl|inline\b)/i;
const BROKEN = /\b(?:fix|bugs?\b|debug|broken|crash|error|fail|regression|flaky|does(?:n't| not) work|not working)/i;
/** Failures are a part of any work; from this share of the calls they are what it is about. */
const MANY_FAILURES = 0.25;

type Worked = Pick<BatchRow, "kind" | "prompt" | "activities" | "changes" | "failures">;

export function countWork(
  { changes = 0, failures = 0 }: Worked,
  { name, success }: Pick<ActivityRow, "name" | "success">,
) {
  return { changes: changes + (CHANGES.has(name) && success ? 1 : 0), failures: failures + (success ? 0 : 1) };
}

/** Undefined for a batch that no user started, or without tools. */
export function labelOf({ kind, prompt, activities, changes = 0, failures = 0 }: Worked): BatchLabel | undefined {
  if (kind !== "user" || activities === 0) return undefined;
  const start = prompt.slice(0, LOOKED_AT_CHARS);
  const isAboutFailure = BROKEN.test(start) || failures >= activities * MANY_FAILURES;
  if (changes === 0) return failures > 0 && isAboutFailure ? "debugging" : "exploration";
  if (SHAPE.test(start)) return "refactoring";
  return isAboutFailure ? "debugging" : "implementation";
}
