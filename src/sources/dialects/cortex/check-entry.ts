/** Describes problems in a registry entry, field by field. An unknown key is only a warning. */
import type { FindingCode } from "../../../core/errors.js";
import { resolveEvent } from "../../../core/events/events.js";
import { isRecord } from "../../../core/text/json.js";
import { type FieldPath, fieldName } from "../../read/config-text.js";
import type { Draft } from "../../read/draft.js";
import { entrySchema, type RegistryEntry } from "./entry-schema.js";
import { EVENT_NAMESPACES, isServerEvent, resultKindOf } from "./names.js";

type Report = (code: FindingCode, message: string, at: FieldPath) => void;

export function checkEntry(draft: Draft, value: unknown): RegistryEntry | undefined {
  let sound = true;
  const report: Report = (...problem) => {
    draft.report(...problem);
    sound = false;
  };
  const issues = entrySchema.safeParse(value).error?.issues ?? [];
  for (const issue of issues) {
    const at = issue.path as FieldPath;
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys)
        draft.report("CONFIG_UNKNOWN_KEY", `unknown key "${key}" in a registry entry`, [...at, key]);
    } else report(...describe(issue, value, at));
  }
  if (isRecord(value) && typeof value["event"] === "string") checkTogether(value, value["event"], report);
  return sound ? (value as RegistryEntry) : undefined;
}

function describe(issue: { code: string; message: string }, value: unknown, at: FieldPath): Parameters<Report> {
  if (at.length === 0) return ["CONFIG_TYPE", "an entry must be an object", at];
  if (valueAt(value, at) === undefined) return ["HOOK_FIELD_MISSING", `\`${fieldName(at)}\` is missing`, at];
  const code = issue.code === "invalid_type" ? "CONFIG_TYPE" : "HOOK_FIELD_INVALID";
  return [code, `\`${fieldName(at)}\`: ${issue.message.replace(/^Invalid (input|option): /, "")}`, at];
}

/** Rules between a field and the event, or between two fields. */
function checkTogether({ matcher, run, result }: Record<string, unknown>, event: string, report: Report): void {
  const server = isServerEvent(event);
  if (!EVENT_NAMESPACES.includes(event.split(":")[0]!) || resolveEvent(event) === undefined) {
    report("EVENT_UNKNOWN", `unknown Cortex event "${event}"; use agent:*, cc:*, pi:* or cortex:*`, ["event"]);
  }
  if (isRecord(run) && (run["script"] === undefined) === (run["command"] === undefined)) {
    report("HOOK_FIELD_INVALID", "`run` needs exactly one of `script` and `command`", ["run"]);
  }
  if (server && typeof matcher === "string" && matcher !== "" && matcher !== "*") {
    report("HOOK_FIELD_INVALID", "a server event takes an object of plain values as `matcher`", ["matcher"]);
  }
  if (!server && isRecord(matcher)) {
    report("HOOK_FIELD_INVALID", "an object as `matcher` works on server events only", ["matcher"]);
  }
  if (typeof result === "string" && result !== "none" && result !== resultKindOf(event)) {
    report("HOOK_FIELD_INVALID", `${event} does not support the result "${result}"`, ["result"]);
  }
}

function valueAt(value: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (inner, part) => (inner as Record<string | number, unknown> | null | undefined)?.[part],
    value,
  );
}
