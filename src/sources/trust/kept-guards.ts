/**
 * Guards of a file that can no longer be parsed. A guard must not disappear because of a typo: while its file has
 * errors and does not show it, it stays in the plan as broken, and its failure contract applies. To remove a guard,
 * delete it from a file without errors.
 */

import type { Finding } from "../../core/errors.js";
import { mayRun, stateOf } from "../../core/hooks/admission.js";
import type { HookSpec, SourceEntry, SourceRef } from "../../core/hooks/hook.js";

export function keptGuards(
  previous: readonly SourceEntry[],
  now: readonly SourceEntry[],
  findings: readonly Finding[],
): SourceEntry[] {
  const damaged = new Set(findings.filter(({ severity }) => severity === "error").map(({ file }) => file));
  const present = new Set(now.flatMap(({ hook, source, alsoFrom }) => [source, ...alsoFrom].map(nameIn(hook))));
  return previous
    .filter(
      (entry) =>
        entry.hook.guard &&
        mayRun(stateOf(entry)) &&
        damaged.has(entry.source.path) &&
        !present.has(nameIn(entry.hook)(entry.source)),
    )
    .map((entry) => ({ ...entry, alsoFrom: [], hook: { ...entry.hook, broken: BROKEN } }));
}

/** A hook of another file with the same id is a different hook and must not replace the guard. */
const nameIn =
  ({ id }: HookSpec) =>
  ({ path }: SourceRef): string =>
    JSON.stringify([path, id]);

const BROKEN = { code: "CONFIG_SYNTAX", message: "its file has an error, so it could not be read" };
