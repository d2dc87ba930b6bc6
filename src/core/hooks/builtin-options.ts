/** Options of a built-in, as data: checked when a file is loaded, shown in the docs and by `snaphook pack`. */
import { isRecord, type JsonObject, lookUp } from "../text/json.js";

/** A list of strings is an enumeration. */
export type OptionType =
  | "text"
  | "texts"
  | "number"
  | "boolean"
  | "object"
  | "objects"
  | readonly [string, string, ...(readonly string[])];

export interface BuiltinOption {
  readonly type: OptionType;
  /** Default value; omitted if there is none. */
  readonly default?: unknown;
  /** A noun phrase, without a full stop. */
  readonly help: string;
}

export type BuiltinOptions = Readonly<Record<string, BuiltinOption>>;

/** Describes problems in the options of an entry. `also`: checks beyond types. */
export function checkedBy(
  options: BuiltinOptions,
  also?: (given: JsonObject) => string | undefined,
): (given: JsonObject) => string | undefined {
  const names = Object.keys(options).map((name) => `\`${name}\``);
  const has = names.length === 0 ? "it has no options" : `options are ${list(names)}`;
  return (given) => {
    for (const [name, value] of Object.entries(given)) {
      const option = lookUp(options, name);
      if (option === undefined) return `unknown option "${name}"; ${has}`;
      if (!fits(option.type, value)) return `\`${name}\` must be ${typeText(option.type)}`;
    }
    return also?.(given);
  };
}

export function typeText(type: OptionType): string {
  if (typeof type !== "string") return `one of ${type.join(", ")}`;
  return {
    text: "a text",
    texts: "a list of strings",
    number: "a number",
    boolean: "true or false",
    object: "an object",
    objects: "a list of objects",
  }[type];
}

function fits(type: OptionType, value: unknown): boolean {
  if (typeof type !== "string") return type.includes(value as string);
  if (type === "texts") return Array.isArray(value) && value.every((one) => typeof one === "string" && one !== "");
  if (type === "text") return typeof value === "string" && value !== "";
  if (type === "object") return isRecord(value);
  if (type === "objects") return Array.isArray(value) && value.every(isRecord);
  return typeof value === type && (type === "boolean" || (Number.isFinite(value) && (value as number) >= 0));
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
