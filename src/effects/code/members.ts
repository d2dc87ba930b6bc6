/** Members of values. */
import { UNKNOWN } from "../model/invocation.js";
import type { Token } from "./token.js";
import { either, NOTHING_KNOWN, type Value, withOrigin } from "./value.js";

export function member(value: Value, name: string): Value {
  const field = value.fields?.get(name);
  if (field !== undefined) return field;
  const from = value.from === undefined ? {} : { from: value.from };
  return { texts: [UNKNOWN], called: value.called === undefined ? `#${name}` : `${value.called}.${name}`, ...from };
}

export function indexed(value: Value, key: Value | undefined): Value {
  const said = key?.texts.length === 1 ? key.texts[0]! : UNKNOWN;
  const item = /^\d+$/.test(said) ? value.items?.[Number(said)] : undefined;
  if (item !== undefined) return item;
  return said.includes(UNKNOWN) ? withOrigin(NOTHING_KNOWN, [value]) : member(value, said);
}

export function elementOf(value: Value): Value {
  if (value.items === undefined) return value.many ? value : withOrigin(NOTHING_KNOWN, [value]);
  return either(value.items);
}

export function moduleName(name: string): string {
  return name.replace(/^node:/, "").replaceAll("/", ".");
}

/** `mode="w"`, `recursive: true`, `"shell" => true`. */
export function keyOf(token: Token, next: Token | undefined, close: string | undefined): string | undefined {
  if (next?.type !== "mark") return undefined;
  const isKey = next.text === ":" || next.text === "=>" || (next.text === "=" && close === ")");
  if (!isKey) return undefined;
  if (token.type === "name") return token.text;
  return token.type === "string" && typeof token.parts[0] === "string" ? token.parts[0] : undefined;
}
