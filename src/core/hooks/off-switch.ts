/** What a person has switched off for a while: the way out when a guard blocks everything, its own repair included. */
import type { SourceEntry } from "./hook.js";

export type OffScope =
  | { readonly kind: "all" }
  | { readonly kind: "hook"; readonly id: string }
  | { readonly kind: "project"; readonly path: string }
  | { readonly kind: "session"; readonly id: string };

export interface OffSwitch {
  readonly what: OffScope;
  readonly from: number;
  readonly until: number;
  readonly by: { readonly user: string; readonly terminal: string };
  /** When it was ended before its time. */
  readonly endedAt?: number;
}

/** Nothing is switched off for longer. */
export const LONGEST_OFF_MS = 24 * 3_600_000;

/** A clock that was set back ends it too. */
export function isOffAt({ from, until, endedAt }: OffSwitch, now: number): boolean {
  return from <= now && now < until && endedAt === undefined;
}

export interface OffCall {
  /** The root of the project the call is made in. */
  readonly root: string;
  readonly session?: unknown;
}

/** What an administrator has set stays on. */
export function switchesOff({ what }: OffSwitch, { hook, source, alsoFrom }: SourceEntry, call: OffCall): boolean {
  if (source.level === "managed" || alsoFrom.some(({ level }) => level === "managed")) return false;
  switch (what.kind) {
    case "all":
      return true;
    case "hook":
      return hook.id === what.id;
    case "project":
      return call.root === what.path || call.root.startsWith(`${what.path}/`);
    case "session":
      return call.session === what.id;
  }
}
