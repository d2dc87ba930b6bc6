/** Protected paths: our own directories, hooks of the user and of projects, and the hook config of every agent. */
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Surroundings } from "../../core/hooks/builtin.js";
import { type PathRule, PathRules } from "../_shared/paths/path-rules.js";
import { AGENT_FILES } from "./_agent-files.js";

export interface Protection {
  readonly verdict: "deny" | "ask";
  /** Description, as in "this is …". */
  readonly what: string;
  /** Protected because a hook names it, not by its location. */
  readonly named?: true;
}

const deny = (path: string, what: string): PathRule<Protection> => ({
  path,
  searched: true,
  what: { verdict: "deny", what },
});

const VARIABLES = [
  ...new Set(AGENT_FILES.flatMap(({ user }) => user.flatMap((path) => /^\$(\w+)/.exec(path)?.[1] ?? []))),
];
/** Shared with other programs: files beside a protected one are not ours. */
const SHARED = /(?:^|\/)(?:\.config|\.cache|\.local|share|state|etc|Library\/Application Support)$/;

export interface ProtectedPlaces {
  /** Files and directories protected by location. */
  readonly files: readonly string[];
  /** Directories of one agent, or ours, with a protected file directly in them. */
  readonly folders: ReadonlySet<string>;
}

interface Compiled {
  /** What it was made from. */
  readonly key: readonly string[];
  readonly rules: PathRules<Protection>;
  readonly places: ProtectedPlaces;
}

let last: Compiled | undefined;

/** Cached: consecutive calls usually have the same surroundings. */
export function protections(surroundings: Surroundings, also: readonly string[]): PathRules<Protection> {
  return compiled(surroundings, also).rules;
}

export function protectedPlaces(surroundings: Surroundings, also: readonly string[]): ProtectedPlaces {
  return compiled(surroundings, also).places;
}

function compiled(surroundings: Surroundings, also: readonly string[]): Compiled {
  const { home, config, managed, data, state, cache, sockets, project, environment } = surroundings;
  const key = [home, config, managed, data, state, cache, sockets, project];
  for (const name of VARIABLES) key.push(environment[name] ?? "");
  for (const path of also) key.push(path);
  if (last === undefined || !isSame(last.key, key)) {
    const rules = rulesFor(surroundings, also);
    last = { key, rules: new PathRules(rules), places: placesOf(rules, home) };
  }
  return last;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}

function placesOf(rules: readonly PathRule<Protection>[], home: string): ProtectedPlaces {
  const fixed = rules.filter(({ anywhere }) => !anywhere);
  const folders = fixed.filter(({ what }) => what.named !== true).map(({ path }) => dirname(path));
  return {
    files: fixed.map(({ path }) => path),
    folders: new Set(folders.filter((folder) => folder !== home && !SHARED.test(folder))),
  };
}

/** Strictest first: the first match counts. */
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
    ...also.map((path): PathRule<Protection> => {
      const what = { verdict: "ask", what: "a file that a hook uses", named: true } as const;
      return { path: located(path, home, project), what };
    }),
    ...AGENT_FILES.flatMap(({ title, user, project: inProject }) => [
      ...user.flatMap((path) => {
        const place = userPlace(path, surroundings);
        return place === undefined ? [] : [ask(place, `the hook config of ${title}`)];
      }),
      ...inProject.map((path) => anywhere(path, `the hook config of ${title}`)),
    ]),
  ];
}

function located(path: string, home: string, project: string): string {
  return path.startsWith("~/") ? join(home, path.slice(2)) : resolve(project, path);
}

/** `$NAME/…` is a path only if the variable is set. */
function userPlace(path: string, { home, environment }: Surroundings): string | undefined {
  if (!path.startsWith("$")) return located(path, home, "/");
  const [name = "", ...rest] = path.slice(1).split("/");
  const folder = (environment[name] ?? "").replace(/^~(?=\/|$)/, home);
  return isAbsolute(folder) ? join(folder, ...rest) : undefined;
}
