/**
 * Canonical tools have Claude Code's names and input fields. A dialect or agent with other names supplies a table.
 * Translation works both ways and keeps unknown names. `mcp__*` is never mapped.
 */
import { isRecord, type JsonObject, lookUp, sameJson } from "../text/json.js";

/** The argument for a `Tool(content)` pattern, best known first. */
const PRIMARY_ARGUMENT: Readonly<Record<string, readonly string[]>> = {
  Bash: ["command"],
  Read: ["file_path"],
  Write: ["file_path"],
  Edit: ["file_path"],
  MultiEdit: ["file_path"],
  NotebookEdit: ["notebook_path"],
  Glob: ["pattern"],
  Grep: ["pattern"],
  WebFetch: ["url"],
  WebSearch: ["query"],
  Agent: ["prompt"],
  Task: ["prompt"],
  Skill: ["skill"],
};
const FALLBACK_ARGUMENTS = ["command", "file_path", "path", "url", "query", "pattern", "prompt"];

export function primaryArgument(tool: string, input: unknown): string | undefined {
  if (!isRecord(input)) return undefined;
  for (const field of lookUp(PRIMARY_ARGUMENT, tool) ?? FALLBACK_ARGUMENTS) {
    const value = input[field];
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** A call may have several targets: the list field beside the single field. */
const LIST_OF: Readonly<Record<string, string>> = {
  command: "commands",
  file_path: "file_paths",
  notebook_path: "file_paths",
  path: "file_paths",
  url: "urls",
  pattern: "patterns",
};
export const LIST_FIELDS: readonly string[] = [...new Set(Object.values(LIST_OF))];

export function listField(field: string): string | undefined {
  return lookUp(LIST_OF, field);
}

/** Fields with the same meaning in different forms: setting one of them sets them all. */
export function kindredFields(field: string): readonly string[] {
  const singles = Object.keys(LIST_OF).filter((single) => LIST_OF[single] === field);
  const list = listField(field);
  return list === undefined ? [field, ...singles] : [field, list];
}

/** Additional targets in the input beside this field; undefined if there are none. */
export function furtherValues(input: JsonObject, field: string): readonly string[] | undefined {
  const list = lookUp(LIST_OF, field);
  const items = list === undefined ? undefined : input[list];
  return Array.isArray(items) ? items.filter((item) => typeof item === "string") : undefined;
}

/**
 * Further arguments for a `Tool(content)` pattern. The relevant argument of an unknown tool is unknown, so a rule is
 * tested on each of them.
 */
export function furtherArguments(tool: string, input: unknown): readonly string[] | undefined {
  if (!isRecord(input)) return undefined;
  const known = lookUp(PRIMARY_ARGUMENT, tool);
  if (known !== undefined) return furtherValues(input, known[0]!);
  return FALLBACK_ARGUMENTS.flatMap((field) => [input[field], ...(furtherValues(input, field) ?? [])]).filter(
    (value) => typeof value === "string",
  );
}

/** True if a call has several targets, of which a rule may match only some. */
export function namesSeveral(input: JsonObject): boolean {
  return LIST_FIELDS.some((list) => Array.isArray(input[list]) && input[list].length > 1);
}

const PATH_FIELDS = ["file_path", "path", "filename", "notebook_path"];

/** All paths in a tool input, for path patterns. */
export function pathArguments(input: unknown): string[] {
  if (!isRecord(input)) return [];
  const many = Array.isArray(input["file_paths"]) ? input["file_paths"] : [];
  return [...PATH_FIELDS.map((field) => input[field]), ...many].filter((value) => typeof value === "string");
}

/** Native tool name → canonical name, with renamed input fields (native → canonical). */
export type ToolTable = Readonly<
  Record<string, { readonly name: string; readonly fields?: Readonly<Record<string, string>> }>
>;

export interface ToolCall {
  readonly name: string;
  readonly input: JsonObject;
}

export function toCanonicalTool(table: ToolTable, call: ToolCall): ToolCall {
  const entry = lookUp(table, call.name);
  if (entry === undefined) return call;
  return { name: entry.name, input: renameFields(call.input, entry.fields ?? {}) };
}

export function toNativeTool(table: ToolTable, call: ToolCall): ToolCall {
  for (const [native, entry] of Object.entries(table)) {
    if (entry.name !== call.name) continue;
    const back = Object.fromEntries(Object.entries(entry.fields ?? {}).map(([from, to]) => [to, from]));
    return { name: native, input: renameFields(call.input, back) };
  }
  return call;
}

function renameFields(input: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(input).map(([field, value]) => [lookUp(names, field) ?? field, value]));
}

/**
 * Synchronises native and canonical fields of a rewritten input. A hook may change only the native field, but rules
 * test the canonical one.
 */
export function inBothWords(fields: Readonly<Record<string, string>>, sent: JsonObject, input: JsonObject): JsonObject {
  const moved: JsonObject = {};
  for (const [own, canonical] of Object.entries(fields)) {
    const isChanged = (field: string) => input[field] !== undefined && !sameJson(input[field], sent[field]);
    if (isChanged(canonical) || input[own] === undefined) continue;
    if (!isChanged(own) && input[canonical] !== undefined) continue;
    const [first = input[own], ...more] = [input[own]].flat().filter((value) => typeof value === "string");
    const list = listField(canonical);
    moved[canonical] = first;
    if (list !== undefined && more.length > 0) moved[list] = [first, ...more];
  }
  return Object.keys(moved).length === 0 ? input : { ...input, ...moved };
}

/** The renamed fields of an agent's tool, by its native name. */
export function ownFields(tools: ToolTable, native: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof native !== "string") return undefined;
  return (lookUp(tools, native) ?? lookUp(tools, native.toLowerCase()))?.fields;
}
