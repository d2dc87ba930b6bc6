/**
 * Combined rewrites of one fire. A project or plugin can only tighten: it cannot change an owner's fields, and its own
 * changes can be undone.
 */

import { kindredFields } from "../events/tools.js";
import { type JsonObject, sameJson } from "../text/json.js";
import type { Provenance } from "./decision.js";

interface Standing {
  readonly input: JsonObject | undefined;
  readonly rewriters: number;
  readonly required: boolean;
}

export class Rewrites {
  readonly by: Provenance[] = [];
  /** True if one of them is required. */
  required = false;
  input: JsonObject | undefined;
  /** The input as the owners left it, once another source has changed it. */
  #owners: Standing | undefined;
  readonly #owned = new Set<string>();

  constructor(input: JsonObject | undefined) {
    this.input = input;
  }

  get owners(): Pick<Standing, "input"> | undefined {
    return this.#owners;
  }

  apply(input: JsonObject, byOwner: boolean): void {
    if (!byOwner) this.#owners ??= { input: this.input, rewriters: this.by.length, required: this.required };
    else
      for (const key of changedKeys(this.input ?? {}, input))
        for (const field of kindredFields(key)) this.#owned.add(field);
    this.input = input;
  }

  credit(by: Provenance, optional: boolean): void {
    this.by.push(by);
    if (!optional) this.required = true;
  }

  /** The requested input with every owner's field restored, and the names of those it would change. */
  keepOwned(wanted: JsonObject): { readonly input: JsonObject; readonly refused: readonly string[] } {
    const now = this.input ?? {};
    const refused = changedKeys(now, wanted).filter((key) => this.#owned.has(key));
    if (refused.length === 0) return { refused, input: wanted };
    const kept = Object.entries(wanted).filter(([key]) => !refused.includes(key));
    const owned = refused.filter((key) => Object.hasOwn(now, key)).map((key) => [key, now[key]] as const);
    return { refused, input: Object.fromEntries([...kept, ...owned]) };
  }

  /** Restores the input as its owners left it. */
  withdraw(): void {
    if (this.#owners === undefined) return;
    const { input, rewriters, required } = this.#owners;
    this.input = input;
    this.by.length = rewriters;
    this.required = required;
    this.#owners = undefined;
  }
}

// Rewrites of hooks that ran in parallel: each is reduced to its differences from the common input. Two different
// changes of one key conflict, and neither is applied.

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
