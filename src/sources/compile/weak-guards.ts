/** Guards that protect less than their entry suggests, of any source and dialect. */
import { type Finding, type FindingCode, finding } from "../../core/errors.js";
import { eventCan } from "../../core/events/events.js";
import type { HookSpec, SourceEntry } from "../../core/hooks/hook.js";

export function weakGuards(entries: readonly SourceEntry[]): Finding[] {
  return entries
    .filter(({ hook }) => hook.guard && hook.enabled)
    .flatMap(({ hook, source }) =>
      weaknesses(hook).map(([code, message]) =>
        finding(code, `guard "${hook.id}" ${message}`, source.path === undefined ? {} : { file: source.path }),
      ),
    );
}

function weaknesses({ event, background, once, run }: HookSpec): (readonly [FindingCode, string])[] {
  const found: (readonly [FindingCode, string])[] = [];
  if (background === true)
    found.push(["GUARD_BACKGROUND", "runs in the foreground: `background` would let every call pass"]);
  if (once === true) found.push(["GUARD_ONCE", "checks only the first call of each session: it has `once`"]);
  // A built-in guard knows what its events support.
  const isBuiltin = run.type === "function" && run.builtin !== undefined;
  if (!isBuiltin && !eventCan(event, "deny") && !eventCan(event, "forceContinue"))
    found.push(["GUARD_CANNOT_DENY", `cannot block anything: ${event} cannot be denied`]);
  return found;
}
