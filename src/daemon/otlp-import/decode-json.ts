/** Decodes OTLP's JSON request with log records. Lenient: invalid parts are skipped. */
import { isRecord, type JsonObject } from "../../core/text/json.js";

export interface LogRecord {
  /** Observed time in nanoseconds since 1970; some senders leave the event's own time at 0. */
  readonly observed: string;
  readonly attributes: JsonObject;
}

/** Maximum depth of nested values. */
const DEPTH_LIMIT = 8;

export function readLogs(request: JsonObject): LogRecord[] {
  return objects(request["resourceLogs"])
    .flatMap((resource) => objects(resource["scopeLogs"]))
    .flatMap((scope) => objects(scope["logRecords"]))
    .map((record) => ({ observed: nanoseconds(record), attributes: attributesOf(record["attributes"], 0) }));
}

function nanoseconds(record: JsonObject): string {
  const times = [record["observedTimeUnixNano"], record["timeUnixNano"]].map((time) => String(time ?? 0));
  return times.find((time) => /^[1-9]\d{0,19}$/.test(time)) ?? "0";
}

function attributesOf(list: unknown, depth: number): JsonObject {
  return Object.fromEntries(
    objects(list).flatMap(({ key, value }) => {
      const read = readValue(value, depth);
      return typeof key === "string" && read !== undefined ? [[key, read]] : [];
    }),
  );
}

/** Integers are strings, because JSON numbers are not exact. */
function readValue(value: unknown, depth: number): unknown {
  if (!isRecord(value) || depth > DEPTH_LIMIT) return undefined;
  const { stringValue, boolValue, intValue, doubleValue, bytesValue, arrayValue, kvlistValue } = value;
  if (intValue !== undefined) return Number.isSafeInteger(Number(intValue)) ? Number(intValue) : String(intValue);
  if (isRecord(arrayValue)) return objects(arrayValue["values"]).map((inner) => readValue(inner, depth + 1) ?? null);
  if (isRecord(kvlistValue)) return attributesOf(kvlistValue["values"], depth + 1);
  return stringValue ?? boolValue ?? doubleValue ?? bytesValue;
}

function objects(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
