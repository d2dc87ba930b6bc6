/**
 * A PermissionRequest hook may answer on behalf of the user. That is safe only if guards check the same calls before;
 * otherwise allowed calls are unchecked.
 */

import { type Finding, finding } from "../../core/errors.js";
import { mayAllow, runsInBackground } from "../../core/hooks/admission.js";
import type { HookSpec, SourceEntry } from "../../core/hooks/hook.js";
import type { MatchSpec, TextPattern } from "../../core/match/spec.js";
import { canonicalJson } from "../../core/text/json.js";

export function unguardedPermissions(entries: readonly SourceEntry[]): Finding[] {
  const guards = entries.map(({ hook }) => hook).filter((hook) => hook.guard && isLive(hook) && isBefore(hook));
  return entries
    .filter(({ hook, source }) => mayAnswer(hook) && mayAllow(source.level))
    .filter(({ hook }) => !guards.some((guard) => covers(guard, hook)))
    .map(({ hook, source }) => {
      const what = `"${hook.id}" may allow permission requests, and no guard checks the same calls`;
      return finding("PERMISSION_UNGUARDED", what, source.path === undefined ? {} : { file: source.path });
    });
}

function isLive(hook: HookSpec): boolean {
  return hook.enabled && hook.mode === "enforce" && !runsInBackground(hook);
}

function mayAnswer(hook: HookSpec): boolean {
  return hook.event === "PermissionRequest" && isLive(hook) && !hook.guard;
}

function isBefore({ event }: HookSpec): boolean {
  return event === "PreToolUse" || event === "PermissionRequest";
}

/** True if the guard covers every call of the hook, according to their matchers. */
function covers(guard: HookSpec, hook: HookSpec): boolean {
  if (guard.agents !== undefined && !hook.agents?.every((agent) => guard.agents!.includes(agent))) return false;
  if (canonicalJson(guard.match) === canonicalJson(hook.match)) return true;
  const { subject, ...rest } = guard.match;
  return Object.keys(rest).length === 0 && (subject === undefined || holds(subject, hook.match));
}

/** Every tool in the narrower matcher. */
function holds(wide: TextPattern, { subject: narrow }: MatchSpec): boolean {
  if (narrow === undefined) return false;
  if (canonicalJson(wide) === canonicalJson(narrow)) return true;
  if (wide.kind !== "literals" || narrow.kind !== "literals") return false;
  const { exact = [], ...others } = narrow;
  return Object.keys(others).length === 1 && exact.every((tool) => wide.exact?.includes(tool));
}
