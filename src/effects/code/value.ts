/** What is known of a value in code. */
import { UNKNOWN } from "../model/invocation.js";

export interface Value {
  /** Every text it may have, each part that is not known an `UNKNOWN`. */
  readonly texts: readonly string[];
  readonly items?: readonly Value[];
  readonly fields?: ReadonlyMap<string, Value>;
  /** The full name of the function, module or type it is: `os.remove`. */
  readonly called?: string;
  /** It came over the network, was decoded from base64, hex or similar, or is the content of a file. */
  readonly from?: "network" | "decoded" | "file";
  /** It is what the function of this name is given at this place. */
  readonly parameter?: { readonly of: string; readonly at: number };
  /** It stands for many names: `*` in it is a wildcard. */
  readonly many?: true;
}

/** Alternatives that are followed; beyond that, nobody can tell. */
const MOST = 16;

export const NOTHING_KNOWN: Value = { texts: [UNKNOWN] };

export function text(value: string): Value {
  return { texts: [value] };
}

export function named(called: string): Value {
  return { texts: [UNKNOWN], called };
}

export function join(values: readonly Value[], glue = ""): Value {
  let texts: readonly string[] = values.length === 0 ? [""] : values[0]!.texts;
  for (const value of values.slice(1)) {
    texts = texts.flatMap((one) => value.texts.map((other) => `${one}${glue}${other}`));
    if (texts.length > MOST) return NOTHING_KNOWN;
  }
  return withOrigin({ texts }, values);
}

/** Any of them. */
export function either(values: readonly Value[]): Value {
  const texts = [...new Set(values.flatMap((value) => value.texts))];
  return withOrigin(texts.length > MOST ? NOTHING_KNOWN : { texts }, values);
}

/** Where a part came from, the whole came from. */
export function withOrigin(value: Value, parts: readonly Value[]): Value {
  const from = parts.find((part) => part.from !== undefined)?.from;
  const many = parts.some((part) => part.many);
  return { ...value, ...(from === undefined ? {} : { from }), ...(many ? { many: true } : {}) };
}
