/** Parses records from outside: a file, another machine. */
import { isRecord, parseObject } from "../text/json.js";
import type { EventRecord } from "./records.js";

/** The record in a text; undefined if it is damaged or something else. */
export function parseRecord(text: string): EventRecord | undefined {
  const value = parseObject(text);
  return value !== undefined && isEventRecord(value) ? value : undefined;
}

/** Checks all fields that the store relies on. */
export function isEventRecord(value: unknown): value is EventRecord {
  if (!isRecord(value)) return false;
  const texts = ["id", "way", "agent", "event", "presence", "verdict"];
  const optional = ["origin", "native", "session", "project", "reason", "dedupe"];
  return (
    texts.every((field) => typeof value[field] === "string" && value[field] !== "") &&
    optional.every((field) => value[field] === undefined || typeof value[field] === "string") &&
    isTime(value["at"]) &&
    Number.isFinite(value["ms"]) &&
    (value["dedupeMs"] === undefined || Number.isFinite(value["dedupeMs"])) &&
    isRecord(value["payload"]) &&
    (value["evidence"] === undefined || isRecord(value["evidence"])) &&
    isListOf(value["notes"], ({ code }) => typeof code === "string") &&
    isListOf(
      value["hooks"],
      ({ id, source, outcome, ms }) =>
        [id, source, outcome].every((text) => typeof text === "string") && Number.isFinite(ms),
    )
  );
}

function isTime(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isListOf(value: unknown, test: (item: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isRecord(item) && test(item));
}
