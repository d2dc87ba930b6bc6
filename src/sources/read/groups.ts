/** Claude Code's nesting, which most systems adopted: event → groups with a matcher → hooks (CF-01). */
import { isRecord, type JsonObject } from "../../core/text/json.js";
import type { FieldPath } from "./config-text.js";
import type { Draft, DraftEntry } from "./draft.js";
import { type RunRules, readRun } from "./run-spec.js";

export interface GroupRules extends RunRules {
  readonly at: FieldPath;
  /** Unit of `timeout` in seconds: 1 for seconds, 0.001 for milliseconds. */
  readonly secondsPerUnit: number;
  /** True if an entry may be used; otherwise it reports why. */
  readonly accept?: (entry: JsonObject, at: FieldPath) => boolean;
  /** Additional fields that the dialect reads from an entry and its group. */
  readonly more?: (entry: JsonObject, at: FieldPath, group: JsonObject, event: string) => Partial<DraftEntry>;
}

export function readGroups(draft: Draft, hooks: unknown, rules: GroupRules): void {
  if (hooks === undefined) return;
  if (!isRecord(hooks)) return draft.report("CONFIG_TYPE", "`hooks` must be an object of event names", rules.at);
  for (const [event, groups] of Object.entries(hooks)) {
    const at = [...rules.at, event];
    if (!Array.isArray(groups)) {
      draft.report("CONFIG_TYPE", `the value of "${event}" must be a list`, at);
      continue;
    }
    groups.forEach((group: unknown, i) => {
      readGroup(draft, event, group, [...at, i], rules);
    });
  }
}

function readGroup(draft: Draft, event: string, group: unknown, at: FieldPath, rules: GroupRules): void {
  if (!isRecord(group)) return draft.report("CONFIG_TYPE", "each entry must be an object", at);
  const matcher = group["matcher"];
  if (matcher !== undefined && typeof matcher !== "string")
    return draft.report("CONFIG_TYPE", "`matcher` must be a string", [...at, "matcher"]);
  if (!Array.isArray(group["hooks"])) return draft.report("HOOK_FIELD_MISSING", "the entry has no list `hooks`", at);
  group["hooks"].forEach((entry: unknown, i) => {
    const place = [...at, "hooks", i];
    if (!isRecord(entry)) return draft.report("CONFIG_TYPE", "each hook must be an object", place);
    addEntry(draft, { event, at: place, matcher }, entry, rules, group);
  });
}

/** One hook object with `type`, `command`, `timeout` and so on. */
export function addEntry(
  draft: Draft,
  head: Pick<DraftEntry, "event" | "at" | "matcher" | "id">,
  entry: JsonObject,
  rules: Omit<GroupRules, "at">,
  group: JsonObject = {},
): void {
  if (rules.accept?.(entry, head.at) === false) return;
  const run = readRun(draft, entry, head.at, rules);
  if (run === undefined) return;
  const timeout = entry["timeout"];
  if (timeout !== undefined && typeof timeout !== "number")
    draft.report("CONFIG_TYPE", "`timeout` must be a number", [...head.at, "timeout"]);
  const { rest, ...more } = rules.more?.(entry, head.at, group, head.event) ?? {};
  draft.add({
    ...head,
    run,
    ...(typeof timeout === "number" ? { timeoutMs: Math.round(timeout * rules.secondsPerUnit * 1000) } : {}),
    ...more,
    rest: {
      ...(typeof entry["statusMessage"] === "string" ? { statusMessage: entry["statusMessage"] } : {}),
      ...(entry["async"] === true ? { background: true } : {}),
      ...rest,
    },
  });
}
