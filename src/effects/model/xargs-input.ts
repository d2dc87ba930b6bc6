/** What hands on names from a pipe (`xargs`) is listed before what it starts: its pipe is where those names come from. */
import type { Invocation } from "./invocation.js";

const HANDS_ON = new Set(["xargs", "gxargs", "parallel"]);

/** The same invocations; those that are handed names nobody can see read the pipe that the names come from. */
export function withFeeds(invocations: readonly Invocation[]): Invocation[] {
  let last: Invocation | undefined;
  return invocations.map((invocation) => {
    if (HANDS_ON.has(invocation.program ?? "")) last = invocation;
    const handed = invocation.moreArgs && invocation.through.some((name) => HANDS_ON.has(name));
    return handed && last !== undefined && invocation.input.kind === "none"
      ? { ...invocation, input: last.input }
      : invocation;
  });
}
