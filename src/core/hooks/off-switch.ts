/** Hooks that the user has paused: the way out when a guard blocks everything, including its own repair. */
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
  /** When it was ended early. */
  readonly endedAt?: number;
}

/** Maximum duration. */
export const LONGEST_OFF_MS = 24 * 3_600_000;

/** A clock set back also ends it. */
export function isOffAt({ from, until, endedAt }: OffSwitch, now: number): boolean {
  return from <= now && now < until && endedAt === undefined;
}

export interface OffCall {
  /** Project root of the call. */
  readonly root: string;
  readonly session?: unknown;
}

/** Managed hooks cannot be paused. */
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
