/**
 * Edits our entries in an agent's JSON config as text: comments, order and formatting of everything else stay. Entries
 * of others are never changed, not even inside a shared group (CF-21). Every edit is parsed again: if the result is not
 * exactly as expected, the file is left unchanged.
 */
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import type { ConfigFormat, WiredCall } from "../../../adapters/contract.js";
import { canonicalJson, isRecord, type JsonObject } from "../../../core/text/json.js";
import { repeatedIn } from "../../../sources/read/config-text.js";
import { appendToList, readable, withKey } from "./append-json.js";
import type { ConfigEditor, Edited } from "./editor.js";
import { foundIn } from "./found-entries.js";
import { othersIn, ownPlaces } from "./own-entries.js";
import { removeValue } from "./remove-json.js";

type JsonFormat = Extract<ConfigFormat, { kind: "groups" | "list" }>;
type Wanted = { readonly event: string; readonly entry: JsonObject; readonly matcher?: unknown };
type Read = { readonly value: JsonObject; readonly hooks: JsonObject };

export function jsonEntries(format: JsonFormat): ConfigEditor {
  return {
    put: (text, calls) => put(format, text ?? "", calls),
    take(text) {
      const read = readHooks(text);
      return "problem" in read ? read : checked(removeOwn(text), read, []);
    },
    count(text) {
      const read = readHooks(text);
      return "problem" in read ? 0 : ownPlaces(read.hooks).length;
    },
    found(text, calls) {
      const read = readHooks(text);
      return "problem" in read ? [] : foundIn(read.hooks, calls, format.entry);
    },
  };
}

function put(format: JsonFormat, text: string, calls: readonly WiredCall[]): Edited {
  const read = readHooks(text);
  if ("problem" in read) return read;
  const wanted = calls.map((call) => ({ event: call.event, entry: format.entry(call) }));
  const noList = wanted.find(({ event }) => Object.hasOwn(read.hooks, event) && !Array.isArray(read.hooks[event]));
  if (noList !== undefined) return { problem: `its \`hooks.${noList.event}\` is not a list` };
  if (sameSet(ownPlaces(read.hooks), wanted)) return { text };
  let edited = removeOwn(text);
  const version = format.kind === "list" ? format.version : undefined;
  if (version !== undefined) edited = withKey(edited, "version", version);
  for (const { event, entry } of wanted)
    edited = appendToList(edited, ["hooks", event], format.kind === "groups" ? { hooks: [entry] } : entry);
  const before = version === undefined ? read : { ...read, value: { version, ...read.value } };
  return checked(edited, before, wanted);
}

/** The text, if it contains exactly the old content without ours, and these entries. */
function checked(text: string, before: Read, wanted: readonly Wanted[]): Edited {
  const after = readHooks(text);
  const asIntended = !("problem" in after) && sameSet(ownPlaces(after.hooks), wanted) && rest(after) === rest(before);
  return asIntended ? { text } : { problem: "it has a form in which Snaphook's entries cannot be identified" };
}

function rest({ value, hooks }: Read): string {
  return canonicalJson({ ...value, hooks: othersIn(hooks) });
}

function removeOwn(text: string): string {
  let current = text;
  for (let left = Number.POSITIVE_INFINITY; ; ) {
    const read = readHooks(current);
    const places = "problem" in read ? [] : ownPlaces(read.hooks);
    if (places.length === 0 || places.length >= left) return current;
    left = places.length;
    current = removeValue(current, places[0]!.emptied);
  }
}

function readHooks(text: string): Read | { readonly problem: string } {
  if (text.trim() === "") return { value: {}, hooks: {} };
  const errors: ParseError[] = [];
  const tree = parseTree(readable(text), errors, { allowTrailingComma: true });
  if (errors.length > 0 || tree === undefined) return { problem: "it is not valid JSON" };
  const value: unknown = getNodeValue(tree);
  if (!isRecord(value)) return { problem: "it does not contain an object" };
  const { hooks = {} } = value;
  if (!isRecord(hooks)) return { problem: "its `hooks` is not an object" };
  const twice = repeatedKey(tree);
  return twice === undefined
    ? { value, hooks }
    : { problem: `the key \`${twice}\` is duplicated, and only the last one counts; merge them` };
}

/** Of two equal keys agents read the last and editing finds the first: this must not affect our entries. */
function repeatedKey(tree: Node): string | undefined {
  const top = repeatedIn(tree).find(({ key }) => key === "hooks" || key === "version");
  if (top !== undefined) return top.key;
  const hooks = findNodeAtLocation(tree, ["hooks"]);
  const event = hooks && repeatedIn(hooks)[0];
  if (event !== undefined) return `hooks.${event.key}`;
  const events = (hooks?.children ?? []).flatMap(({ children = [] }) => children.slice(1));
  const groups = events.filter(({ type }) => type === "array").flatMap(({ children = [] }) => children);
  return groups.flatMap(repeatedIn).find(({ key }) => key === "hooks")?.key;
}

function sameSet(some: readonly Wanted[], others: readonly Wanted[]): boolean {
  const known = others.map(keyOf);
  return some.length === known.length && some.every((one) => known.includes(keyOf(one)));
}

const keyOf = ({ event, entry, matcher = null }: Wanted) => canonicalJson([event, entry, matcher]);
