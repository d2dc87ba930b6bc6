/** Secrets in values: all strings, and everything under a secret name. */
import { isRecord } from "../text/json.js";
import { redactStart } from "./excerpt.js";
import { kindOf } from "./find-assigned.js";
import { nameSays } from "./names.js";
import { tagFor, tagsIn } from "./tag.js";
import { redactName, redactText } from "./text.js";
import { isHarmless } from "./values.js";

/** Returns a copy. Strings are cut at `longest`. */
export function redactJson<T>(value: T, longest = Number.POSITIVE_INFINITY): T {
  return redactAny(value, longest) as T;
}

/** Kind of secret for a field name; undefined if the name does not indicate one. */
export function secretName(name: string): string | undefined {
  const named = nameSays(name);
  return named?.sure ? named.kind : undefined;
}

/** Names of ids and locations: their values may look random. */
const NO_SECRET =
  /(?:^|[_-])(?:ids?|uuid|hash|sha\d{0,3}|digest|checksum|etag|cursor|path|cwd|dir|file|url|uri|model|version|name|commit|dedupe)$|(?:Id|Ids|Uuid|Hash|Path|Url|Uri|Name|Version)$/;

/** Redacts a field by its name and its own text. */
export function redactField(name: string, text: string): string {
  const secret = secretName(name);
  const isWhole = (secret !== undefined && !isHarmless(text)) || kindOf(name, text, QUOTED) !== undefined;
  if (!isWhole || tagsIn(text).length > 0) return NO_SECRET.test(name) ? redactName(text) : redactText(text);
  return secret === "token" && /^\d{1,9}$/.test(text) ? text : tagFor(secret ?? "key", text);
}

/** A password or PIN may be a number. All others stay unchanged. */
export function redactNumber(name: string, value: number): number | string {
  const kind = kindOf(name, String(value), BARE);
  return kind === undefined ? value : tagFor(kind, String(value));
}

const QUOTED = { quoted: true, inQuery: false } as const;
const BARE = { quoted: false, inQuery: false } as const;

function redactAny(value: unknown, longest: number): unknown {
  if (typeof value === "string") return upTo(longest, value, redactText);
  if (Array.isArray(value)) return value.map((item) => redactAny(item, longest));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [redactName(key), redactUnder(nameIn(value, key), inner, longest)]),
  );
}

/** The effective name of a field: `{ name: "DB_PASSWORD", value: "…" }` has it in a sibling. */
export function nameIn(fields: Readonly<Record<string, unknown>>, key: string): string {
  const said = typeof fields["name"] === "string" ? fields["name"] : fields["key"];
  return key === "value" && typeof said === "string" && secretName(said) !== undefined ? said : key;
}

/** A list under a secret name is a list of secrets. */
function redactUnder(name: string, value: unknown, longest: number): unknown {
  if (typeof value === "string") return upTo(longest, value, (text) => redactField(name, text));
  if (typeof value === "number") return redactNumber(name, value);
  if (Array.isArray(value)) return value.map((item) => redactUnder(name, item, longest));
  return redactAny(value, longest);
}

function upTo(longest: number, text: string, redact: (text: string) => string): string {
  return text.length > longest ? redactStart(text, longest, redact) : redact(text);
}
