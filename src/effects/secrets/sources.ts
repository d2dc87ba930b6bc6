/** Whether what a program prints is a secret, and which: files that hold them, tools that give them out, all variables. */
import type { Effect, Where } from "../model/effect.js";
import type { Invocation } from "../model/invocation.js";
import { lineOf } from "../model/rules.js";
import { absolute } from "../paths/paths.js";
import { isSensitive } from "../paths/sensitive.js";

export interface Source {
  /** As the object of "reads": "a private ssh key". */
  readonly what: string;
  readonly from: "file" | "tool" | "manager" | "variables";
}

export type EffectsOf = (invocation: Invocation) => readonly Effect[];

/** Packers take in what they are given by name, whatever else they do. */
const PACKERS = new Set(
  "tar bsdtar zip 7z 7za rar cpio ar gzip bzip2 xz zstd brotli gpg age base64 base32 xxd openssl".split(" "),
);

export function sourceOf(invocation: Invocation, where: Where, effectsOf: EffectsOf): Source | undefined {
  const file = fileOf(invocation, where, effectsOf);
  if (file !== undefined) return { what: file, from: "file" };
  const tool = toolOf(invocation, TOOLS);
  if (tool !== undefined) return { what: tool, from: "tool" };
  const managed = toolOf(invocation, MANAGERS);
  if (managed !== undefined) return { what: managed, from: "manager" };
  return printsVariables(invocation) ? { what: "all variables", from: "variables" } : undefined;
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
  // What a commit holds of it is the same: `git show HEAD:.env`.
  if (program === "git" && /^ (?:show|cat-file)\b/.test(lineOf(invocation)))
    for (const { text } of args) {
      const what = /^[\w@{}~^./-]{1,100}:/.test(text) ? isSensitive(text.slice(text.indexOf(":") + 1)) : undefined;
      if (what !== undefined) return what;
    }
  return input.kind === "file" ? named(input.file.text) : undefined;
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

function toolOf({ program, ...invocation }: Invocation, tools: readonly Tool[]): string | undefined {
  const rows = tools.filter(([name]) => name === program);
  if (rows.length === 0) return undefined;
  const line = lineOf({ program, ...invocation }).slice(0, 2_000);
  return rows.find(([, words]) => words.test(line))?.[2];
}

function printsVariables(invocation: Invocation): boolean {
  const line = lineOf(invocation);
  switch (invocation.program) {
    case "printenv":
    case "env":
      return /^(?: -0| --null)?$/.test(line);
    case "set":
      return line === "";
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
