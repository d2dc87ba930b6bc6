/** Finds the routes of a path. Literal paths take precedence. */
import type { Route } from "./route.js";

export interface Found {
  readonly routes: readonly Route[];
  /** The values of names in braces. */
  readonly named: Readonly<Record<string, string>>;
}

export function routeFinder(routes: readonly Route[]): (segments: readonly string[]) => Found | undefined {
  const byPath = groupByPath(routes);
  const paths = [...byPath.keys()].sort((a, b) => Number(a.includes("{")) - Number(b.includes("{")));
  const patterns = paths.map((path) => ({ path, parts: path.slice(1).split("/") }));
  return (segments) => {
    for (const { path, parts } of patterns) {
      const named = match(parts, segments);
      if (named !== undefined) return { routes: byPath.get(path) ?? [], named };
    }
    return undefined;
  };
}

function groupByPath(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(route.path, [...(groups.get(route.path) ?? []), route]);
  return groups;
}

function match(parts: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (parts.length !== segments.length) return undefined;
  const named: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index]!;
    if (part.startsWith("{")) named[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return named;
}
