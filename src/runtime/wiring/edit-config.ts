/**
 * Puts our entries into an agent's JSON config and takes them out again, as edits of the text: comments, order and
 * formatting of everything else stay. Entries of others are never touched, also not inside a shared group (CF-21).
 */
import { applyEdits, modify, type ParseError, parse } from "jsonc-parser";
import { isRecord } from "../../core/json.js";
import { isLauncherCommand } from "../../core/own-command.js";
import { appendToList } from "./append-json.js";

export interface WantedEntry {
  readonly event: string;
  readonly command: string;
  readonly timeout: number;
}

export type Edited = { readonly text: string } | { readonly problem: string };

/** The text with exactly the wanted entries of ours in it. Unchanged when it has them already. */
export function withEntries(text: string, wanted: readonly WantedEntry[]): Edited {
  const read = readHooks(text);
  if ("problem" in read) return read;
  const own = ownPlaces(read.hooks).map(({ event, entry }) =>
    key({ event, command: String(entry["command"]), timeout: Number(entry["timeout"]) }),
  );
  if (sameSet(own, wanted.map(key))) return { text };
  let edited = removeOwn(text);
  for (const { event, command, timeout } of wanted) {
    const group = { hooks: [{ type: "command", command, timeout }] };
    edited = appendToList(edited, ["hooks", event], group);
  }
  return { text: edited };
}

/** The text without any entry of ours, and without the empty groups and lists they leave. */
export function withoutEntries(text: string): Edited {
  const read = readHooks(text);
  return "problem" in read ? read : { text: removeOwn(text) };
}

export function countOwn(text: string): number {
  const read = readHooks(text);
  return "problem" in read ? 0 : ownPlaces(read.hooks).length;
}

function removeOwn(text: string): string {
  for (let current = text; ; ) {
    const read = readHooks(current);
    const place = "problem" in read ? undefined : ownPlaces(read.hooks)[0];
    if (place === undefined) return current;
    current = applyEdits(current, modify(current, emptiedBy(place), undefined, {}));
  }
}

interface OwnPlace {
  readonly event: string;
  readonly group: number;
  readonly index: number;
  readonly entry: Record<string, unknown>;
  /** How many siblings it has, level by level: entries, groups, events. */
  readonly siblings: readonly [number, number, number];
}

function ownPlaces(hooks: Record<string, unknown>): OwnPlace[] {
  return Object.entries(hooks).flatMap(([event, groups]) =>
    list(groups).flatMap((group, groupIndex) => {
      const entries = isRecord(group) ? list(group["hooks"]) : [];
      return entries.flatMap((entry, index) =>
        isRecord(entry) && isLauncherCommand(entry["command"])
          ? [
              {
                event,
                group: groupIndex,
                index,
                entry,
                siblings: [entries.length, list(groups).length, Object.keys(hooks).length] as const,
              },
            ]
          : [],
      );
    }),
  );
}

/** The largest thing that holds nothing but this entry. */
function emptiedBy({ event, group, index, siblings: [entries, groups, events] }: OwnPlace): (string | number)[] {
  if (entries > 1) return ["hooks", event, group, "hooks", index];
  if (groups > 1) return ["hooks", event, group];
  return events > 1 ? ["hooks", event] : ["hooks"];
}

function readHooks(text: string): { hooks: Record<string, unknown> } | { problem: string } {
  const errors: ParseError[] = [];
  const value: unknown = text.trim() === "" ? {} : parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) return { problem: "it is not valid JSON" };
  if (!isRecord(value)) return { problem: "it does not hold an object" };
  const { hooks = {} } = value;
  return isRecord(hooks) ? { hooks } : { problem: "its `hooks` is not an object" };
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const key = ({ event, command, timeout }: WantedEntry) => JSON.stringify([event, command, timeout]);
const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one));
