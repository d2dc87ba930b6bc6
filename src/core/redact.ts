/**
 * Takes secrets out of text before it is kept or shown, by their form and by the names beside them. Pure. Every pattern
 * begins with fixed letters and has bounds, or always matches once begun, so the time grows with the text and no faster.
 * It cannot know a password that looks like a word and has no name beside it.
 */
import { isRecord } from "./json.js";

/** What the token is, and its form. The first that fits at a place wins. */
const TOKENS: readonly (readonly [kind: string, form: string])[] = [
  ["private-key", "-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)"],
  ["aws-key", "\\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\\b"],
  ["github-token", "\\bgh[pousr]_[A-Za-z0-9]{20,255}|\\bgithub_pat_[A-Za-z0-9_]{22,255}"],
  ["gitlab-token", "\\bgl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[\\w-]{16,255}"],
  ["slack-token", "\\bxox[abceoprs]-[A-Za-z0-9-]{10,255}|\\bxapp-\\d-[A-Za-z0-9-]{10,255}"],
  ["slack-webhook", "\\bhooks\\.slack\\.com/services/[\\w/]{20,100}"],
  ["anthropic-key", "\\bsk-ant-[\\w-]{16,255}"],
  ["openai-key", "\\bsk-(?:proj-|svcacct-|admin-)?[\\w-]{20,255}"],
  ["google-key", "\\bAIza[\\w-]{30,60}|\\bya29\\.[\\w-]{20,512}|\\bGOCSPX-[\\w-]{20,60}"],
  ["stripe-key", "\\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,255}|\\bwhsec_[A-Za-z0-9+/=]{20,255}"],
  ["npm-token", "\\bnpm_[A-Za-z0-9]{30,255}"],
  ["pypi-token", "\\bpypi-[\\w-]{30,512}"],
  ["huggingface-token", "\\bhf_[A-Za-z0-9]{30,255}"],
  ["jwt", "(?<![\\w-])eyJ[\\w-]{8,4096}\\.[\\w-]{4,8192}\\.[\\w-]{0,2048}"],
  // Ours look like this. So do digests: those are left alone where they say what they are.
  ["hex-token", "(?<![0-9a-fA-F]|sha256[:=-])[0-9a-f]{64}(?![0-9a-fA-F])"],
];
const TOKEN = new RegExp(TOKENS.map(([, form]) => `(${form})`).join("|"), "g");

/** The part of a name that says a secret follows. */
const SECRET =
  "passw(?:or)?d|passphrase|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?";
const VALUE = `"(?:\\\\.|[^"\\\\\\n]){0,4096}"?|'[^'\\n]{0,4096}'?|[^\\s"'\`,;&|<>(){}\\[\\]]{1,4096}`;
/** `TOKEN=…`, `"api_key": "…"`, `\"password\":\"…\"`, `--password …`. */
const NAMED = new RegExp(
  `(?:${SECRET})(?:[_-][\\w-]{0,40})?\\\\?["']?(?:\\s{0,4}(?:=>|:=|[:=])\\s{0,4}|(?<=--[\\w-]{0,20})\\s{1,4})\\\\?(${VALUE})`,
  "gi",
);
const HEADER =
  /\b((?:proxy-)?authorization\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?:(?:bearer|basic|token|digest|apikey)\s{1,3}|(?!(?:bearer|basic|token|digest|apikey)\s))|bearer\s{1,3}(?=[^\s"']{0,100}[\d._-]))([\w+/.~=:-]{6,8192})/gi;
const IN_URL = /(:\/\/[^\s/:@"'<>]{0,100}):([^\s/@"'<>]{1,256})@/g;
const BASIC_FLAG = /(\s(?:-u|--user)[\s=]{1,3}["']?[^\s:"'@]{1,100}):([^\s"']{1,256})/g;

/** How many tokens there are. */
const COUNT = /^\\?["']?[\d._]{1,9}\\?["']?$/;
/** Values that are no secret: switches, names of variables, places to fill in. */
const HARMLESS =
  /^\\?["']?(?:|true|false|null|none|undefined|string|number|boolean|required|optional|\$.*|%.*%|process\.env.*|<.*>|\*+|\[redacted:.*)\\?["']?$/i;

export function redactText(text: string): string {
  if (text.length < 6) return text;
  return text
    .replace(TOKEN, (...found) => `[redacted:${TOKENS[found.slice(1).findIndex((one) => one !== undefined)]![0]}]`)
    .replace(HEADER, (whole, before: string, value: string) =>
      value.startsWith("[redacted:") ? whole : `${before}[redacted:authorization]`,
    )
    .replace(NAMED, redactNamed)
    .replace(IN_URL, (whole, before: string, value: string) =>
      HARMLESS.test(value) ? whole : `${before}:[redacted:password]@`,
    )
    .replace(BASIC_FLAG, (whole, before: string, value: string) =>
      HARMLESS.test(value) ? whole : `${before}:[redacted:password]`,
    );
}

/** Every text in it, and whatever stands under a name that says it is a secret. A copy; the value itself stays. */
export function redactJson<T>(value: T): T {
  return redactAny(value) as T;
}

const SECRET_NAME = new RegExp(`(?:${SECRET}|^auth(?:orization)?)$`, "i");

/** What a field of this name is; undefined when the name says nothing of a secret. */
export function secretName(name: string): string | undefined {
  return name.length < 64 && SECRET_NAME.test(name) ? kindOf(name) : undefined;
}

function redactAny(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map(redactAny);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const kind = typeof inner === "string" ? secretName(key) : undefined;
      const kept =
        kind === undefined || isHarmless(`${key}=`, inner as string) ? redactAny(inner) : `[redacted:${kind}]`;
      return [redactText(key), kept];
    }),
  );
}

function redactNamed(whole: string, value: string): string {
  if (isHarmless(whole.slice(0, whole.length - value.length), value)) return whole;
  const [, open, end] = /^(["']?)[\s\S]*?(\\?["']?)$/.exec(value)!;
  return `${whole.slice(0, whole.length - value.length)}${open}[redacted:${kindOf(whole)}]${end}`;
}

function isHarmless(before: string, value: string): boolean {
  if (HARMLESS.test(value) || value.includes("[redacted:")) return true;
  if (kindOf(before) === "token" && COUNT.test(value)) return true;
  // "password: it …" in a sentence, or a word of a program: set apart and without quotes, a word alone is no secret.
  // A name in capitals or with an underscore is no word of a sentence.
  return /[:=]\s+$/.test(before) && !/[A-Z]{2}|_/.test(before) && /^[A-Za-z]+[.!?]?$/.test(value);
}

function kindOf(name: string): string {
  const lower = name.toLowerCase();
  if (/pass|pwd/.test(lower)) return "password";
  return lower.includes("token") ? "token" : /key/.test(lower) ? "key" : "secret";
}
