/** All programs that feed this one through pipes, nearest first. */
import type { Invocation } from "./invocation.js";

const FARTHEST = 50;

export function upstream({ input }: Invocation): Invocation[] {
  const found: Invocation[] = [];
  let next = input.kind === "pipe" ? [...input.from] : [];
  while (next.length > 0 && found.length < FARTHEST) {
    found.push(...next);
    next = next.flatMap(({ input: before }) => (before.kind === "pipe" ? before.from : []));
  }
  return found;
}
