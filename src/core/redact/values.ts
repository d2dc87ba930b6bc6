/** Values beside a secret name, and which of them are not secrets. */
import { isMadeUp, isPlaceholder, looksRandom } from "./random.js";

export interface Value {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

const LONGEST = 4096;
/** JSON in JSON, five levels: each level doubles the backslashes before a quote. */
const MOST_SLASHES = 31;
const BARE = /[^\s"'`,;&|<>(){}[\]\\]{1,4096}/y;
/** Characters before the value itself. */
const SCHEME = /(?:bearer|basic|token|digest|apikey)\s{1,3}/iy;

/** Reads the value at a position: quoted (also with escaped quotes), or up to the next space. */
export function valueAt(text: string, at: number): Value | undefined {
  let slashes = 0;
  while (text[at + slashes] === "\\" && slashes < MOST_SLASHES) slashes++;
  const quote = text[at + slashes];
  if (quote !== '"' && quote !== "'" && quote !== "`") {
    BARE.lastIndex = at;
    return BARE.test(text) ? afterScheme(text, { start: at, end: BARE.lastIndex, quoted: false }) : undefined;
  }
  const start = at + slashes + 1;
  const end = closing(text, start, quote, slashes);
  return end === start ? undefined : afterScheme(text, { start, end, quoted: true });
}

/** End of the quotes; the end of the text or line also ends them. */
function closing(text: string, start: number, quote: string, slashes: number): number {
  const last = Math.min(text.length, start + LONGEST);
  for (let at = start, seen = 0; at < last; at++) {
    const char = text[at]!;
    if (char === "\n") return at;
    if (char === quote && seen === slashes) return at - slashes;
    // A quote with more backslashes is part of the value; one with fewer ends the surrounding string.
    if (char === quote && seen < slashes) return at - seen;
    seen = char === "\\" ? seen + 1 : 0;
    if (slashes === 0 && seen === 2) seen = 0;
  }
  return last;
}

function afterScheme(text: string, value: Value): Value {
  SCHEME.lastIndex = value.start;
  return SCHEME.test(text) && SCHEME.lastIndex < value.end ? { ...value, start: SCHEME.lastIndex } : value;
}

/** Booleans, types, variable names, placeholders. */
const HARMLESS =
  /^(?:|-{1,2}|true|false|yes|no|on|off|null|nil|none|undefined|string|str|number|boolean|bool|any|object|required|optional|default|example|sample|redacted|masked|hidden|empty|invalid|missing|password|passwd|token|secret|apikey|api_key|bearer|basic|auto|file|env|new|await|async|readonly|typeof|function|require|import|return|this|self|const|[^A-Za-z0-9]+|\$.*|%.*%|%[a-z]|@.*|#.*|=.*|process\.env.*|os\.(?:environ|getenv).*|env\..*|<.*|\*+|\{\{?.*|\[.*|!!?\w+.*|\/|\.\.?\/.*|~\/.*|https?:\/\/[^@]*)$/is;
const PUBLISHED = /EXAMPLE(?:KEY)?$/;
const VARIABLE = /\$\{|\$\(|\{\{|\}\}|<%|%>|\$[A-Z_]{3}|\[redacted:/;
/** `1.2.3`, `^4.0.0-rc.1`, `v2`, `2024-06-20`: versions of a package, an API or a document. */
const VERSION = /^[~^<>=]{0,2}v?\d{1,4}(?:[.-]\d{1,14}){1,4}(?:[-+.~][\w.+~-]{1,60})?$|^v\d{1,3}$/;
/** Images, fonts, archives, documents and certificates in Base64, by their prefix. */
const FILE =
  /^(?:iVBORw0KGgo|R0lGOD|\/9j\/|UklGR|JVBERi0|PD94bWw|PHN2Zy|UEsDB|H4sI|d09GM|AAEAAAA|T1RUTw|LS0tLS1CRUdJTiB(?:DRVJU|QVUJMSUM))/;
/** Names a resource in a cloud, a vault or a workspace. */
const REFERENCE = /^(?:arn:|urn:|ref\+|vault:|op:\/\/|workspace:|secret:\/\/|projects\/[^/]{1,64}\/)/i;
/** A number of tokens. */
const COUNT = /^-?[\d._]{1,9}[kKmM]?$/;

export function isHarmless(value: string): boolean {
  return (
    HARMLESS.test(value) ||
    PUBLISHED.test(value) ||
    VERSION.test(value) ||
    REFERENCE.test(value) ||
    FILE.test(value) ||
    isVariable(value) ||
    isPath(value)
  );
}

function isPath(value: string): boolean {
  if (/^[a-z]+(?:[-_][a-z]+)*(?:\/[a-z]+(?:[-_][a-z]+)*){2,9}(?:[#.?][\w.=-]*)?$/.test(value)) return true;
  if (/^(?:[\w-]{1,40}\/){1,9}[\w-]{1,60}\.[a-z]{2,5}$/.test(value)) return !looksRandom(value, { named: true });
  return /^\/[\w.@-]+(?:\/[\w.@-]*)+$/.test(value) && !looksRandom(value, { named: true });
}

/** A template that is filled in later. */
export function isVariable(value: string): boolean {
  return VARIABLE.test(value) || isPlaceholder(value) || isMadeUp(value);
}

/** Words of a program or a sentence: `config.token`, `getToken`, `X-Api-Key`, "The token to use". */
export function isWritten(value: string, kind: string, quoted: boolean, isVariableName: boolean): boolean {
  if (COUNT.test(value) && (kind === "token" || value.length < (kind === "password" ? 2 : 4))) return true;
  if (SENTENCE.test(value)) return !isVariableName || kind !== "password";
  // A git commit: `fix auth-token: 91ac8d2`.
  if (!quoted && kind === "token" && /^[0-9a-f]{7}$/.test(value)) return true;
  if (quoted) return kind !== "password" && (value.length < 3 || HYPHENED.test(value) || /^[a-z]{1,11}$/.test(value));
  if (kind === "key" && value.length < 10) return true;
  // `existingSecret: postgresql-auth`: the name of a secret. A variable contains the secret itself.
  if (kind !== "password" && !isVariableName && HYPHENED.test(value)) return true;
  if (!MEMBER.test(value) || looksRandom(value, { least: 10, named: true })) return false;
  return !isVariableName || value.includes(".") || /[a-z](?:Token|Password|Secret|Key|Pass)$/.test(value);
}

const SENTENCE = /^[A-Za-z]+(?:['’][a-z]+)?[,.:;!?]?(?:\s+[\w'’"`(){}<>/.-]+[,.:;!?]?){2,}$/;
const HYPHENED = /^[A-Za-z]+(?:[-_.:/][A-Za-z]+)+$/;
const MEMBER = /^[A-Za-z_$]+(?:\??\.[A-Za-z_$]+)*[.!?:]*$/;
