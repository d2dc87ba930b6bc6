/** Accessors for payload fields of any type. */
import { isRecord, type JsonObject } from "../../core/text/json.js";

export function recordOf(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function definedOnly(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
