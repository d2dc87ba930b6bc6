/**
 * Our entries in an agent's JSON config, as edits of the text: comments, order and formatting of everything else stay.
 * Entries of others are never touched, also not inside a shared group (CF-21). An entry is ours when one of its fields
 * is exactly a call of our launcher.
 */
import { applyEdits, modify, type ParseError, parse } from "jsonc-parser";
import type { ConfigFormat, WiredCall } from "../../../adapters/contract.js";
import { canonicalJson, isRecord, type JsonObject } from "../../../core/json.js";
import { isLauncherCommand } from "../../../core/own-command.js";
import { appendToList, withKey } from "./append-json.js";
import type { ConfigEditor, Edited } from "./editor.js";

type JsonFormat = Extract<ConfigFormat, { kind: "groups" | "list" }>;

export function jsonEntries(format: JsonFormat): ConfigEditor {
  return {
    put: (text, calls) => put(format, text ?? "", calls),
    take(text) {
      const read = readHooks(text);
      return "problem" in read ? read : { text: removeOwn(text) };
    },
    count(text) {
      const read = readHooks(text);
      return "problem" in read ? 0 : ownPlaces(read.hooks).length;
    },
  };
}

function put(format: JsonFormat, text: string, calls: readonly WiredCall[]): Edited {
  const read = readHooks(text);
  if ("problem" in read) return read;
  const wanted = calls.map((call) => ({ event: call.event, entry: format.entry(call) }));
  if (sameSet(ownPlaces(read.hooks).map(key), wanted.map(key))) return { text };
  let edited = removeOwn(text);
  if (format.kind === "list" && format.version !== undefined) edited = withKey(edited, "version", format.version);
  for (const { event, entry } of wanted)
    edited = appendToList(edited, ["hooks", event], format.kind === "groups" ? { hooks: [entry] } : entry);
  return { text: edited };
}

function removeOwn(text: string): string {
  for (let current = text; ; ) {
    const read = readHooks(current);
    const place = "problem" in read ? undefined : ownPlaces(read.hooks)[0];
    if (place === undefined) return current;
    current = applyEdits(current, modify(current, [...place.emptied], undefined, {}));
  }
}

interface OwnPlace {
  readonly event: string;
  readonly entry: JsonObject;
  /** The largest thing that holds nothing but this entry. */
  readonly emptied: readonly (string | number)[];
}

function ownPlaces(hooks: JsonObject): OwnPlace[] {
  const only = Object.keys(hooks).length === 1;
  return Object.entries(hooks).flatMap(([event, value]) => {
    const items = list(value);
    const whole = only ? ["hooks"] : ["hooks", event];
    return items.flatMap((item, index): OwnPlace[] => {
      if (!isRecord(item)) return [];
      const at = items.length === 1 ? whole : ["hooks", event, index];
      if (isOwn(item)) return [{ event, entry: item, emptied: at }];
      const inner = list(item["hooks"]);
      return inner.flatMap((entry, position) =>
        isRecord(entry) && isOwn(entry)
          ? [{ event, entry, emptied: inner.length === 1 ? at : ["hooks", event, index, "hooks", position] }]
          : [],
      );
    });
  });
}

function isOwn(entry: JsonObject): boolean {
  return Object.values(entry).some(isLauncherCommand);
}

function readHooks(text: string): { hooks: JsonObject } | { problem: string } {
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

const key = ({ event, entry }: { event: string; entry: JsonObject }) => canonicalJson([event, entry]);
const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one));
