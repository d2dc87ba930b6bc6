/** Tracks output: remembers the files that the line itself writes. */
import type { Invocation, Redirect } from "../model/invocation.js";
import { MOST_CHOICES } from "./limits.js";
import { fileKey } from "./printed.js";
import type { Place, Reader } from "./reader.js";
import { plainWord } from "./scope.js";

/** A redirection without a program belongs to `:`, which does nothing. */
export function redirectionOnly(redirects: readonly Redirect[], line: string, place: Place): Invocation {
  return {
    program: ":",
    name: plainWord(":"),
    args: [],
    variables: new Map(),
    redirects,
    input: { kind: "none" },
    cwd: place.scope.folders[0],
    through: place.through,
    runs: place.runs,
    moreArgs: false,
    captured: place.captured,
    words: line,
  };
}

/** Remembers the content of files that the line writes. Redirected output is not printed elsewhere. */
export function kept(printing: Invocation[], output: readonly Redirect[] | undefined, reader: Reader): Invocation[] {
  if (output === undefined) return printing;
  for (const { operator, target } of output) {
    const key = fileKey(target.text);
    const [newest = [], ...older] = reader.files.get(key) ?? [];
    const all = operator.endsWith(">>") ? [[...newest, ...printing], ...older] : [printing, newest, ...older];
    reader.files.set(key, all.slice(0, MOST_CHOICES));
  }
  return [];
}
