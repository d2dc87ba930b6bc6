/** Parses route parameters by schema. An unknown name is rejected: it is a mistake, or a token. */
import { check } from "./check.js";
import { type Refusal, refuse } from "./errors.js";
import type { Route } from "./route.js";

export function readParams(
  { params }: Pick<Route, "params">,
  named: Readonly<Record<string, string>>,
  query: readonly (readonly [string, string])[],
): { readonly params: unknown } | Refusal {
  const given: Record<string, string> = {};
  for (const [name, value] of [...Object.entries(named), ...query]) {
    if (params === undefined || !Object.hasOwn(params.shape, name))
      return refuse("PARAM_INVALID", `unknown parameter \`${cutName(name)}\``);
    if (Object.hasOwn(given, name)) return refuse("PARAM_INVALID", `\`${name}\` was given more than once`);
    given[name] = value;
  }
  if (params === undefined) return { params: {} };
  const read = check(params, given, "the parameters");
  return "problem" in read ? refuse("PARAM_INVALID", read.problem) : { params: read.value };
}

function cutName(name: string): string {
  return name.slice(0, 40);
}
