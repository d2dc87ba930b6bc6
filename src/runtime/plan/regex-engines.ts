/** Regex engines for a set of hooks: loaded only when one of them needs more than plain text. */
import type { HookSpec } from "../../core/hooks/hook.js";
import type { MatchEngines } from "../../core/match/compile.js";
import type { MatchSpec, TextPattern } from "../../core/match/spec.js";
import type { RegexEngine, SlowRegex } from "../../core/ports.js";
import { WorkerRegex } from "../platform/slow-regex.js";

const UNUSED: RegexEngine = {
  compile: (source) => {
    throw new Error(`no regex engine was loaded for ${source}`);
  },
};

export async function enginesFor(
  hooks: readonly HookSpec[],
  slow: SlowRegex = new WorkerRegex(),
): Promise<MatchEngines> {
  const regex = hooks.some((hook) => needsEngine(hook.match))
    ? (await import("../platform/re2.js")).linearRegex
    : UNUSED;
  return { regex, slow };
}

function needsEngine(match: MatchSpec): boolean {
  const patterns = [match.subject, match.content, match.path, match.params, ...Object.values(match.fields ?? {})];
  return patterns.some(isExpression) || [...(match.anyOf ?? []), ...(match.allOf ?? [])].some(needsEngine);
}

function isExpression(pattern: TextPattern | undefined): boolean {
  return pattern !== undefined && pattern.kind !== "literals" && pattern.kind !== "slow-regex";
}
