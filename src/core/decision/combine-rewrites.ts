/**
 * Rewrites of hooks that ran at the same time: each is taken as its differences from the input they all saw.
 * Two different changes of one key are a conflict, and then neither is applied.
 */
import { type JsonObject, sameJson } from "../text/json.js";

export interface Rewrite<Hook> {
  readonly hook: Hook;
  readonly input: JsonObject;
}

export interface Conflict<Hook> {
  readonly key: string;
  readonly first: Hook;
  readonly second: Hook;
}

export function combineRewrites<Hook>(
  before: JsonObject,
  rewrites: readonly Rewrite<Hook>[],
): { readonly input: JsonObject; readonly conflicts: readonly Conflict<Hook>[] } {
  const owners = new Map<string, Rewrite<Hook>>();
  const conflicts = new Map<string, Conflict<Hook>>();
  for (const one of rewrites) {
    for (const key of changedKeys(before, one.input)) {
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, one);
      else if (!sameValue(owner.input, one.input, key))
        conflicts.set(key, { key, first: owner.hook, second: one.hook });
    }
  }
  const input: JsonObject = { ...before };
  for (const [key, owner] of owners) {
    if (conflicts.has(key)) continue;
    if (Object.hasOwn(owner.input, key)) input[key] = owner.input[key];
    else delete input[key];
  }
  return { input, conflicts: [...conflicts.values()] };
}

export function changedKeys(before: JsonObject, after: JsonObject): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !sameValue(before, after, key));
}

function sameValue(a: JsonObject, b: JsonObject, key: string): boolean {
  return Object.hasOwn(a, key) === Object.hasOwn(b, key) && sameJson(a[key], b[key]);
}
