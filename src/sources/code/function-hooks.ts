/** Converts hooks defined in code to HookSpecs: the same matching, timeouts and contracts as hooks of files. */

import { type Finding, finding } from "../../core/errors.js";
import { eventSpec, resolveEvent } from "../../core/events/events.js";
import type { DefinedHook, MatcherOption } from "../../core/hooks/define.js";
import type { FunctionRun, HookSpec } from "../../core/hooks/hook.js";
import { parseMatcher, parseRegex } from "../../core/match/parse.js";
import type { MatchSpec, TextPattern } from "../../core/match/spec.js";
import type { RegexEngine } from "../../core/ports.js";
import { unknownEvent } from "../../core/text/suggest.js";
import { isKnownKey, matcherProblem, unknownDefinitionKeys, wrongDefinitionFields } from "./check-definition.js";

export const FUNCTION_TIMEOUT_MS = 30_000;

/** `findings` of a hook that is kept: problems of a guard, and keys without meaning. */
export type ReadHook =
  | { readonly hook: HookSpec; readonly findings: readonly Finding[] }
  | { readonly problem: Finding };

/** Untyped programs come here too. An invalid guard is kept and applies its failure contract. */
export function readDefinition(definition: DefinedHook, run: FunctionRun, regex: RegexEngine): ReadHook {
  if (typeof definition?.event !== "string" || typeof definition.run !== "function")
    return { problem: finding("HOOK_FIELD_MISSING", "a hook needs an `event` and a function `run`") };
  const event = resolveEvent(definition.event);
  if (event === undefined) return { problem: finding("EVENT_UNKNOWN", unknownEvent(definition.event)) };
  const read = readMatcherOption(definition.matcher, regex);
  const match = "invalid" in read ? read : matchOn(event.name, read);
  const wrong = wrongDefinitionFields(definition);
  const problem =
    "invalid" in match
      ? finding("MATCHER_INVALID", match.invalid)
      : wrong[0] && finding("HOOK_FIELD_INVALID", wrong[0].message);
  const guard = (definition.guard ?? false) !== false; // any other value also means that its author wanted a guard
  if (problem !== undefined && !guard) return { problem };
  const usable = Object.fromEntries(
    Object.entries(definition).filter(([name]) => isKnownKey(name) && !wrong.some((field) => field.name === name)),
  ) as unknown as DefinedHook;
  const { event: _event, run: _run, matcher: _matcher, id = "", timeoutMs, ...rest } = usable;
  return {
    hook: {
      mode: "enforce",
      enabled: true,
      strategy: "serial",
      ...rest,
      timeoutMs: timeoutMs ?? FUNCTION_TIMEOUT_MS,
      id,
      guard,
      event: event.name,
      ...(event.nativeTo === undefined ? {} : { nativeTo: event.nativeTo }),
      dialect: "native",
      match: "invalid" in match ? {} : match,
      run,
      ...(problem === undefined ? {} : { broken: { code: problem.code, message: problem.message } }),
    },
    findings: [
      ...(problem === undefined ? [] : [problem]),
      ...unknownDefinitionKeys(definition).map((message) => finding("CONFIG_UNKNOWN_KEY", message)),
    ],
  };
}

/**
 * An event without a tool has no name to test, as in files: a guard whose matcher names one must not be silently
 * skipped.
 */
function matchOn(event: string, match: MatchSpec): MatchSpec {
  if (eventSpec(event).matches !== null || match.subject === undefined) return match;
  const { subject: _subject, content: _content, ...rest } = match;
  return rest;
}

/** The object form of a matcher, or its string. */
export function readMatcherOption(
  matcher: MatcherOption | undefined,
  regex: RegexEngine,
): MatchSpec | { readonly invalid: string } {
  if (matcher === undefined || typeof matcher === "string") {
    const parsed = parseMatcher("native", matcher, regex);
    return "invalid" in parsed ? parsed : parsed.match;
  }
  const invalid = matcherProblem(matcher);
  if (invalid !== undefined) return { invalid };
  const spec: { -readonly [K in keyof MatchSpec]: MatchSpec[K] } = {};
  if (matcher.tool !== undefined) {
    const parsed = parseMatcher("native", matcher.tool, regex);
    if ("invalid" in parsed) return parsed;
    Object.assign(spec, parsed.match);
  }
  if (matcher.content !== undefined) spec.content = { kind: "wildcard", source: matcher.content };
  if (matcher.path !== undefined) spec.path = { kind: "glob", source: matcher.path };
  if (matcher.equals !== undefined) spec.equals = matcher.equals;
  if (matcher.params !== undefined) {
    const parsed = parseRegex(matcher.params, regex);
    if ("invalid" in parsed) return parsed;
    spec.params = parsed;
  }
  const fields: Record<string, TextPattern> = {};
  for (const [name, source] of Object.entries(matcher.fields ?? {})) {
    const parsed = parseRegex(source, regex);
    if ("invalid" in parsed) return parsed;
    fields[name] = parsed;
  }
  if (matcher.fields !== undefined) spec.fields = fields;
  return spec;
}
