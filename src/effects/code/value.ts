/** Static knowledge of a value in code. */
import { UNKNOWN } from "../model/invocation.js";

export interface Value {
  /** All strings it may have. Each unknown part is an `UNKNOWN`. */
  readonly texts: readonly string[];
  readonly items?: readonly Value[];
  readonly fields?: ReadonlyMap<string, Value>;
  /** Full name of the function, module or type: `os.remove`. */
  readonly called?: string;
  /** Downloaded, decoded from base64, hex or similar, or read from a file. */
  readonly from?: "network" | "decoded" | "file";
  /** The parameter at this index of the named function. */
  readonly parameter?: { readonly of: string; readonly at: number };
  /** Stands for many names: `*` in it is a wildcard. */
  readonly many?: true;
}

/** Maximum number of alternatives; beyond it the value is unknown. */
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

/** Merges alternatives. */
export function either(values: readonly Value[]): Value {
  const texts = [...new Set(values.flatMap((value) => value.texts))];
  return withOrigin(texts.length > MOST ? NOTHING_KNOWN : { texts }, values);
}

/** A concatenation inherits the origins of its parts. */
export function withOrigin(value: Value, parts: readonly Value[]): Value {
  const from = parts.find((part) => part.from !== undefined)?.from;
  const many = parts.some((part) => part.many);
  return { ...value, ...(from === undefined ? {} : { from }), ...(many ? { many: true } : {}) };
}
