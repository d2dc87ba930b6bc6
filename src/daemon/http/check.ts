/** Validates a value against a schema. Each problem has its path. */
import type { z } from "zod";

export type Checked<Value> = { readonly value: Value } | { readonly problem: string };

/** `whole`: name of the value for problems of the whole. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  whole: string,
): Checked<z.output<Schema>> {
  const read = schema.safeParse(value, { error: predicate });
  return read.success ? { value: read.data } : { problem: problemOf(read.error.issues[0]!, whole) };
}

function problemOf(issue: z.core.$ZodIssue, whole: string, at: readonly PropertyKey[] = []): string {
  const path = [...at, ...issue.path];
  if (issue.code === "unrecognized_keys") return `unknown field ${place([...path, issue.keys[0]!], whole)}`;
  if (issue.code !== "invalid_union") return `${place(path, whole)} ${issue.message}`;
  const firsts = issue.errors.flatMap((issues) => issues.slice(0, 1));
  const nearer = firsts.filter((one) => one.code !== "invalid_type" || one.path.length > 0); // the right type of value
  return (nearer.length > 0 ? nearer : firsts).map((one) => problemOf(one, whole, path)).join("; or ");
}

/** `["hooks", 1, "id"]` → `hooks[1].id`. */
function place(path: readonly PropertyKey[], whole: string): string {
  if (path.length === 0) return whole;
  const text = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return `\`${text.replace(/^\./, "")}\``;
}

const KINDS: Readonly<Record<string, string>> = {
  object: "an object",
  record: "an object",
  array: "a list",
  string: "a string",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
};

/** Completes "`field` …". A message of the schema itself takes precedence. */
function predicate(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return "is missing";
  if (issue.code === "invalid_type") return `must be ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code === "invalid_value") return `must be ${issue.values.join(" or ")}`;
  if (issue.code === "too_big" && issue.origin === "array") return `must have at most ${issue.maximum} entries`;
  if (issue.code === "too_big")
    return `must be at most ${issue.maximum}${issue.origin === "string" ? " characters" : ""}`;
  if (issue.code === "too_small") return `must be at least ${issue.minimum}`;
  if (issue.code === "invalid_format" && typeof issue["pattern"] === "string") return `must match ${issue["pattern"]}`;
  return undefined;
}
