/**
 * Canonical tools are Claude Code's names and input fields. A dialect or an agent with other names brings a
 * table; translation works both ways and leaves alone what the table does not know. `mcp__*` is never mapped.
 */
import { isRecord, type JsonObject, lookUp, sameJson } from "../text/json.js";

/** The argument that a `Tool(content)` pattern is tested against, best known first. */
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

/** A call may name several things at once: the list that says all of them, beside the field for one. */
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

/** A field and those that may say the same in another form: who sets one of them has set them all. */
export function kindredFields(field: string): readonly string[] {
  const singles = Object.keys(LIST_OF).filter((single) => LIST_OF[single] === field);
  const list = listField(field);
  return list === undefined ? [field, ...singles] : [field, list];
}

/** The further things an input names beside this field; undefined when there are none. */
export function furtherValues(input: JsonObject, field: string): readonly string[] | undefined {
  const list = lookUp(LIST_OF, field);
  const items = list === undefined ? undefined : input[list];
  return Array.isArray(items) ? items.filter((item) => typeof item === "string") : undefined;
}

/**
 * What a `Tool(content)` pattern is tested against beside the primary argument. Which argument of an unknown tool
 * counts, nobody knows: a rule holds for each, or one that means nothing would hide the one that does.
 */
export function furtherArguments(tool: string, input: unknown): readonly string[] | undefined {
  if (!isRecord(input)) return undefined;
  const known = lookUp(PRIMARY_ARGUMENT, tool);
  if (known !== undefined) return furtherValues(input, known[0]!);
  return FALLBACK_ARGUMENTS.flatMap((field) => [input[field], ...(furtherValues(input, field) ?? [])]).filter(
    (value) => typeof value === "string",
  );
}

/** Whether a call is about several things at once, of which a rule may fit only some. */
export function namesSeveral(input: JsonObject): boolean {
  return LIST_FIELDS.some((list) => Array.isArray(input[list]) && input[list].length > 1);
}

const PATH_FIELDS = ["file_path", "path", "filename", "notebook_path"];

/** Every path a tool input names, for path patterns. */
export function pathArguments(input: unknown): string[] {
  if (!isRecord(input)) return [];
  const many = Array.isArray(input["file_paths"]) ? input["file_paths"] : [];
  return [...PATH_FIELDS.map((field) => input[field]), ...many].filter((value) => typeof value === "string");
}

/** Native tool name → canonical name, with the input fields that are called differently (native → canonical). */
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
 * A rewritten input in which an agent's own fields and the canonical ones beside them say the same. Who changes only the
 * agent's has changed what the call is about, and rules look at the canonical ones.
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

/** The fields that an agent's tool calls differently, by the name that the agent has for it. */
export function ownFields(tools: ToolTable, native: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof native !== "string") return undefined;
  return (lookUp(tools, native) ?? lookUp(tools, native.toLowerCase()))?.fields;
}
