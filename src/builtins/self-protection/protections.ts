/** What is protected: our own folders, hooks of the person and of projects, and the hook config of every agent. */
import { isAbsolute, join, resolve } from "node:path";
import type { Surroundings } from "../../core/hooks/builtin.js";
import { type PathRule, PathRules } from "../_shared/paths/path-rules.js";
import { AGENT_FILES } from "./_agent-files.js";

export interface Protection {
  readonly verdict: "deny" | "ask";
  /** What lies there, as the end of "this is …". */
  readonly what: string;
}

const deny = (path: string, what: string): PathRule<Protection> => ({
  path,
  searched: true,
  what: { verdict: "deny", what },
});

const VARIABLES = [
  ...new Set(AGENT_FILES.flatMap(({ user }) => user.flatMap((path) => /^\$(\w+)/.exec(path)?.[1] ?? []))),
];
let last: { readonly key: string; readonly rules: PathRules<Protection> } | undefined;

/** The same for the same surroundings, which most calls after each other have. */
export function protections(surroundings: Surroundings, also: readonly string[]): PathRules<Protection> {
  const { home, config, managed, data, state, cache, sockets, project, environment } = surroundings;
  const moved = VARIABLES.map((name) => environment[name]);
  const key = [home, config, managed, data, state, cache, sockets, project, ...moved, ...also].join("\0");
  if (last?.key !== key) last = { key, rules: new PathRules(rulesFor(surroundings, also)) };
  return last.rules;
}

/** The strictest first: the first that fits counts. */
function rulesFor(surroundings: Surroundings, also: readonly string[]): PathRule<Protection>[] {
  const { home, config, managed, data, state, cache, sockets, project } = surroundings;
  const ask = (path: string, what: string): PathRule<Protection> => ({ path, what: { verdict: "ask", what } });
  const anywhere = (path: string, what: string): PathRule<Protection> => ({ ...ask(path, what), anywhere: true });
  return [
    deny(data, "Snaphook's trust store and launcher"),
    deny(state, "Snaphook's state and records"),
    deny(cache, "Snaphook's compiled plans"),
    deny(sockets, "the sockets of Snaphook's daemon"),
    deny(managed, "an administrator's policy"),
    { ...ask(config, "your Snaphook config"), searched: true },
    { ...anywhere(".snaphook", "a project's Snaphook config"), searched: true },
    anywhere("snaphook.config.*", "a Snaphook config in code"),
    ...also.map((path) => ask(located(path, home, project), "a file that a hook needs")),
    ...AGENT_FILES.flatMap(({ title, user, project: inProject }) => [
      ...user.flatMap((path) => {
        const place = userPlace(path, surroundings);
        return place === undefined ? [] : [ask(place, `hook config of ${title}`)];
      }),
      ...inProject.map((path) => anywhere(path, `hook config of ${title}`)),
    ]),
  ];
}

function located(path: string, home: string, project: string): string {
  return path.startsWith("~/") ? join(home, path.slice(2)) : resolve(project, path);
}

/** `$NAME/…` is a place only where the variable says one. */
function userPlace(path: string, { home, environment }: Surroundings): string | undefined {
  if (!path.startsWith("$")) return located(path, home, "/");
  const [name = "", ...rest] = path.slice(1).split("/");
  const folder = (environment[name] ?? "").replace(/^~(?=\/|$)/, home);
  return isAbsolute(folder) ? join(folder, ...rest) : undefined;
}
