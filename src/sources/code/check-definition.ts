/** Checks hook definitions of untyped programs: unknown keys and wrong types. */
import type { HookDefinition, MatcherOption } from "../../core/hooks/define.js";
import { cut, isRecord } from "../../core/text/json.js";
import { unknownKey } from "../../core/text/unknown-key.js";

interface Kind {
  readonly must: string;
  readonly is: (value: unknown) => boolean;
}

const TEXT: Kind = { must: "a string", is: (value) => typeof value === "string" };
const BOOLEAN: Kind = { must: "true or false", is: (value) => typeof value === "boolean" };
const TEXTS: Kind = { must: "a list of strings", is: (value) => Array.isArray(value) && value.every(TEXT.is) };
const TEXT_MAP: Kind = {
  must: "an object of strings",
  is: (value) => isRecord(value) && Object.values(value).every(TEXT.is),
};
const SCALAR_MAP: Kind = {
  must: "an object of strings, numbers, booleans or null",
  is: (value) => isRecord(value) && Object.values(value).every((one) => one === null || typeof one !== "object"),
};
const oneOf = (...values: string[]): Kind => ({
  must: values.map((value) => `"${value}"`).join(" or "),
  is: (value) => values.includes(value as string),
});
const FAILURE_MODE = oneOf("allow", "ask", "deny");

const MATCHER = {
  tool: TEXT,
  content: TEXT,
  path: TEXT,
  params: TEXT,
  fields: TEXT_MAP,
  equals: SCALAR_MAP,
} satisfies Record<keyof Exclude<MatcherOption, string>, Kind>;

const DEFINITION = {
  event: TEXT,
  run: { must: "a function", is: (value) => typeof value === "function" },
  id: TEXT,
  matcher: { must: "a string or an object", is: () => true }, // see matcherProblem
  guard: BOOLEAN,
  timeoutMs: { must: "a positive number", is: (value) => typeof value === "number" && value > 0 },
  onFailure: FAILURE_MODE,
  onTimeout: FAILURE_MODE,
  mode: oneOf("enforce", "observe"),
  strategy: oneOf("serial", "parallel"),
  agents: TEXTS,
  enabled: BOOLEAN,
  background: BOOLEAN,
  once: BOOLEAN,
  runWhenActive: BOOLEAN,
  rewrites: oneOf("required", "optional"),
  audit: oneOf("required"),
  statusMessage: TEXT,
} satisfies Record<keyof HookDefinition, Kind>;

/** Names for the same things in payloads, hooks files and other hook systems. */
const USUAL_MATCHER = {
  tool_name: "tool",
  toolName: "tool",
  tools: "tool",
  name: "tool",
  command: "content",
  input: "fields",
  tool_input: "fields",
  file: "path",
  file_path: "path",
  filePath: "path",
  glob: "path",
};
const USUAL_DEFINITION = {
  match: "matcher",
  tool: "matcher",
  tool_name: "matcher",
  name: "id",
  on: "event",
  handler: "run",
  callback: "run",
  fn: "run",
  command: "run",
  async: "background",
  timeout: "timeoutMs",
};

/** Describes what is wrong with a matcher, if anything. An ignored condition would make its hook match more. */
export function matcherProblem(matcher: unknown): string | undefined {
  if (matcher === undefined || typeof matcher === "string") return undefined;
  if (!isRecord(matcher)) return `the matcher must be a string or an object, not ${shown(matcher)}`;
  const [unknown] = unknownKeys(matcher, MATCHER);
  if (unknown !== undefined) return `in the matcher: ${unknownKey(unknown, Object.keys(MATCHER), USUAL_MATCHER)}`;
  const [wrong] = wrongFields(matcher, MATCHER);
  return wrong && `in the matcher: ${wrong.message}`;
}

export function isKnownKey(name: string): boolean {
  return Object.hasOwn(DEFINITION, name);
}

/** Messages for unknown keys of a definition. */
export function unknownDefinitionKeys(definition: object): string[] {
  return unknownKeys(definition, DEFINITION).map((name) => unknownKey(name, Object.keys(DEFINITION), USUAL_DEFINITION));
}

export interface WrongField {
  readonly name: string;
  readonly message: string;
}

/** Fields of a definition with the wrong type. */
export function wrongDefinitionFields(definition: object): WrongField[] {
  return wrongFields(definition, DEFINITION);
}

function unknownKeys(value: object, known: object): string[] {
  return Object.keys(value).filter((name) => !Object.hasOwn(known, name));
}

function wrongFields(value: object, kinds: Readonly<Record<string, Kind>>): WrongField[] {
  return Object.entries(kinds).flatMap(([name, { is, must }]) => {
    const field = (value as Record<string, unknown>)[name];
    if (field === undefined || is(field)) return [];
    return [{ name, message: `\`${name}\` must be ${must}, not ${shown(field)}` }];
  });
}

function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  return cut(typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value)), 80);
}
