/**
 * Pi's `edit` takes a list of `oldText` and `newText`. Hooks also get Claude Code's names: in each item, and, if there
 * is only one, beside the path as `old_string` and `new_string`. Changes there are moved back into the list.
 */
import { isRecord, type JsonObject } from "../../core/text/json.js";

const NAMES = [
  ["oldText", "old_string"],
  ["newText", "new_string"],
] as const;

export const EDIT_FIELDS: readonly string[] = NAMES.map(([, canonical]) => canonical);

export function withCanonicalEdits(input: JsonObject): JsonObject {
  if (!Array.isArray(input["edits"])) return input;
  const { old_string: _, new_string: __, ...own } = input;
  const edits = input["edits"].map((edit) => (isRecord(edit) ? { ...edit, ...canonicalNames(edit) } : edit));
  const only = edits.length === 1 ? edits[0] : undefined;
  return { ...own, edits, ...(isRecord(only) ? canonicalNames(only) : {}) };
}

/** `sent`: the input as hooks saw it. */
export function nativeEdits(input: JsonObject, sent: JsonObject): JsonObject {
  const { old_string: _, new_string: __, edits, ...rest } = input;
  const given = Array.isArray(edits) ? edits : [{}];
  const before = Array.isArray(sent["edits"]) ? sent["edits"] : [];
  const items = given.map((edit, index) => (isRecord(edit) ? nativeNames(edit, before[index]) : edit));
  const only = items.length === 1 ? items[0] : undefined;
  if (!isRecord(only)) return { ...rest, edits: items };
  return { ...rest, edits: [{ ...only, ...changedNames(input, sent, only) }] };
}

function canonicalNames(edit: JsonObject): JsonObject {
  return Object.fromEntries(
    NAMES.flatMap(([own, canonical]) => (edit[own] === undefined ? [] : [[canonical, edit[own]]])),
  );
}

function nativeNames(edit: JsonObject, before: unknown): JsonObject {
  const { old_string: _, new_string: __, ...own } = edit;
  return { ...own, ...changedNames(edit, isRecord(before) ? before : {}, own) };
}

/** A canonical field counts if a hook changed it, or if the native one is missing. */
function changedNames(now: JsonObject, before: JsonObject, own: JsonObject): JsonObject {
  return Object.fromEntries(
    NAMES.flatMap(([name, canonical]) =>
      now[canonical] !== undefined && (now[canonical] !== before[canonical] || own[name] === undefined)
        ? [[name, now[canonical]]]
        : [],
    ),
  );
}
