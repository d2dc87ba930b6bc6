/** Whether what a program prints is a secret, and which: files that hold them, tools that give them out, all variables. */
import type { Effect, Where } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";
import { lineOf } from "../model/rules.js";
import { absolute } from "../paths/paths.js";
import { isSensitive } from "../paths/sensitive.js";

export interface Source {
  /** As the object of "reads": "a private ssh key". */
  readonly what: string;
  readonly from: "file" | "tool" | "manager" | "variables" | "variable";
}

export type EffectsOf = (invocation: Invocation) => readonly Effect[];

/** Packers take in what they are given by name, whatever else they do. */
const PACKERS = new Set(
  "tar bsdtar zip 7z 7za rar cpio ar gzip bzip2 xz zstd brotli gpg age base64 base32 xxd openssl".split(" "),
);

export function sourceOf(invocation: Invocation, where: Where, effectsOf: EffectsOf): Source | undefined {
  const file = fileOf(invocation, where, effectsOf);
  if (file !== undefined) return { what: file, from: "file" };
  const tool = toolOf(invocation, TOOLS_BY_PROGRAM);
  if (tool !== undefined) return { what: tool, from: "tool" };
  const managed = toolOf(invocation, MANAGERS_BY_PROGRAM);
  if (managed !== undefined) return { what: managed, from: "manager" };
  if (printsVariables(invocation)) return { what: "all variables", from: "variables" };
  const variable = printedVariable(invocation);
  return variable === undefined ? undefined : { what: `the variable ${variable}`, from: "variable" };
}

/** Variables that hold secrets, by their names. */
const SECRET_NAME =
  /^(?!.{0,60}(?:PUBLIC|CACHE|PRIMARY|FOREIGN|SORT|PARTITION|HOST|INDEX|KEY_ID|KEY_FILE|KEY_PATH|TOKEN_URL|_DIR|_FILE|_PATH)(?:_|$))(?:(?:[A-Z][A-Z0-9_]{0,60}_)?(?:TOKEN|SECRETS?|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|(?:ACCESS|SECRET|PRIVATE|ENCRYPTION|SIGNING|MASTER)_KEY|CREDENTIALS?|DATABASE_URL|CONNECTION_STRING|PAT|DSN)(?:_[A-Z0-9]{1,12})?|[A-Z][A-Z0-9]{2,40}_KEY)$/;
/** `$NAME`, `${NAME}`, `${!name}`; not its length, a piece of it, or whether it is set. */
const USED = /\$(?:([A-Za-z_]\w{0,80})|\{(!?)([A-Za-z_]\w{0,80})(?:\}|:?[-=][^}]{0,200}\}))/g;

/** The first secret among the variables that a word is made of, and that the line does not set. */
export function secretVariable({ source, known }: Word, names: readonly string[] = []): string | undefined {
  if (known) return undefined;
  for (const [, plain, indirect, braced] of source.matchAll(USED)) {
    const name = plain ?? braced!;
    if (indirect === "!") {
      const meant = names.find((one) => SECRET_NAME.test(one));
      if (meant !== undefined) return meant;
    } else if (SECRET_NAME.test(name)) return name;
  }
  return undefined;
}

export const ECHOES = /^(?:echo|printf|print)$/;

function printedVariable({ program = "", args, input }: Invocation): string | undefined {
  if (program === "printenv") return args.find(({ text }) => SECRET_NAME.test(text) && !text.endsWith("_URL"))?.text;
  if (program === "cat" && args.length === 0 && input.kind === "text") return secretVariable(input.text);
  if (!ECHOES.test(program)) return undefined;
  const names = args.flatMap(({ text }) => text.slice(0, 500).split(/\W+/));
  for (const word of args) {
    const found = secretVariable(word, names);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fileOf(invocation: Invocation, where: Where, effectsOf: EffectsOf): string | undefined {
  const { program = "", args, input, cwd } = invocation;
  const named = (text: string) => isSensitive(absolute(text, where, cwd) ?? text);
  for (const { kind, target } of effectsOf(invocation))
    if (kind === "read" && target?.type === "path" && target.sensitive === true) return isSensitive(target.name);
  if (PACKERS.has(program))
    for (const { text } of args) {
      const what = text.startsWith("-") ? undefined : named(text);
      if (what !== undefined) return what;
    }
  const committed = program === "git" ? committedFile(invocation) : undefined;
  if (committed !== undefined) return committed;
  return input.kind === "file" ? named(input.file.text) : undefined;
}

/** What a commit holds of a file is the same: `git show HEAD:.env`, `git log -p -- .env`. */
function committedFile(invocation: Invocation): string | undefined {
  const line = lineOf(invocation);
  const shows = /^(?: -\S{1,200}){0,6} (?:show|cat-file|diff|blame|annotate|grep|archive|whatchanged|log|stash)\b/.exec(
    line,
  );
  if (shows === null) return undefined;
  const patches =
    !/ (?:log|whatchanged|stash)$/.test(shows[0]) ||
    / (?:-[a-zA-Z]{0,6}p|-u|--patch|-L\S{0,200}|-c|--cc)(?:\s|$)/.test(line);
  if (
    !patches ||
    / (?:--stat|--name-only|--name-status|--no-patch|-s|--quiet|--numstat|--shortstat)(?:\s|$)/.test(line)
  )
    return undefined;
  for (const { text } of invocation.args) {
    if (text.startsWith("-")) continue;
    const what = isSensitive(/^[\w@{}~^./-]{0,100}:/.test(text) ? text.slice(text.indexOf(":") + 1) : text);
    if (what !== undefined) return what;
  }
  return undefined;
}

/** Programs that print a secret when they are asked for it: the words of its arguments, each with a space before. */
type Tool = readonly [program: string, words: RegExp, what: string];

const TOOLS: readonly Tool[] = [
  ["gh", /^ auth token\b|^ auth status .{0,100}(?:-t|--show-token)\b/, "the token of GitHub"],
  ["glab", /^ auth status .{0,100}(?:-t|--show-token)\b/, "the token of GitLab"],
  ["gcloud", / auth (?:application-default )?print-(?:access|identity)-token\b/, "a token of Google Cloud"],
  ["aws", / configure (?:get .{0,60}(?:secret|session_token)|export-credentials)/, "the keys to AWS"],
  ["aws", / sts (?:get-session-token|assume-role)\b| ecr get-login-password\b/, "a token of AWS"],
  ["az", / account get-access-token\b/, "a token of Azure"],
  [
    "kubectl",
    / get secrets?\b.{0,200}(?:-o|--output)[ =]?(?:yaml|json|go-template|jsonpath|custom-columns)/,
    "secrets of a cluster",
  ],
  ["kubectl", / config view\b.{0,100}--raw\b/, "the way into a cluster"],
  ["kubectl", / create token\b/, "a token of a cluster"],
  ["oc", / whoami (?:-t|--show-token)\b/, "the token of a cluster"],
  ["heroku", /^ auth:token\b/, "the token of Heroku"],
  ["heroku", /^ config(?::get)?(?:\s|$)/, "the settings of an application with its secrets"],
  ["railway", /^ variables?(?: list)?(?: -|$)/, "the settings of an application with its secrets"],
  ["netlify", /^ env:(?:list|get)\b/, "the settings of an application with its secrets"],
  ["vercel", /^ env pull(?: \/dev\/std|$)/, "the settings of an application with its secrets"],
  ["eb", /^ printenv\b/, "the settings of an application with its secrets"],
  ["cf", /^ env\b/, "the settings of an application with its secrets"],
  ["az", / (?:webapp|functionapp) config appsettings list\b/, "the settings of an application with its secrets"],
  ["gcloud", / auth (?:application-default )?print-\S{0,30}token\b/, "a token of Google Cloud"],
  ["terraform", /^(?: -\S{1,200}){0,3} state pull\b/, "state with secrets"],
  ["tofu", /^(?: -\S{1,200}){0,3} state pull\b/, "state with secrets"],
  ["wg", /^ show(?:conf| \S{1,40} (?:private-key|preshared-keys))/, "the keys of a private network"],
  ["ps", /^ (?!-)[a-zA-Z]{0,8}e[a-zA-Z]{0,8}(?:\s|$)| -E(?:\s|$)/, "the variables of other processes"],
  ["docker", /^ (?:compose )?config --(?:environment|variables)\b/, "the settings of an application with its secrets"],
  ["docker", /^ (?:container )?inspect\b.{0,300}\bEnv\b/, "the settings of an application with its secrets"],
  ["chamber", /^ (?:read|export|env)\b/, "secrets of an application"],
  ["infisical", /^ (?:secrets(?: get)?|export)(?:\s|$)/, "secrets of an application"],
  ["rails", /^ (?:credentials|secrets):(?:show|edit)\b/, "the secrets of the application"],
  ["nmcli", / (?:-s|--show-secrets)\b/, "the passwords of networks"],
  ["cmdkey", /^ \/list/i, "logins of this machine"],
  ["keyring", /^ get\b/, "a password of the keyring"],
  ["kwallet-query", / (?:-r|--read-password)\b/, "a password of the keyring"],
  ["flyctl", /^ auth token\b/, "the token of Fly"],
  ["fly", /^ auth token\b/, "the token of Fly"],
  ["op", /^ (?:read|item get .{0,200}--reveal)\b/, "a secret of 1Password"],
  ["bw", /^ get (?:password|totp|notes)\b/, "a secret of Bitwarden"],
  [
    "security",
    /^ (?:find-(?:generic|internet)-password\b.{0,200} -[a-z]{0,4}[wg]|dump-keychain|export\b)/,
    "a password of the keychain",
  ],
  ["secret-tool", /^ lookup\b/, "a password of the keyring"],
  ["git", / credential(?:-\w{1,20})? (?:fill|get)\b/, "the login of a git host"],
  ["gpg", / --export-secret-(?:keys|subkeys)\b/, "private gpg keys"],
  ["getent", /^ shadow\b/, "the passwords of this machine"],
  ["npm", /^ config get .{0,100}_auth/, "the login of a package registry"],
  [
    "curl",
    / (?:https?:\/\/)?(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|metadata\.google\.internal)\/.{0,100}(?:security-credentials|token|identity)/,
    "the keys of this machine in its cloud",
  ],
  [
    "wget",
    / (?:https?:\/\/)?(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|metadata\.google\.internal)\/.{0,100}(?:security-credentials|token|identity)/,
    "the keys of this machine in its cloud",
  ],
];

/** Kept to give them out, one by one and on the record: using them is everyday work, sending them away is not. */
const MANAGERS: readonly Tool[] = [
  ["aws", / secretsmanager get-secret-value\b| ssm get-parameters?\b.{0,200}--with-decryption\b/, "a secret of AWS"],
  ["gcloud", / secrets versions access\b/, "a secret of Google Cloud"],
  ["az", / keyvault secret (?:show|download)\b/, "a secret of Azure"],
  ["vault", /^ (?:kv get|read|print token|token create)\b/, "a secret of Vault"],
  ["doppler", /^ secrets (?:get|download)\b/, "secrets of Doppler"],
  ["pass", /^ (?:show )?[\w./@-]{1,200}$/, "a password"],
  ["gopass", /^ show\b/, "a password"],
  ["sops", /^ .{0,40}(?:-d|--decrypt|decrypt)\b/, "secrets that are encrypted"],
  ["ansible-vault", /^ (?:view|decrypt)\b/, "secrets that are encrypted"],
  ["rails", /^ credentials:show\b/, "the secrets of the application"],
];

function byProgram(tools: readonly Tool[]): ReadonlyMap<string, readonly Tool[]> {
  const found = new Map<string, Tool[]>();
  for (const tool of tools) found.set(tool[0], [...(found.get(tool[0]) ?? []), tool]);
  return found;
}

const TOOLS_BY_PROGRAM = byProgram(TOOLS);
const MANAGERS_BY_PROGRAM = byProgram(MANAGERS);

function toolOf(invocation: Invocation, tools: ReadonlyMap<string, readonly Tool[]>): string | undefined {
  const rows = tools.get(invocation.program ?? "");
  if (rows === undefined) return undefined;
  const line = lineOf(invocation).slice(0, 2_000);
  return rows.find(([, words]) => words.test(line))?.[2];
}

const PRINTERS = new Set([
  "printenv",
  "env",
  "export",
  "declare",
  "typeset",
  "compgen",
  "gci",
  "dir",
  "get-childitem",
  "Get-ChildItem",
]);

function printsVariables(invocation: Invocation): boolean {
  if (!PRINTERS.has(invocation.program ?? "")) return false;
  const line = lineOf(invocation);
  switch (invocation.program) {
    case "printenv":
    case "env":
      return /^(?: -0| --null)?$/.test(line);
    case "export":
    case "declare":
    case "typeset":
      return /^(?: -[xp]{1,2})?$/.test(line) && (invocation.program === "export" || line !== "");
    case "compgen":
      return line === " -e";
    case "gci":
    case "dir":
    case "get-childitem":
    case "Get-ChildItem":
      return /^ env:/i.test(line);
    default:
      return false;
  }
}
