/** Secrets in program arguments, headers and URLs. */
import type { Span } from "./span.js";
import { isHarmless, isVariable, type Value, valueAt } from "./values.js";

/** `--password x`, `--api-key x`, `-vaultToken x`. With `=`, it is an assignment. */
const FLAG =
  /(?<![\w-])--?[\w-]{0,30}?(?:passw(?:or)?d|passphrase|passwd|pwd|secret|token|api-?key|access-?key|private-?key|_authToken|credential|auth)[ \t]{1,4}(?=[^\s-])/gi;
/** Programs with short password options: a word that such a text contains, and the text before the password. */
const PROGRAMS: readonly (readonly [words: readonly string[], before: RegExp])[] = [
  [["sshpass"], /\bsshpass\s{1,4}(?:-[vef]\s{0,3}\S{0,20}\s{1,4}){0,3}-p\s{0,3}/g],
  [
    ["docker", "podman", "buildah", "nerdctl", "helm", "oras", "crane", "skopeo"],
    /\b(?:docker|podman|buildah|nerdctl|helm|oras|crane|skopeo)\s[^\n;|&]{0,120}?login\s[^\n;|&]{0,160}?-p\s{1,3}/g,
  ],
  [
    ["mysql", "mariadb", "mycli"],
    /\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|mysqlimport|mycli)\s(?:[^\n;|&]{0,160}?\s)??-p(?=[^\s-])/g,
  ],
  [["redis-cli"], /\bredis-cli\s(?:[^\n;|&]{0,160}?\s)??-a\s{1,3}/g],
  [["mongo"], /\b(?:mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport)\s(?:[^\n;|&]{0,160}?\s)??-p\s{1,3}/g],
  [["ldap"], /\bldap(?:search|add|modify|delete|passwd|whoami)\s(?:[^\n;|&]{0,200}?\s)??-w\s{1,3}/g],
  [["zip"], /\b(?:zip|unzip)\s(?:[^\n;|&]{0,120}?\s)??-P\s{0,3}/g],
  [["7z"], /\b7z[ar]?\s[^\n;|&]{0,120}?\s-p(?=\S)/g],
  [["sqlcmd", "bcp", "isql"], /\b(?:sqlcmd|bcp|isql)\s(?:[^\n;|&]{0,160}?\s)??-P\s{0,3}/g],
  [["openssl"], /\bopenssl\s[^\n;|&]{0,200}?\s(?:-(?:passin|passout|pass)\s{1,3}pass:|-k\s{1,3})/g],
  [["pass:"], /\s-(?:passin|passout|pass)\s{1,3}["']?pass:/g],
  [
    ["keytool", "jarsigner", "apksigner"],
    /\b(?:keytool|jarsigner|apksigner)\s(?:[^\n;|&]{0,300}?\s)??-(?:storepass|keypass|srcstorepass|deststorepass)\s{1,3}/g,
  ],
  [["plink", "pscp", "psftp"], /\b(?:plink|pscp|psftp)\s(?:[^\n;|&]{0,120}?\s)??-pw\s{1,3}/g],
  [["xfreerdp"], /\bxfreerdp\s(?:[^\n;|&]{0,160}?\s)??\/p:/g],
  [["az "], /\baz\s[^\n;|&]{0,120}?login\s(?:[^\n;|&]{0,160}?\s)??-p\s{1,3}/g],
  [
    ["twine", "rabbitmqadmin", "cqlsh", "snowsql", "mosquitto"],
    /\b(?:twine|rabbitmqadmin|cqlsh|snowsql|mosquitto_pub|mosquitto_sub)\s(?:[^\n;|&]{0,160}?\s)??-(?:p|P)\s{1,3}/g,
  ],
  [
    ["smbclient", "rpcclient", "net "],
    /\b(?:smbclient|rpcclient|net)\s(?:[^\n;|&]{0,120}?\s)??-U\s{1,3}["']?[^\s%"']{1,64}%/g,
  ],
  [["aws configure"], /\baws\s{1,3}configure\s{1,3}set\s{1,3}[\w.]{0,60}(?:secret_access_key|session_token)\s{1,3}/g],
  [["login"], /\b(?:vault|cargo|npm|gh|snyk|doppler|railway)\s{1,3}(?:auth\s{1,3})?login\s{1,3}(?=[\w.-]{16})/g],
  [["snyk"], /\bsnyk\s{1,3}auth\s{1,3}(?=[\w.-]{16})/g],
  [["htpasswd"], /\bhtpasswd\s{1,3}-[a-zA-Z]{0,6}b[a-zA-Z]{0,6}\s{1,3}\S{1,100}\s{1,3}\S{1,64}\s{1,3}/g],
  // A `.netrc`: words in any order, on one line or several. A sentence continues after the word.
  [
    ["machine", "default", "login"],
    /(?:\bmachine[ \t]{1,4}\S{1,120}|\b(?:default\s{1,20})?login[ \t]{1,4}\S{1,120})(?:\s{1,20}(?:login|account)[ \t]{1,4}\S{1,120}){0,2}\s{1,20}password[ \t]{1,4}(?=\S{1,300}\s{0,20}(?:$|\n|["']|(?:login|account|machine|default|macdef)\b))/gm,
  ],
  // These commands create secrets, whatever their names.
  [["--from-literal"], /\s--from-literal[= ][ \t]{0,3}["']?[\w.-]{1,253}=/g],
  [
    ["secret", "keyvault"],
    /\b(?:gh\s{1,3}secret\s{1,3}set\s[^\n;|&]{0,200}?(?:--body|-b)|az\s{1,3}keyvault\s{1,3}secret\s{1,3}set\s[^\n;|&]{0,200}?--value|aws\s[^\n;|&]{0,80}?secretsmanager\s[^\n;|&]{0,200}?--secret-(?:string|binary))[= \t]{0,3}/g,
  ],
  [["SecureString"], /\bput-parameter\b(?=[^\n;|&]{0,400}SecureString)[^\n;|&]{0,400}?--value[= \t]{1,3}/g],
  [["security"], /\bsecurity\s{1,3}add-(?:generic|internet)-password\s[^\n;|&]{0,200}?\s-w\s{1,3}/g],
  [["cmdkey"], /\bcmdkey\s[^\n;|&]{0,200}?\/pass:/gi],
  [["net user"], /\bnet\s{1,3}user\s{1,3}[\w.@-]{1,64}\s{1,3}(?=[^\s/*])/g],
  [
    ["--password-stdin", "--with-token", "--passphrase-fd", "secret"],
    /\b(?:echo|printf)\s{1,3}(?:-n\s{1,3}|["']?%s(?:\\n)?["']?\s{1,3})?(?=["']?[^"'\n|;&]{1,300}["']?\s{0,3}\|\s{0,3}[^\n|;&]{0,200}(?:--password-stdin|--with-token|--passphrase-fd|\bsecrets?\s{1,3}(?:set|put|create)\b))/g,
  ],
  [["chpasswd"], /\becho\s{1,3}["']?[\w.-]{1,32}:(?=[^"'\n|]{1,100}["']?\s{0,3}\|\s{0,3}(?:sudo\s{1,3})?chpasswd)/g],
];

export function* findArguments(text: string): Generator<Span> {
  if (!/\s/.test(text)) return; // an argument has something before it
  if (text.includes("-")) yield* following(text, FLAG);
  if (SET_WORDS.test(text)) yield* findSets(text);
  for (const [words, before] of PROGRAMS) if (words.some((word) => text.includes(word))) yield* following(text, before);
}

function* following(text: string, before: RegExp): Generator<Span> {
  before.lastIndex = 0;
  for (let found = before.exec(text); found !== null; found = before.exec(text)) {
    const value = valueAfter(text, found[0], before.lastIndex);
    if (value === undefined) continue;
    const written = text.slice(value.start, value.end);
    if (
      written.length < 2 ||
      isHarmless(written) ||
      /^(?:stdin|to|and|or|is|for|from|in|of|the|a|with|if|via|as)$/i.test(written)
    )
      continue;
    yield { kind: /key/i.test(found[0]) ? "key" : /token/i.test(found[0]) ? "token" : "password", ...value };
  }
}

/** `'name=the value'`: quotes opened before the name end the value. */
function valueAfter(text: string, before: string, at: number): Value | undefined {
  const quote = /(["'])[\w.-]{1,253}=$/.exec(before)?.[1];
  const end = quote === undefined ? -1 : text.indexOf(quote, at);
  return end <= at ? valueAt(text, at) : { start: at, end, quoted: true };
}

/** Commands whose arguments are all names and secrets: `fly secrets set A=… B=…`. */
const SETS =
  /\b(?:heroku\s{1,3}config:set|(?:fly|flyctl)\s{1,3}secrets\s{1,3}set|doppler\s{1,3}secrets\s{1,3}set|vault\s{1,3}kv\s{1,3}(?:put|patch)|supabase\s{1,3}secrets\s{1,3}set|(?:wrangler|railway|eas|gcloud)\s{1,3}secrets?\s{1,3}(?:set|put|create))(?=\s)/g;
/** Required substrings of these patterns. */
const SET_WORDS = /secret|config:set|\bkv\b/;
const SET_NAME = /\s["']?[A-Za-z_][\w.-]{0,120}=/g;

function* findSets(text: string): Generator<Span> {
  for (const { 0: command, index } of text.matchAll(SETS)) {
    const start = index + command.length;
    const end = /(?<!\\)\n|[;|&]/.exec(text.slice(start, start + 4_096))?.index ?? 4_096;
    for (const name of text.slice(start, start + end).matchAll(SET_NAME)) {
      const value = valueAfter(text, name[0], start + name.index + name[0].length);
      if (value !== undefined && value.end - value.start > 1 && !isHarmless(text.slice(value.start, value.end)))
        yield { kind: "secret", start: value.start, end: value.end };
    }
  }
}

const HEADER =
  /\b((?:proxy-)?authorization\\{0,31}["']?[ \t]{0,3}[:=][ \t]{0,3}\\{0,31}["']?(?:(?:bearer|basic|token|digest|apikey|negotiate|key|ssws|splunk|geniekey|bot|oauth|jwt|sso-key|api-?token|zoho-oauthtoken|klaviyo-api-key)[ \t]{1,3}|(?!(?:bearer|basic|token|digest|apikey|negotiate|key|ssws|splunk|geniekey|bot|oauth|jwt|sso-key|api-?token|zoho-oauthtoken|klaviyo-api-key)[ \t]))|bearer[ \t]{1,3}(?=[^\s"']{0,100}[\d._-]))([\w+/.~=:|-]{6,8192})/gi;
const COOKIES =
  /\b(?:set-)?cookie\\{0,31}["']?[ \t]{0,3}:[ \t]{0,3}\\{0,31}["']?(?=[\w.%-]{1,80}=)|\s(?:-b|--cookie)[\s=]{1,3}["']?(?=[\w.%-]{1,80}=)/gi;
const COOKIE = /[ \t]{0,2}([\w.%-]{1,80})=([^\s;"'\\,]{0,4096})(;|$)?/y;
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;

/** Required substrings of these patterns, much cheaper to find. */
const HEADER_WORDS = /authorization|bearer/i;
const COOKIE_WORDS = /cookie|\s-b/i;

export function* findHeaders(text: string): Generator<Span> {
  if (HEADER_WORDS.test(text)) yield* findAuthorizations(text);
  if (COOKIE_WORDS.test(text)) yield* findCookies(text);
}

function* findAuthorizations(text: string): Generator<Span> {
  for (const { 0: whole, 2: value, index } of text.matchAll(HEADER)) {
    const start = index + whole.length - value!.length;
    const isWord = /[:=]\s*\\*["']?[A-Za-z]+$/.test(whole);
    // `WWW-Authenticate: Bearer realm=…` describes how to obtain one.
    const isParameter = /^[a-z_]{3,30}=[^=]/.test(value!);
    if (!isHarmless(value!) && !isWord && !isParameter)
      yield { kind: "authorization", start, end: index + whole.length };
  }
}

function* findCookies(text: string): Generator<Span> {
  COOKIES.lastIndex = 0;
  while (COOKIES.exec(text) !== null) {
    COOKIE.lastIndex = COOKIES.lastIndex;
    for (let found = COOKIE.exec(text); found !== null; found = COOKIE.exec(text)) {
      const end = COOKIE.lastIndex - (found[3]?.length ?? 0);
      const value = found[2]!;
      if (value.length > 3 && !/^[a-z]+(?:-[a-z]+)+$/i.test(value) && !ATTRIBUTE.test(found[1]!) && !isHarmless(value))
        yield { kind: "cookie", start: end - value.length, end };
      COOKIES.lastIndex = COOKIE.lastIndex;
      if (found[3] !== ";") break;
    }
  }
}

const IN_URL = /:\/\/[^\s/:@"'<>`]{0,100}:([^\s/"'<>`\\]{1,256})@/g;
const ORACLE = /\bjdbc:oracle:\w{1,10}:[^\s/@]{1,100}\/([^\s@"']{1,100})@/g;
/** Go drivers: `user:password@tcp(host)/db`. */
const GO = /(?<![\w:/@])[\w.-]{1,64}:([^\s:@"'`]{1,128})@(?:tcp|unix)\(/g;
const USER_FLAG =
  /\s(?:-u|--user|--proxy-user|-U)[\s=]{0,3}(?:"[^\s:"@$]{1,100}:([^"\n]{1,256})"|'[^\s:'@]{1,100}:([^'\n]{1,256})'|[^\s:"'@$-][^\s:"'@]{0,100}:(?:'([^'\n]{1,256})'|"([^"\n]{1,256})"|([^\s"'`\\]{1,256})))/g;
const NO_PASSWORD = /^(?:password|passwd|pass|token|secret|api[-_]?key|key|\d{1,5}(?::.*)?|\/\/.*)$/i;

export function* findInAddresses(text: string): Generator<Span> {
  if (text.includes("://")) yield* groups(text, IN_URL, isFilledIn);
  if (text.includes("jdbc:oracle")) yield* groups(text, ORACLE, isFilledIn);
  if (text.includes("@tcp(") || text.includes("@unix(")) yield* groups(text, GO, isFilledIn);
  if (/curl|http|wget|-u|--user/.test(text))
    yield* groups(text, USER_FLAG, (value) => isHarmless(value) || NO_PASSWORD.test(value));
}

/** In a URL even `password` is one. */
function isFilledIn(value: string): boolean {
  return isVariable(value) || /^[$%<{[*]/.test(value);
}

function* groups(text: string, form: RegExp, harmless: (value: string) => boolean): Generator<Span> {
  for (const found of text.matchAll(form)) {
    const secret = found.slice(1).find((group) => group !== undefined)!;
    if (harmless(secret)) continue;
    const start = found.index + found[0].lastIndexOf(secret);
    yield { kind: "password", start, end: start + secret.length };
  }
}
