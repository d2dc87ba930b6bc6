/** One hook for machines, and its parts in words. */
import { admit, runsInBackground, stateOf } from "../../core/hooks/admission.js";
import type { HookSpec, SourceEntry } from "../../core/hooks/hook.js";
import type { MatchSpec, TextPattern } from "../../core/match/spec.js";

export function hookJson(entry: SourceEntry) {
  const { hook, source, alsoFrom } = entry;
  const admission = admit(entry);
  return {
    id: hook.id,
    event: hook.event,
    type: hook.run.type,
    matcher: matcherText(hook.match),
    runs: runText(hook),
    source: source.key,
    path: source.path ?? null,
    alsoFrom: alsoFrom.map(({ key, path }) => ({ source: key, path: path ?? null })),
    why: source.why,
    level: source.level,
    trust: trustWord(entry),
    dialect: hook.dialect,
    enabled: hook.enabled,
    active: "admitted" in admission,
    inactiveBecause: "refused" in admission ? admission.refused : null,
    guard: hook.guard,
    mode: hook.mode,
    timeoutMs: hook.timeoutMs,
    agents: hook.agents ?? null,
    background: runsInBackground(hook),
    broken: hook.broken ?? null,
  };
}

/** A guard that stands in for one that was changed or removed is shown as what became of it. */
export function trustWord(entry: SourceEntry): string {
  const state = stateOf(entry);
  return state === "missing-guard" ? "modified" : state;
}

/** For a person who counts on these hooks. */
export function observesText(ids: readonly string[]): string {
  const names = wholeIds(ids);
  return `${observesClause(ids)}.\n  To let ${names.length === 1 ? "it" : "them"} act: snaphook enforce ${names.join(" ")}`;
}

export function observesClause(ids: readonly string[]): string {
  const names = wholeIds(ids);
  return `${names.join(", ")} ${names.length === 1 ? "only observes and blocks nothing" : "only observe and block nothing"}`;
}

export function disabledClause(ids: readonly string[]): string {
  const names = wholeIds(ids);
  return `${names.join(", ")} ${names.length === 1 ? "is disabled and blocks nothing" : "are disabled and block nothing"}`;
}

/** What commands take: without the parts of built-ins. */
export function wholeIds(ids: readonly string[]): string[] {
  return ids.filter((id) => !ids.some((other) => isPartOf(id, other)));
}

/** A built-in for several events is one hook per event: `audit-log`, `audit-log.PostToolUseFailure`. */
export function isPartOf(id: string, whole: string): boolean {
  return id.startsWith(`${whole}.`);
}

export function runText(hook: HookSpec): string {
  const { run } = hook;
  switch (run.type) {
    case "command":
      return [run.command, ...(run.args ?? []).map((arg) => JSON.stringify(arg))].join(" ");
    case "http":
      return `POST ${run.url}`;
    case "function":
      if (run.builtin !== undefined) return `built-in ${run.builtin.name}`;
      return run.artifact ? `function ${run.artifact.index} of bundle ${run.artifact.sha256.slice(0, 12)}` : "function";
    case "prompt":
      return run.prompt;
    case "agent":
      return run.agent ?? run.prompt ?? "";
    case "mcp_tool":
      return `${run.server}/${run.tool}`;
  }
}

export function matcherText(match: MatchSpec): string {
  if (match.never !== undefined) return `never (${match.never})`;
  const parts = [
    match.subject && patternText(match.subject),
    match.except && `all but ${match.except.join("|")}`,
    match.content && `content ${patternText(match.content)}`,
    match.path && `path ${patternText(match.path)}`,
    match.params && `params ${patternText(match.params)}`,
    ...Object.entries(match.fields ?? {}).map(([name, pattern]) => `${name} ${patternText(pattern)}`),
    match.equals && `equals ${JSON.stringify(match.equals)}`,
    match.anyOf?.map(matcherText).join(" or "),
    ...(match.allOf ?? []).map((one) => `if ${matcherText(one)}`),
  ].filter(Boolean);
  return parts.length === 0 ? "*" : parts.join(", ");
}

function patternText(pattern: TextPattern): string {
  if (pattern.kind !== "literals")
    return pattern.kind === "regex" || pattern.kind === "slow-regex" ? `/${pattern.source}/` : pattern.source;
  const { exact = [], prefix = [], suffix = [], contains = [] } = pattern;
  return [
    ...exact,
    ...prefix.map((text) => `${text}*`),
    ...suffix.map((text) => `*${text}`),
    ...contains.map((text) => `*${text}*`),
  ].join("|");
}
