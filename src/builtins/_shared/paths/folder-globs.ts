/** Path globs in options and rules, for paths relative to a folder. */
import { compileGlob, type GlobTest } from "../../../core/match/glob.js";
import type { JsonObject } from "../../../core/text/json.js";

/** Tests a path relative to a folder; a leading `/` means that folder. An invalid glob matches nothing. */
export function belowFolder(globs: readonly string[]): GlobTest {
  const tests = globs.flatMap((glob) => {
    const made = tryGlob(glob.replace(/^\//, "./"));
    return "matches" in made ? [made.matches] : [];
  });
  return (path) => tests.some((matches) => matches(path));
}

/** Checks options that are lists of globs; returns the first problem. */
export function globProblem(...options: readonly string[]): (given: JsonObject) => string | undefined {
  return (given) => {
    for (const option of options)
      for (const glob of (given[option] ?? []) as readonly string[]) {
        const made = tryGlob(glob);
        if ("problem" in made) return `\`${option}\`: "${glob}" is not a valid glob: ${made.problem}`;
      }
    return undefined;
  };
}

function tryGlob(glob: string): { readonly matches: GlobTest } | { readonly problem: string } {
  try {
    return { matches: compileGlob(glob, "path") };
  } catch (cause) {
    return { problem: cause instanceof Error ? cause.message : String(cause) };
  }
}
