/** Parameters of a route, read by its description. A name nobody knows is refused: it is a mistake, or a token. */
import { type Refusal, refuse } from "./errors.js";
import type { Route, RouteCall } from "./route.js";
import { problemWith } from "./schema.js";
import { SHAPES } from "./shapes.js";

export function readParams(
  route: Route,
  named: Readonly<Record<string, string>>,
  query: readonly (readonly [string, string])[],
): RouteCall["params"] | Refusal {
  const given: Record<string, string | number> = {};
  for (const [name, value] of [...Object.entries(named), ...query]) {
    const param = route.params !== undefined && Object.hasOwn(route.params, name) ? route.params[name] : undefined;
    if (param === undefined) return refuse("PARAM_INVALID", `the route has no parameter \`${cutName(name)}\``);
    if (Object.hasOwn(given, name)) return refuse("PARAM_INVALID", `\`${name}\` came more than once`);
    const read = param.schema.type === "integer" && /^\d{1,15}$/.test(value) ? Number(value) : value;
    const problem = problemWith(param.schema, read, SHAPES, name);
    if (problem !== undefined) return refuse("PARAM_INVALID", problem);
    given[name] = read;
  }
  const missing = Object.entries(route.params ?? {}).find(([name, { required }]) => required && !(name in given));
  return missing === undefined ? given : refuse("PARAM_INVALID", `\`${missing[0]}\` is missing`);
}

function cutName(name: string): string {
  return name.slice(0, 40);
}
