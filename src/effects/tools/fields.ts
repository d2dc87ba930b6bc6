/** Texts in the input of a tool, by the names of the fields they stand in. */
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { snakeCase } from "./tool-words.js";

/** Deeper than any tool has its files, and no further: a model may send anything. */
const DEPTH = 6;
const MOST = 2000;

export interface Field {
  /** In snake case; of the innermost field that has a name. */
  readonly name: string;
  readonly text: string;
}

export function textsIn(input: JsonObject): Field[] {
  const found: Field[] = [];
  const visit = (value: unknown, name: string, depth: number) => {
    if (found.length >= MOST) return;
    if (typeof value === "string") found.push({ name, text: value });
    else if (depth > 0 && Array.isArray(value)) for (const item of value) visit(item, name, depth - 1);
    else if (depth > 0 && isRecord(value))
      for (const [key, inner] of Object.entries(value)) visit(inner, snakeCase(key), depth - 1);
  };
  visit(input, "", DEPTH);
  return found;
}
