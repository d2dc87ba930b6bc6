/**
 * Maps an agent's tool names and input fields to canonical ones and back. Canonical fields are added beside the agent's
 * own, so that a hook written for this agent still finds them; on the way back they are moved to the agent's fields. A
 * canonical field from the model that the agent does not read is ignored in favour of the field that it reads.
 */

import type { BasePayload, HookEvent } from "../../core/events/payload.js";
import { LIST_FIELDS, listField, type ToolTable } from "../../core/events/tools.js";
import { isRecord, type JsonObject, lookUp, sameJson } from "../../core/text/json.js";

/** A payload with the canonical tool name and canonical input fields. */
export function withCanonicalTool(tools: ToolTable, payload: BasePayload): BasePayload {
  const native = payload["tool_name"];
  const entry = entryOf(tools, native);
  if (entry === undefined) return payload;
  const input = isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
  const added: JsonObject = {};
  for (const [canonical, spellings] of spellingsOf(entry)) {
    const sent = spellings.map((field) => input[field]).filter((value) => value !== undefined);
    if (sent.length > 0) Object.assign(added, valuesOf(canonical, sent));
  }
  return { ...payload, tool_name: entry.name, native_tool_name: native, tool_input: { ...input, ...added } };
}

/** One value, or the first of several with the list of all: only the agent knows which spelling it reads. */
function valuesOf(canonical: string, sent: readonly unknown[]): JsonObject {
  const texts = [...new Set(sent.flat().filter((value) => typeof value === "string"))];
  const list = listField(canonical);
  return {
    [canonical]: texts[0] ?? sent[0],
    ...(list !== undefined && texts.length > 1 ? { [list]: texts } : {}),
  };
}

/** A rewritten input with changes in canonical fields moved to the agent's own. */
export function nativeInput(tools: ToolTable, event: HookEvent, input: JsonObject): JsonObject {
  const entry = entryOf(tools, event.payload["native_tool_name"]);
  if (entry === undefined) return input;
  const sent = sentInput(event);
  const result: JsonObject = { ...input };
  for (const list of LIST_FIELDS) if (lookUp(entry.fields ?? {}, list) === undefined) delete result[list];
  for (const [canonical, spellings] of spellingsOf(entry)) {
    const own = spellings.filter((field) => field !== canonical);
    const used = own.filter((field) => sent[field] !== undefined);
    // If the agent accepts the canonical name and received no other, there is nothing to move.
    const target = used[0] ?? (own.length < spellings.length ? undefined : own[0]);
    if (target === undefined) continue;
    const value = input[canonical];
    const changed = value !== undefined && !sameJson(value, sent[canonical]);
    if (changed) for (const field of used) delete result[field];
    // A hook may answer with a complete input in canonical fields only.
    if (changed || (input[target] === undefined && value !== undefined))
      result[target] = Array.isArray(sent[target]) && changed ? [value, ...sent[target].slice(1)] : value;
    delete result[canonical];
  }
  return result;
}

/**
 * True if a rewritten input can be written in the agent's format: false if a hook changed a list, or a field in
 * `derived`, that decoding derived from the whole input.
 */
export function canSay(
  tools: ToolTable,
  event: HookEvent,
  input: JsonObject,
  derived: readonly string[] = [],
): boolean {
  const entry = entryOf(tools, event.payload["native_tool_name"]);
  if (entry === undefined && derived.length === 0) return true;
  const sent = sentInput(event);
  return [...LIST_FIELDS, ...derived].every(
    (field) =>
      input[field] === undefined ||
      sameJson(input[field], sent[field]) ||
      lookUp(entry?.fields ?? {}, field) !== undefined,
  );
}

type Entry = ToolTable[string];

/** Some agents ignore the case of tool names. */
function entryOf(tools: ToolTable, native: unknown): Entry | undefined {
  if (typeof native !== "string") return undefined;
  return lookUp(tools, native) ?? lookUp(tools, native.toLowerCase());
}

/** By canonical field, the agent's names for it, its own before the canonical one. */
function spellingsOf({ fields = {} }: Entry): Map<string, string[]> {
  const spellings = new Map<string, string[]>();
  for (const [field, canonical] of Object.entries(fields))
    spellings.set(canonical, [...(spellings.get(canonical) ?? []), field]);
  for (const [canonical, names] of spellings)
    names.sort((one, other) => Number(one === canonical) - Number(other === canonical));
  return spellings;
}

function sentInput({ payload }: HookEvent): JsonObject {
  return isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
}
