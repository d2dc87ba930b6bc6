/** Identifies our entries in an agent's JSON config: those with a field that is exactly a call of our launcher. */

import { isLauncherCommand } from "../../../core/hooks/own-command.js";
import { isRecord, type JsonObject } from "../../../core/text/json.js";

export interface OwnPlace {
  readonly event: string;
  readonly entry: JsonObject;
  /** The matcher of its group. */
  readonly matcher?: unknown;
  /** The largest value that contains only this entry. */
  readonly emptied: readonly (string | number)[];
}

/** Matchers that match everything. */
const ALL: ReadonlySet<unknown> = new Set([undefined, "", "*", ".*"]);

export function ownPlaces(hooks: JsonObject): OwnPlace[] {
  const only = Object.keys(hooks).length === 1;
  return Object.entries(hooks).flatMap(([event, value]) => {
    const items = list(value);
    const whole = only ? ["hooks"] : ["hooks", event];
    return items.flatMap((item, index): OwnPlace[] => {
      if (!isRecord(item)) return [];
      const at = items.length === 1 ? whole : ["hooks", event, index];
      if (isOwn(item)) return [{ event, entry: item, emptied: at }];
      const inner = list(item["hooks"]);
      const around = ALL.has(item["matcher"]) ? {} : { matcher: item["matcher"] };
      return inner.flatMap((entry, position) => {
        if (!isOwn(entry)) return [];
        const emptied = inner.length === 1 ? at : ["hooks", event, index, "hooks", position];
        return [{ event, entry, ...around, emptied }];
      });
    });
  });
}

/** The `hooks` without our entries; empty lists count as missing. */
export function othersIn(hooks: JsonObject): JsonObject {
  const kept = Object.entries(hooks).map(([event, value]): [string, unknown] => [
    event,
    Array.isArray(value) ? value.flatMap(withoutOwn) : value,
  ]);
  return Object.fromEntries(kept.filter(([, value]) => !Array.isArray(value) || value.length > 0));
}

function withoutOwn(item: unknown): unknown[] {
  if (isOwn(item)) return [];
  if (!isRecord(item) || !list(item["hooks"]).some(isOwn)) return [item];
  const hooks = list(item["hooks"]).filter((entry) => !isOwn(entry));
  return hooks.length === 0 ? [] : [{ ...item, hooks }];
}

function isOwn(entry: unknown): entry is JsonObject {
  return isRecord(entry) && Object.values(entry).some(isLauncherCommand);
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
