/** Hooks that come with Snaphook, as entries of a file and as those that stand in every plan. */

import type { EventName } from "../../core/events/events.js";
import { editDistance, resolveEvent } from "../../core/events/events.js";
import type { Builtin, Builtins } from "../../core/hooks/builtin.js";
import type { FunctionRun, HookSpec, SourceRef, TrustState } from "../../core/hooks/hook.js";
import { cut, isRecord, type JsonObject, lookUp } from "../../core/text/json.js";
import { FUNCTION_TIMEOUT_MS } from "../code/function-hooks.js";
import type { FieldPath } from "../read/config-text.js";
import type { Draft } from "../read/draft.js";
import { namedScripts, type ScriptPlaces } from "../trust/named-scripts.js";
import { type LoadedSource, loadedAs } from "./assemble.js";

export const BUILTIN_SOURCE: SourceRef = {
  key: "builtin",
  level: "builtin",
  rank: 1000,
  state: "trusted",
  dialect: "native",
  why: "a part of Snaphook itself",
};

/** What an entry with `builtin` uses; undefined, with a finding, when it cannot be used like that. */
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
    draft.report("HOOK_FIELD_INVALID", `a built-in hook takes no \`${other}\``, [...at, other]);
    return undefined;
  }
  const canonical = resolveEvent(event)?.name;
  if (canonical !== undefined && !builtin.events.includes(canonical as EventName)) {
    draft.report("HOOK_FIELD_INVALID", `"${name}" is for ${builtin.events.join(", ")}, not for ${event}`, at);
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

/** There are too many to name them all. */
export function unknownBuiltin(name: string, builtins: Builtins): string {
  const near = Object.keys(builtins).filter((one) => isNear(name, one));
  const meant = near.length === 0 ? "" : `; did you mean ${near.slice(0, 4).join(" or ")}?`;
  return `"${cut(name, 80)}" is no built-in of this version${meant}`;
}

function isNear(name: string, other: string): boolean {
  if (name.length > 80 || name.length < 3) return false;
  return editDistance(name, other) <= 2 || other.includes(name) || name.includes(other);
}

/** Those that stand without being named in any file. What the others need is known when all of them are loaded. */
export function standingSources(
  builtins: Builtins = {},
  loaded: readonly LoadedSource[],
  places: ScriptPlaces,
): LoadedSource[] {
  const files = filesInUse(loaded, places);
  const hooks = Object.values(builtins).flatMap((one) =>
    one.standing === undefined ? [] : [standingHook(one, one.standing({ files }))],
  );
  return hooks.length === 0 ? [] : [loadedAs(BUILTIN_SOURCE, hooks)];
}

const NOT_IN_USE: ReadonlySet<TrustState> = new Set(["untrusted", "denied", "excluded"]);

/** Config files of hooks that were ever to run, the scripts they name and the modules they import. */
function filesInUse(loaded: readonly LoadedSource[], places: ScriptPlaces): string[] {
  const files = loaded.flatMap(({ source, hooks }) => {
    const used = hooks.filter(({ state }) => !NOT_IN_USE.has(state));
    const own = used.length > 0 && source.path !== undefined ? [source.path] : [];
    const named = used.flatMap(({ hook, covers = [] }) => [
      // A package.json or a folder of which only a part counts is edited for other reasons.
      ...covers.filter(({ keys, modules }) => keys === undefined && modules === undefined).map(({ path }) => path),
      ...namedScripts(hook.run, places),
    ]);
    return [...own, ...named];
  });
  return [...new Set(files)];
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

/** What it says of itself, unless an entry says otherwise. */
export function contractOf(builtin: Builtin): Partial<Pick<HookSpec, (typeof CONTRACT)[number]>> {
  const said = CONTRACT.filter((key) => builtin[key] !== undefined);
  return Object.fromEntries(said.map((key) => [key, builtin[key]]));
}

const CONTRACT = ["onFailure", "rewrites", "background"] as const;

function runOf({ name, variables }: Builtin, options: JsonObject): FunctionRun {
  const given = Object.keys(options).length > 0 ? { options } : {};
  return { type: "function", builtin: { name, ...given }, ...(variables ? { passEnv: variables } : {}) };
}
