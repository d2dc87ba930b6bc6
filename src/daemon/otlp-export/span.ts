/** A span in OTLP's JSON format. Contains names, verdicts, durations and ids; never payload content. */
import { cut } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code: number };
}

export interface SpanFacts {
  readonly trace: string;
  readonly id: string;
  readonly parent?: string | undefined;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly failed?: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
}

const INTERNAL = 1;
const STATUS = { unset: 0, error: 2 } as const;
/** Longer names are dropped. */
const TEXT_LIMIT = 200;

export function span({ trace, id, parent, name, start, end, failed, attributes }: SpanFacts): Span {
  return {
    traceId: trace,
    spanId: id,
    ...(parent === undefined ? {} : { parentSpanId: parent }),
    name: cut(name, TEXT_LIMIT),
    kind: INTERNAL,
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(Math.max(start, end)),
    attributes: Object.entries(attributes).flatMap(([key, value]) =>
      value === undefined ? [] : [{ key, value: anyValue(value) }],
    ),
    status: { code: failed ? STATUS.error : STATUS.unset },
  };
}

/** Deterministic ids, across restarts. */
export function traceId(...words: readonly string[]): string {
  return sha256(JSON.stringify(["trace", ...words])).slice(0, 32);
}

export function spanId(...words: readonly string[]): string {
  return sha256(JSON.stringify(["span", ...words])).slice(0, 16);
}

function anyValue(value: string | number | boolean): Readonly<Record<string, unknown>> {
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "string") return { stringValue: cut(value, TEXT_LIMIT) };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(Math.max(0, ms) * 1_000)) * 1_000n);
}
