/** The part of JSON Schema that the routes describe themselves with, and the check of a value against it. Pure. */
import { isRecord } from "../../core/text/json.js";

export interface Schema {
  readonly $ref?: string;
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** What further keys hold; false = there are none. */
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export type Shapes = Readonly<Record<string, Schema>>;

export const REF = "#/components/schemas/";

export const text = (more: Omit<Schema, "type"> = {}): Schema => ({ type: "string", ...more });
export const integer = (more: Omit<Schema, "type"> = {}): Schema => ({ type: "integer", ...more });
export const number: Schema = { type: "number" };
export const boolean: Schema = { type: "boolean" };
export const anyObject = (description: string): Schema => ({ type: "object", description });
export const listOf = (items: Schema, more: Omit<Schema, "type" | "items"> = {}): Schema => ({
  type: "array",
  items,
  ...more,
});
export const shape = (name: string): Schema => ({ $ref: `${REF}${name}` });
export const oneOf = (...names: readonly string[]): Schema => ({ type: "string", enum: names });

/** An object with these keys and no others; a name that ends in `?` may be missing. */
export function object(fields: Readonly<Record<string, Schema>>, description?: string): Schema {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, inner]) => [name.replace(/\?$/, ""), inner]),
  );
  const required = Object.keys(fields).filter((name) => !name.endsWith("?"));
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** What is wrong with a value, in words with its place; undefined when nothing is. */
export function problemWith(schema: Schema, value: unknown, shapes: Shapes, at = ""): string | undefined {
  if (schema.$ref !== undefined) return problemWith(shapes[schema.$ref.slice(REF.length)]!, value, shapes, at);
  const place = at === "" ? "the body" : `\`${at}\``;
  if (schema.anyOf !== undefined) {
    const problems = schema.anyOf.map((inner) => problemWith(inner, value, shapes, at) ?? "");
    if (problems.includes("")) return undefined;
    const nearer = problems.filter((problem) => !problem.startsWith(`${place} must be`)); // the right kind of value
    return (nearer.length > 0 ? nearer : problems).join("; or ");
  }
  if (schema.type !== undefined && !isOfType(schema.type, value)) return `${place} must be ${WORDS[schema.type]}`;
  if (typeof value === "string") return textProblem(schema, value, place);
  if (typeof value === "number") return numberProblem(schema, value, place);
  if (Array.isArray(value)) return listProblem(schema, value, shapes, at, place);
  return isRecord(value) ? objectProblem(schema, value, shapes, at) : undefined;
}

const WORDS = {
  object: "an object",
  array: "a list",
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
} as const;

function isOfType(type: NonNullable<Schema["type"]>, value: unknown): boolean {
  if (type === "object") return isRecord(value);
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isSafeInteger(value);
  return typeof value === type;
}

function textProblem(schema: Schema, value: string, place: string): string | undefined {
  if (schema.enum !== undefined && !schema.enum.includes(value)) return `${place} must be ${schema.enum.join(" or ")}`;
  if (schema.maxLength !== undefined && value.length > schema.maxLength)
    return `${place} may have ${schema.maxLength} characters`;
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value))
    return `${place} must look like ${schema.pattern}`;
  return undefined;
}

function numberProblem(schema: Schema, value: number, place: string): string | undefined {
  if (schema.minimum !== undefined && value < schema.minimum) return `${place} must be at least ${schema.minimum}`;
  if (schema.maximum !== undefined && value > schema.maximum) return `${place} must be at most ${schema.maximum}`;
  return undefined;
}

function listProblem(schema: Schema, value: readonly unknown[], shapes: Shapes, at: string, place: string) {
  if (schema.maxItems !== undefined && value.length > schema.maxItems)
    return `${place} may have ${schema.maxItems} entries`;
  if (schema.items === undefined) return undefined;
  for (const [index, inner] of value.entries()) {
    const problem = problemWith(schema.items, inner, shapes, `${at}[${index}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function objectProblem(schema: Schema, value: Readonly<Record<string, unknown>>, shapes: Shapes, at: string) {
  const nameOf = (key: string) => (at === "" ? key : `${at}.${key}`);
  const missing = schema.required?.find((key) => value[key] === undefined);
  if (missing !== undefined) return `\`${nameOf(missing)}\` is missing`;
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue; // left out when it is written
    const known = schema.properties !== undefined && Object.hasOwn(schema.properties, key);
    const wanted = known ? schema.properties[key] : schema.additionalProperties;
    if (wanted === false) return `\`${nameOf(key)}\` is not known here`;
    const problem = typeof wanted === "object" ? problemWith(wanted, inner, shapes, nameOf(key)) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}
