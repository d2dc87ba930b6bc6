/**
 * What the rewrites of one fire made of its input. A project or plugin can only tighten: it leaves alone what an owner
 * has set, and what it changed can be taken back.
 */

import { kindredFields } from "../events/tools.js";
import type { JsonObject } from "../text/json.js";
import { changedKeys } from "./combine-rewrites.js";
import type { Provenance } from "./decision.js";

interface Standing {
  readonly input: JsonObject | undefined;
  readonly rewriters: number;
  readonly required: boolean;
}

export class Rewrites {
  readonly by: Provenance[] = [];
  /** Whether any of them must not be dropped. */
  required = false;
  input: JsonObject | undefined;
  /** As the owners left it, once somebody else has changed it. */
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

  /** The wanted input with every field that belongs to an owner as it is now, and the names of those it would change. */
  keepOwned(wanted: JsonObject): { readonly input: JsonObject; readonly refused: readonly string[] } {
    const now = this.input ?? {};
    const refused = changedKeys(now, wanted).filter((key) => this.#owned.has(key));
    if (refused.length === 0) return { refused, input: wanted };
    const kept = Object.entries(wanted).filter(([key]) => !refused.includes(key));
    const owned = refused.filter((key) => Object.hasOwn(now, key)).map((key) => [key, now[key]] as const);
    return { refused, input: Object.fromEntries([...kept, ...owned]) };
  }

  /** The input is again as its owners left it. */
  withdraw(): void {
    if (this.#owners === undefined) return;
    const { input, rewriters, required } = this.#owners;
    this.input = input;
    this.by.length = rewriters;
    this.required = required;
    this.#owners = undefined;
  }
}
