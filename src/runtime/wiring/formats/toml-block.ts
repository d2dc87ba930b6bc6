/**
 * Our entries as tables of a list in a TOML file, in a block at its end between two lines that say whose they are.
 * Whatever else is in the file stays as it is, byte for byte. An agent that writes its config itself may drop the two
 * lines or put tables of its own between them, so an entry is ours by its command and not by its place. Every edit is
 * read again: when the file would not hold exactly what it should, it is left alone.
 */
import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import type { ConfigFormat, WiredCall } from "../../../adapters/contract.js";
import { isLauncherCommand } from "../../../core/hooks/own-command.js";
import { canonicalJson, isRecord, type JsonObject } from "../../../core/text/json.js";
import type { ConfigEditor, Edited } from "./editor.js";
import { foundEntry } from "./found-entries.js";
import { lineEnd } from "./line-end.js";
import { withoutChunks } from "./toml-lines.js";

type TomlFormat = Extract<ConfigFormat, { kind: "toml" }>;

const BEGIN = "# >>> snaphook: written by `snaphook install`, taken out by `snaphook uninstall` >>>";
const END = "# <<< snaphook <<<";

export function tomlBlock(format: TomlFormat): ConfigEditor {
  return {
    put: (text = "", calls) => put(format, text, calls),
    take: (text) => take(format.table, text),
    count(text) {
      const read = readToml(text);
      return "problem" in read ? 0 : ownEntries(read.value, format.table).length;
    },
    found(text, calls) {
      const own = ownEntries(knownValue(text), format.table);
      const wanted = (call: WiredCall) => knownValue(format.entry(call));
      return own.map((entry) => foundEntry({ event: String(entry["event"]), entry }, calls, wanted));
    },
  };
}

function put({ table, entry }: TomlFormat, text: string, calls: readonly WiredCall[]): Edited {
  const taken = take(table, text);
  if ("problem" in taken) return taken;
  const before = taken.text;
  const eol = lineEnd(text);
  const lines = calls.flatMap((call) => [`[[${table}]]`, ...entry(call).split("\n")]);
  const wanted = ownEntries(knownValue(lines.join("\n")), table);
  // Only our own entries count: later changes by the user or the agent are ignored.
  if (sameSet(ownEntries(knownValue(text), table), wanted)) return { text };
  const gap = before === "" || before.endsWith("\n") ? "" : eol;
  const edited = `${before}${gap}${[BEGIN, ...lines, END, ""].join(eol)}`;
  const entries = knownValue(before)[table] ?? [];
  // `hooks = []` or `[hooks]` would make our tables a second definition, which is an error in the whole file.
  return Array.isArray(entries) && holds(edited, { ...knownValue(before), [table]: [...entries, ...wanted] })
    ? { text: edited }
    : { problem: `its \`${table}\` has a form to which entries cannot be added` };
}

function take(table: string, text: string): { readonly text: string } | { readonly problem: string } {
  const read = readToml(text);
  if ("problem" in read) return read;
  if (text.includes(BEGIN) !== text.includes(END))
    return {
      problem: "only one of the two lines around Snaphook's entries is left; restore the other one or remove both",
    };
  const isOwnChunk = (chunk: string) => {
    const alone = readToml(chunk);
    return "value" in alone && ownEntries(alone.value, table).length > 0;
  };
  const edited = withoutChunks(text, { isMark: (line) => line === BEGIN || line === END, isOwn: isOwnChunk });
  return holds(edited, withoutOwn(read.value, table))
    ? { text: edited }
    : { problem: `Snaphook's entries in its \`${table}\` were rewritten and cannot be identified` };
}

function withoutOwn(value: JsonObject, table: string): JsonObject {
  if (ownEntries(value, table).length === 0) return value;
  const others = (value[table] as unknown[]).filter((entry) => !isOwn(entry));
  const { [table]: _ours, ...rest } = value;
  return others.length === 0 ? rest : { ...rest, [table]: others };
}

function ownEntries(value: JsonObject, table: string): JsonObject[] {
  const entries = value[table];
  return Array.isArray(entries) ? entries.filter(isOwn) : [];
}

function isOwn(entry: unknown): entry is JsonObject {
  return isRecord(entry) && Object.values(entry).some(isLauncherCommand);
}

function readToml(text: string): { readonly value: JsonObject } | { readonly problem: string } {
  try {
    return { value: parse(text.replace(/^\uFEFF/, "")) };
  } catch (error) {
    const where = error instanceof TomlError ? ` (line ${error.line})` : "";
    return { problem: `it is not valid TOML${where}` };
  }
}

/** For a text that was parsed before. */
function knownValue(text: string): JsonObject {
  const read = readToml(text);
  return "value" in read ? read.value : {};
}

function holds(text: string, expected: JsonObject): boolean {
  const read = readToml(text);
  // The parser's tables have no prototype; copies make both comparable.
  return "value" in read && isDeepStrictEqual(structuredClone(read.value), structuredClone(expected));
}

function sameSet(some: readonly JsonObject[], others: readonly JsonObject[]): boolean {
  const known = others.map(canonicalJson);
  return some.length === known.length && some.every((one) => known.includes(canonicalJson(one)));
}
