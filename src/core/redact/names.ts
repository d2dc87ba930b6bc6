/** What the name of a variable, field, header or flag indicates about its value. */

import { VENDORS } from "./vendor-names.js";

/** `sure`: the value is always a secret. `maybe`: only if it looks random. */
export interface Named {
  readonly kind: string;
  readonly sure: boolean;
}

const LONGEST_NAME = 64;

/** Cached: a text repeats the same names. */
const known = new Map<string, Named | undefined>();
const MOST_KNOWN = 2_000;

export function nameSays(name: string): Named | undefined {
  if (name.length > LONGEST_NAME || name.length < 3) return undefined;
  if (known.has(name)) return known.get(name);
  if (known.size >= MOST_KNOWN) known.clear();
  const says = judgeName(name);
  known.set(name, says);
  return says;
}

function judgeName(name: string): Named | undefined {
  // Bundler's credentials for a host: `BUNDLE_GEMS__EXAMPLE__ORG`.
  if (/^BUNDLE_[A-Z0-9]{1,40}__[A-Z0-9_]{1,40}$/.test(name)) return { kind: "password", sure: true };
  const parts = partsOf(name);
  if (parts.some((part, index) => (part === "key" || part === "keys") && NOT_OF_KEYS.has(parts[index - 1] ?? "")))
    return undefined;
  const at = parts.findLastIndex((part, index) => isSure(part, parts[index - 1]));
  if (at < 0)
    return parts.some((part) => MAYBE.has(part) || VENDORS.has(part)) &&
      !isOther(parts) &&
      !parts.some((part) => PUBLIC.has(part))
      ? { kind: "key", sure: false }
      : undefined;
  const rest = parts.slice(at + 1);
  if (isOther(rest) || parts.some((part) => PUBLIC.has(part))) return undefined;
  const kind = kindOf(parts[at]!);
  if (kind === "token" && parts.slice(0, at).some((part) => NOT_OF_TOKENS.has(part))) return undefined;
  return { kind, sure: true };
}

/** `dbPassword2` and `DB_PASSWORD_2` are `db`, `password`. */
function partsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((part) => part !== "");
}

const SURE =
  /^(?:[a-z]{0,24}(?:passw(?:or)?d|passwds?|passwords|passphrase|secrets?|apikeys?|accesskey|secretkey|privatekey|authkey)|[a-z]{0,24}(?<!jsonweb)tokens?|pwd|passcode|credentials?|psk|authtok)$/;
/** A key is a secret depending on the word before it. */
const KEY_OF: ReadonlySet<string> = new Set(
  "api access secret private signing encryption auth master shared storage consumer license subscription ingest deploy".split(
    " ",
  ),
);

const PASS_OF: ReadonlySet<string> = new Set(
  "db database user smtp imap mail email ftp sftp ssh root admin sql mysql postgres pg mongo mongodb ldap proxy http basic auth api key store keystore truststore wifi login account".split(
    " ",
  ),
);

function isSure(part: string, before: string | undefined): boolean {
  if (SURE.test(part)) return true;
  if (before === undefined) return false;
  return part === "key" || part === "keys"
    ? KEY_OF.has(before)
    : part === "pass" && (PASS_OF.has(before) || VENDORS.has(before));
}

const MAYBE: ReadonlySet<string> = new Set(
  "key keys auth pass pw pat signature salt session sid jwt bearer dsn otp pin seed mnemonic webhook hmac cert license sas srt authorization login".split(
    " ",
  ),
);
/** About a secret, but not one itself. */
const OTHER: ReadonlySet<string> = new Set(
  "id ids name names url uri urls endpoint host port path paths file files filename dir folder length len size count limit max min budget usage type types kind format version algorithm alg method field fields header headers param params label title description hint help message error errors prompt placeholder input form page screen policy policies rule rules rotation expiry expires expiration expired ttl timeout lifetime age time date at in ms valid validator validation verify verified check checks strength schema regex pattern prefix suffix separator delimiter index list map store manager provider service factory source target scope scopes role roles user username env var variable variables enabled disabled required optional present exists set unset empty missing status state mode level created updated deleted changed new reset request response result results handler callback function fn class interface cost price counts estimate estimator window chars split bucket ring pair chain event code codes down up press bindings binding board frame frames word words mesh selector distance meshing signatures accessor owner arn ref refs vault group stdin sha md hash digest checksum sum tenant account project workspace org organization organisation team app application site zone region cluster bucket registry image repo repository branch tag commit revision run job build instance resource customer channel client domain realm issuer audience backend engine driver encryption hasher hashing strategy adapter".split(
    " ",
  ),
);
const PUBLIC: ReadonlySet<string> = new Set("public pub publishable csrf xsrf authenticity".split(" "));
/** From parsers, models and pages. */
const NOT_OF_TOKENS: ReadonlySet<string> = new Set(
  "next page continuation pagination cancel cancellation sync eos bos pad unk stop end total prompt completion max min num n input output cached reasoning syntax lexer parser current previous prev last first abort special mask separator design color colour".split(
    " ",
  ),
);

/** A key of this kind identifies something; it gives no access. */
const NOT_OF_KEYS: ReadonlySet<string> = new Set(
  "cache sort partition foreign composite natural surrogate query object row column group dedupe idempotency lookup map index translation message s3 hot short shortcut arrow registry config".split(
    " ",
  ),
);

function isOther(parts: readonly string[]): boolean {
  return parts.length > 0 && OTHER.has(parts.at(-1)!);
}

function kindOf(part: string): string {
  if (/pass|pwd|psk/.test(part)) return "password";
  return part.includes("token") || part === "authtok" ? "token" : part.includes("key") ? "key" : "secret";
}
