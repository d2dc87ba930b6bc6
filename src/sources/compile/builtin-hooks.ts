/** Built-in hooks: as entries of a file, and those that are part of every plan. */

import { isAbsolute, join, sep } from "node:path";
import type { EventName } from "../../core/events/events.js";
import { resolveEvent } from "../../core/events/events.js";
import type { Builtin, Builtins } from "../../core/hooks/builtin.js";
import type { CommandRun, FunctionRun, HookSpec, RunSpec, SourceRef, TrustState } from "../../core/hooks/hook.js";
import { cut, isRecord, type JsonObject, lookUp } from "../../core/text/json.js";
import { didYouMean } from "../../core/text/suggest.js";
import { FUNCTION_TIMEOUT_MS } from "../code/function-hooks.js";
import { type CoveragePlaces, coverHook } from "../coverage/cover-hook.js";
import type { CoverageDisk, Part } from "../coverage/walk.js";
import type { FieldPath } from "../read/config-text.js";
import type { Draft } from "../read/draft.js";
import { type LoadedSource, loadedAs } from "./assemble.js";

export const BUILTIN_SOURCE: SourceRef = {
  key: "builtin",
  level: "builtin",
  rank: 1000,
  state: "trusted",
  dialect: "native",
  why: "part of Snaphook",
};

/** The built-in of an entry; undefined, with a finding, if it cannot be used. */
export function readBuiltin(
  draft: Draft,
  entry: JsonObject,
  event: string,
  at: FieldPath,
  builtins: Builtins = {},
): { readonly builtin: Builtin; readonly run: FunctionRun } | undefined {
  const name = String(entry["builtin"]);
  const builtin = lookUp(builtins, name);
  const options = isRecord(entry["options"]) ? entry["options"] : {};
  const other = ["type", "command", "url", "prompt", "agent", "server", "tool"].find((key) => key in entry);
  if (builtin === undefined) {
    draft.report("BUILTIN_UNKNOWN", unknownBuiltin(name, builtins), [...at, "builtin"]);
    return undefined;
  }
  if (other !== undefined) {
    draft.report("HOOK_FIELD_INVALID", `a built-in hook does not accept \`${other}\``, [...at, other]);
    return undefined;
  }
  const canonical = resolveEvent(event)?.name;
  if (canonical !== undefined && !builtin.events.includes(canonical as EventName)) {
    draft.report("HOOK_FIELD_INVALID", `"${name}" runs on ${builtin.events.join(", ")}, not on ${event}`, at);
    return undefined;
  }
  const problem = builtin.checkOptions(options);
  if (problem !== undefined) {
    draft.report("HOOK_FIELD_INVALID", problem, [...at, "options"]);
    return undefined;
  }
  for (const doubt of builtin.doubts?.(options, draft.regex) ?? [])
    draft.report("BUILTIN_RULE_SKIPPED", doubt, [...at, "options"]);
  return { builtin, run: runOf(builtin, options) };
}

/** Too many to list all. */
export function unknownBuiltin(name: string, builtins: Builtins): string {
  return `Unknown built-in "${cut(name, 80)}".${didYouMean(name, Object.keys(builtins))}`;
}

/** Built-ins that are active without an entry. They need to know all other loaded hooks. */
export function standingSources(
  builtins: Builtins = {},
  loaded: readonly LoadedSource[],
  places: CoveragePlaces,
  disk: CoverageDisk,
): LoadedSource[] {
  const files = filesInUse(loaded, places, disk);
  const hooks = Object.values(builtins).flatMap((one) =>
    one.standing === undefined ? [] : [standingHook(one, one.standing({ files }))],
  );
  return hooks.length === 0 ? [] : [loadedAs(BUILTIN_SOURCE, hooks)];
}

const NOT_IN_USE: ReadonlySet<TrustState> = new Set(["untrusted", "denied", "excluded"]);

/** Config files of hooks that may run, the scripts they name and the modules they load. */
function filesInUse(loaded: readonly LoadedSource[], places: CoveragePlaces, disk: CoverageDisk): string[] {
  const files = loaded.flatMap(({ source, hooks }) => {
    const used = hooks.filter(({ state }) => !NOT_IN_USE.has(state));
    const own = used.length > 0 && source.path !== undefined ? [source.path] : [];
    // Hooks that need no approval have no list of covered files.
    const parts = used.flatMap(({ hook, covers }): readonly Part[] => covers ?? ownParts(hook.run, places, disk));
    const loads = used.flatMap(({ loads: files = [] }) => files);
    return [...own, ...loads, ...parts.flatMap((part) => filesOf(part, places, disk))];
  });
  return [...new Set(files)];
}

/**
 * Files of a hook that needs no approval. Programs are looked up in the user's directories first, as most shells do.
 */
function ownParts(run: RunSpec, places: CoveragePlaces, disk: CoverageDisk): Part[] {
  if (run.type !== "command") return [];
  const folders = [join(places.home, ".local/bin"), join(places.home, "bin")];
  const { parts } = coverHook({ ...run, env: { PATH: folders.join(":"), ...run.env } }, places, disk);
  // In a project only existing files that are not installed packages: everyday work creates and removes the rest.
  const isOther = ({ path }: Part) =>
    folders.includes(path) ||
    (isWithin(path, places.project) && (disk.size(path) === 0 || path.includes(`${sep}node_modules${sep}`)));
  return [...parts.filter((part) => !isOther(part)), ...filesNamed(run, places, disk)];
}

/** Files named in the command: a policy file decides as much as the script that reads it. */
function filesNamed({ command, args = [] }: CommandRun, { home, project }: CoveragePlaces, disk: CoverageDisk): Part[] {
  return [...command.split(/[\s"'=;|&()<>]+/), ...args]
    .map((word) => word.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, home))
    .filter((path) => isAbsolute(path) && !isWithin(path, project) && isWithin(path, home) && disk.size(path) > 0)
    .map((path) => ({ path }));
}

/** Also link targets, and names that would be loaded if they existed: `~/hooks/*.py`. */
function filesOf({ path, keys, modules }: Part, { project }: CoveragePlaces, disk: CoverageDisk): string[] {
  // Only some keys of a package.json count, because it is edited for other reasons. The same holds for project modules.
  if (keys !== undefined || (modules !== undefined && isWithin(path, project))) return [];
  if (modules !== undefined)
    return [...new Set(modules.map((name) => (/^\*\.\w+$/.test(name) ? name : "*.py")))].map((name) =>
      join(path, name),
    );
  const real = disk.real(path);
  return real === undefined || real === path ? [path] : [path, real];
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}${sep}`);
}

function standingHook(builtin: Builtin, options: JsonObject): HookSpec {
  const { name, events, match, guard } = builtin;
  return {
    id: name,
    event: events[0],
    dialect: "native",
    match,
    run: runOf(builtin, options),
    guard,
    strategy: "serial",
    timeoutMs: FUNCTION_TIMEOUT_MS,
    mode: "enforce",
    enabled: true,
    ...contractOf(builtin),
  };
}

/** Its own values, unless an entry overrides them. */
export function contractOf(builtin: Builtin): Partial<Pick<HookSpec, (typeof CONTRACT)[number]>> {
  const said = CONTRACT.filter((key) => builtin[key] !== undefined);
  return Object.fromEntries(said.map((key) => [key, builtin[key]]));
}

const CONTRACT = ["onFailure", "rewrites", "background"] as const;

function runOf({ name, variables, asksModel }: Builtin, options: JsonObject): FunctionRun {
  const given = Object.keys(options).length > 0 ? { options } : {};
  return {
    type: "function",
    builtin: { name, ...given, ...(asksModel ? { asksModel } : {}) },
    ...(variables ? { passEnv: variables } : {}),
  };
}
