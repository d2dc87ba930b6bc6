/** OTLP's JSON form of log records written in its binary form, as an agent's exporter would. */
import type { JsonObject } from "../../src/core/text/json.js";

type Write = (value: never) => Buffer;
type Field = readonly [number: number, write: Write];

const varint = (value: bigint): Buffer => {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
};
const tag = (number: number, type: number) => varint(BigInt(number * 8 + type));
const block = (number: number, bytes: Buffer) => Buffer.concat([tag(number, 2), varint(BigInt(bytes.length)), bytes]);
const fixed64 = (number: number, write: (bytes: Buffer) => void) => {
  const bytes = Buffer.alloc(8);
  write(bytes);
  return Buffer.concat([tag(number, 1), bytes]);
};

const text = (number: number) => [number, (value: string) => block(number, Buffer.from(value))] as Field;
const time = (number: number) =>
  [number, (value: string) => fixed64(number, (bytes) => bytes.writeBigUInt64LE(BigInt(value)))] as Field;
const message = (number: number, fields: () => Readonly<Record<string, Field>>) =>
  [number, (value: JsonObject) => block(number, encode(value, fields()))] as Field;

const ANY: Readonly<Record<string, Field>> = {
  stringValue: text(1),
  boolValue: [2, (value: boolean) => Buffer.concat([tag(2, 0), varint(value ? 1n : 0n)])],
  intValue: [3, (value: string) => Buffer.concat([tag(3, 0), varint(BigInt(value))])],
  doubleValue: [4, (value: number) => fixed64(4, (bytes) => bytes.writeDoubleLE(value))],
  arrayValue: message(5, () => ({ values: message(1, () => ANY) })),
  kvlistValue: message(6, () => ({ values: message(1, () => KEY_VALUE) })),
};
const KEY_VALUE: Readonly<Record<string, Field>> = { key: text(1), value: message(2, () => ANY) };
const LOG: Readonly<Record<string, Field>> = {
  timeUnixNano: time(1),
  severityNumber: [2, (value: number) => Buffer.concat([tag(2, 0), varint(BigInt(value))])],
  severityText: text(3),
  attributes: message(6, () => KEY_VALUE),
  flags: [8, () => Buffer.concat([tag(8, 5), Buffer.alloc(4)])],
  observedTimeUnixNano: time(11),
  eventName: text(12),
};
const REQUEST = {
  resourceLogs: message(1, () => ({
    resource: message(1, () => ({ attributes: message(1, () => KEY_VALUE) })),
    scopeLogs: message(2, () => ({
      scope: message(1, () => ({ name: text(1) })),
      logRecords: message(2, () => LOG),
    })),
  })),
};

export function toProtobuf(request: JsonObject): Buffer {
  return encode(request, REQUEST);
}

function encode(value: JsonObject, fields: Readonly<Record<string, Field>>): Buffer {
  const parts = Object.entries(value).flatMap(([name, inner]) => {
    const write = fields[name]?.[1];
    if (write === undefined || inner === null) return [];
    return (Array.isArray(inner) ? inner : [inner]).map((one) => write(one as never));
  });
  return Buffer.concat(parts);
}
