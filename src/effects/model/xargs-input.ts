/**
 * Connects programs started by `xargs` to the pipe that supplies their arguments. `xargs` comes before the program it
 * starts.
 */
import type { Invocation } from "./invocation.js";

const HANDS_ON = new Set(["xargs", "gxargs", "parallel"]);

/** The same invocations. Those with appended arguments read from the pipe that supplies them. */
export function withFeeds(invocations: readonly Invocation[]): readonly Invocation[] {
  if (!invocations.some(({ moreArgs }) => moreArgs)) return invocations;
  let last: Invocation | undefined;
  return invocations.map((invocation) => {
    if (HANDS_ON.has(invocation.program ?? "")) last = invocation;
    const handed = invocation.moreArgs && invocation.through.some((name) => HANDS_ON.has(name));
    return handed && last !== undefined && invocation.input.kind === "none"
      ? { ...invocation, input: last.input }
      : invocation;
  });
}
