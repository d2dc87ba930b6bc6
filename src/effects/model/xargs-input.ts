/**
 * Connects programs to the pipe that supplies their arguments: those that `xargs` starts, which comes before them, and those
 * in the body of `while read NAME`.
 */
import type { Invocation } from "./invocation.js";

const HANDS_ON = new Set(["xargs", "gxargs", "parallel"]);

/** The same invocations. Those with arguments from a pipe have `moreArgs`, and read from that pipe. */
export function withFeeds(invocations: readonly Invocation[]): readonly Invocation[] {
  return fromXargs(invocations.some(({ program }) => program === "read") ? fromRead(invocations) : invocations);
}

function fromXargs(invocations: readonly Invocation[]): readonly Invocation[] {
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

const NAME = /^[A-Za-z_]\w{0,60}$/;
const USED = /^"?\$\{?([A-Za-z_]\w{0,60})\}?"?$/;

/** `find . | while read f; do rm "$f"; done`: each line becomes an argument. */
function fromRead(invocations: readonly Invocation[]): readonly Invocation[] {
  const names = new Map<Invocation, Set<string>>();
  for (const { program, args, input } of invocations) {
    if (program !== "read" || input.kind !== "pipe") continue;
    for (const { text } of args)
      if (NAME.test(text))
        for (const lister of input.from) names.set(lister, (names.get(lister) ?? new Set()).add(text));
  }
  if (names.size === 0) return invocations;
  return invocations.map((invocation) => {
    const { program, input, args } = invocation;
    if (program === "read" || input.kind !== "pipe") return invocation;
    const read = input.from.flatMap((lister) => [...(names.get(lister) ?? [])]);
    const isFed = args.some(({ source }) => read.includes(USED.exec(source)?.[1] ?? ""));
    return isFed ? { ...invocation, moreArgs: true } : invocation;
  });
}
