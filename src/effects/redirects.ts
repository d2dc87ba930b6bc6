/** What redirections of a shell write to. */
import type { Effect, Where } from "./effect.js";
import type { Invocation } from "./invocation.js";
import { pathTarget } from "./paths.js";

export function redirectEffects(invocation: Invocation, where: Where): Effect[] {
  return invocation.redirects
    .filter(({ target }) => !/^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/.test(target.text))
    .map(({ operator, target }): Effect => {
      const appends = operator.endsWith(">>");
      return {
        kind: operator === "<" ? "read" : appends ? "write" : "overwrite",
        gravity: "ordinary",
        target: pathTarget(target, where, invocation.cwd),
        certainty: target.known ? "certain" : "unknown",
        words: `${operator} ${target.source}`,
        what:
          operator === "<"
            ? "reads a file"
            : appends
              ? "writes to the end of a file"
              : "replaces the content of a file",
      };
    });
}
