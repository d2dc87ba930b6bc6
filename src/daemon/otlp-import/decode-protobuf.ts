/** Decodes OTLP's binary request with log records into its JSON form, with only the needed fields. */
import type { JsonObject } from "../../core/text/json.js";
import { type WireField, wireFields } from "./protobuf-wire.js";

type Reader = (value: WireField["value"], depth: number) => unknown;
/** Field number → its name in the JSON form, its type, and whether it is repeated. */
type Shape = Readonly<Record<number, readonly [name: string, read: Reader, many?: "many"]>>;

/** A request has six levels; the rest is for nested values. */
const DEPTH_LIMIT = 24;

const text: Reader = (value) => new TextDecoder().decode(bytesOf(value));
const base64: Reader = (value) => Buffer.from(bytesOf(value)).toString("base64");
const unsigned: Reader = (value) => String(numberOf(value));
const signed: Reader = (value) => String(BigInt.asIntN(64, numberOf(value)));
const truth: Reader = (value) => numberOf(value) !== 0n;
const double: Reader = (value) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, numberOf(value));
  return view.getFloat64(0);
};

const message =
  (shape: () => Shape): Reader =>
  (value, depth) =>
    readMessage(bytesOf(value), shape(), depth + 1);

const KEY_VALUE: Shape = { 1: ["key", text], 2: ["value", message(() => ANY_VALUE)] };
const KEY_VALUES: Shape = { 1: ["values", message(() => KEY_VALUE), "many"] };
const VALUES: Shape = { 1: ["values", message(() => ANY_VALUE), "many"] };
const ANY_VALUE: Shape = {
  1: ["stringValue", text],
  2: ["boolValue", truth],
  3: ["intValue", signed],
  4: ["doubleValue", double],
  5: ["arrayValue", message(() => VALUES)],
  6: ["kvlistValue", message(() => KEY_VALUES)],
  7: ["bytesValue", base64],
};
const LOG_RECORD: Shape = {
  1: ["timeUnixNano", unsigned],
  6: ["attributes", message(() => KEY_VALUE), "many"],
  11: ["observedTimeUnixNano", unsigned],
};
const SCOPE_LOGS: Shape = { 2: ["logRecords", message(() => LOG_RECORD), "many"] };
const RESOURCE_LOGS: Shape = { 2: ["scopeLogs", message(() => SCOPE_LOGS), "many"] };
const REQUEST: Shape = { 1: ["resourceLogs", message(() => RESOURCE_LOGS), "many"] };

/** Undefined if the bytes are not such a request. */
export function decodeLogRequest(bytes: Uint8Array): JsonObject | undefined {
  try {
    return readMessage(bytes, REQUEST, 0);
  } catch {
    return undefined; // truncated, nested endlessly, or something else
  }
}

function readMessage(bytes: Uint8Array, shape: Shape, depth: number): JsonObject {
  if (depth > DEPTH_LIMIT) throw new RangeError("nested too deeply");
  const read: JsonObject = {};
  for (const { number, value } of wireFields(bytes)) {
    const field = shape[number];
    if (field === undefined) continue;
    const [name, reader, many] = field;
    const inner = reader(value, depth);
    if (!many) read[name] = inner;
    else if (Array.isArray(read[name])) read[name].push(inner);
    else read[name] = [inner];
  }
  return read;
}

function bytesOf(value: WireField["value"]): Uint8Array {
  if (typeof value === "bigint") throw new TypeError("a number instead of bytes");
  return value;
}

function numberOf(value: WireField["value"]): bigint {
  if (typeof value !== "bigint") throw new TypeError("bytes instead of a number");
  return value;
}
