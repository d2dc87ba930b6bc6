/** Strings in a tool's input, by field name. */
import { isRecord, type JsonObject, parseObject } from "../../core/text/json.js";
import { snakeCase } from "./tool-words.js";

/** Maximum depth: a model may send anything. */
const DEPTH = 6;
const MOST = 2000;
const LONGEST = 100_000;

/** Content, messages and search terms: never file names. */
export const CONTENT_FIELD =
  /^(?:blob|body|comment|contents?|data|description|find|html|markdown|message|msg|new_str(?:ing)?|new_text|new_value|note|notes|old_str(?:ing)?|old_text|old_value|pattern|prompt|query|regex|replace(?:ment)?|search|summary|text|title|value)$/;

export interface Field {
  /** In snake case; of the innermost named field. */
  readonly name: string;
  readonly text: string;
}

export function textsIn(input: JsonObject): Field[] {
  const found: Field[] = [];
  const visit = (value: unknown, name: string, depth: number) => {
    if (found.length >= MOST) return;
    if (typeof value === "string") {
      found.push({ name, text: value });
      // A tool input nested in another.
      const inner = depth > 0 && /^\s*\{/.test(value) && value.length <= LONGEST ? parseObject(value) : undefined;
      if (inner !== undefined && !CONTENT_FIELD.test(name)) visit(inner, name, depth - 1);
    } else if (depth > 0 && Array.isArray(value)) {
      const path = pathOf(value);
      if (path !== undefined) found.push({ name: "path", text: path });
      for (const item of value) visit(item, name, depth - 1);
    } else if (depth > 0 && isRecord(value))
      for (const [key, inner] of Object.entries(value)) {
        // A map of files, keyed by path.
        if (isPath(key)) found.push({ name: "path", text: key });
        visit(inner, isPath(key) ? "content" : snakeCase(key), depth - 1);
      }
  };
  visit(input, "", DEPTH);
  return found;
}

/** A path in parts: `["/home/ada", ".codex", "hooks.json"]`. */
function pathOf([first, ...rest]: readonly unknown[]): string | undefined {
  const isPart = (one: unknown): one is string =>
    typeof one === "string" && /^[^/\s:=]{1,255}(?:\/[^\s:=]{1,255})?$/.test(one);
  if (
    typeof first !== "string" ||
    !/^(?:[/~]|file:|\$\{?HOME\b)\S*$/.test(first) ||
    rest.length === 0 ||
    rest.length > 16
  )
    return undefined;
  return rest.every(isPart) ? [first, ...rest].join("/") : undefined;
}

function isPath(key: string): boolean {
  return (
    key.length < 1024 &&
    /^(?:[/~]|file:|\.{0,2}\/?[^\s/]{1,200}\/|[^\s/]{1,200}\.[a-z]{1,5}$)/i.test(key) &&
    !/\s/.test(key)
  );
}
