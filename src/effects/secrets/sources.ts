/** Secrets in a program's output: files with secrets, tools that print them, all environment variables. */

import { byProgram } from "../model/by-program.js";
import type { Effect, Where } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";
import { lineOf } from "../model/rules.js";
import { absolute } from "../paths/paths.js";
import { isSensitive } from "../paths/sensitive.js";

export interface Source {
  /** Object of "reads": "a private ssh key". */
  readonly what: string;
  readonly from: "file" | "tool" | "manager" | "variables" | "variable";
}

export type EffectsOf = (invocation: Invocation) => readonly Effect[];

/** Archivers read the files they name, whatever else they do. */
const PACKERS = new Set(
  "tar bsdtar zip 7z 7za rar cpio ar gzip bzip2 xz zstd brotli gpg age base64 base32 xxd openssl".split(" "),
);

const traitsOf = byProgram((program) => ({
  tools: TOOLS_BY_PROGRAM.get(program),
  managers: MANAGERS_BY_PROGRAM.get(program),
  printsAll: PRINTERS.has(program),
  mayName: program === "printenv" || program === "cat" || ECHOES.test(program),
  packs: PACKERS.has(program),
}));

export function sourceOf(invocation: Invocation, where: Where, effectsOf: EffectsOf): Source | undefined {
  const { tools, managers, printsAll, mayName } = traitsOf(invocation.program);
  const tool = toolOf(invocation, tools);
  if (tool !== undefined) return { what: tool, from: "tool" };
  const file = fileOf(invocation, where, effectsOf);
  if (file !== undefined) return { what: file, from: "file" };
  const managed = toolOf(invocation, managers);
  if (managed !== undefined) return { what: managed, from: "manager" };
  if (printsAll && printsVariables(invocation)) return { what: "all environment variables", from: "variables" };
  const variable = mayName ? printedVariable(invocation) : undefined;
  return variable === undefined ? undefined : { what: `the environment variable ${variable}`, from: "variable" };
}

/** Environment variables that contain secrets, by name. */
const SECRET_NAME =
  /^(?!.{0,60}(?:PUBLIC|CACHE|PRIMARY|FOREIGN|SORT|PARTITION|HOST|INDEX|KEY_ID|KEY_FILE|KEY_PATH|TOKEN_URL|_DIR|_FILE|_PATH)(?:_|$))(?:(?:[A-Z][A-Z0-9_]{0,60}_)?(?:TOKEN|SECRETS?|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|(?:ACCESS|SECRET|PRIVATE|ENCRYPTION|SIGNING|MASTER)_KEY|CREDENTIALS?|DATABASE_URL|CONNECTION_STRING|PAT|DSN)(?:_[A-Z0-9]{1,12})?|[A-Z][A-Z0-9]{2,40}_KEY)$/;
/** `$NAME`, `${NAME}`, `${!name}`; not its length, a substring, or a test whether it is set. */
const USED = /\$(?:([A-Za-z_]\w{0,80})|\{(!?)([A-Za-z_]\w{0,80})(?:\}|:?[-=][^}]{0,200}\}))/g;

/** The first secret variable in a word that the line does not set itself. */
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
  if (traitsOf(program).packs)
    for (const { text } of args) {
      const what = text.startsWith("-") ? undefined : named(text);
      if (what !== undefined) return what;
    }
  const committed = program === "git" ? committedFile(invocation) : undefined;
  if (committed !== undefined) return committed;
  return input.kind === "file" ? named(input.file.text) : undefined;
}

/** A committed file has the same content: `git show HEAD:.env`, `git log -p -- .env`. */
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

/** Programs that print secrets: patterns for their arguments, each with a leading space. */
type Tool = readonly [program: string, words: RegExp, what: string];

const TOOLS: readonly Tool[] = [
  ["gh", /^ auth token\b|^ auth status .{0,100}(?:-t|--show-token)\b/, "the GitHub token"],
  ["glab", /^ variable (?:get|export|list\b.{0,100}(?:json|-o|--output))/, "CI secrets"],
  ["glab", /^ auth status .{0,100}(?:-t|--show-token)\b/, "the GitLab token"],
  ["gcloud", / auth (?:application-default )?print-(?:access|identity)-token\b/, "a Google Cloud token"],
  ["aws", / configure (?:get .{0,60}(?:secret|session_token)|export-credentials)/, "AWS credentials"],
  ["aws", / sts (?:get-session-token|assume-role)\b| ecr get-login-password\b/, "an AWS token"],
  ["az", / account get-access-token\b/, "an Azure token"],
  [
    "kubectl",
    / get secrets?\b.{0,200}(?:-o|--output)[ =]?(?:yaml|json|go-template|jsonpath|custom-columns)/,
    "Kubernetes secrets",
  ],
  ["kubectl", / config view\b.{0,100}--raw\b/, "Kubernetes cluster credentials"],
  ["kubectl", / create token\b/, "a Kubernetes token"],
  ["oc", / whoami (?:-t|--show-token)\b/, "the Kubernetes cluster token"],
  ["heroku", /^ auth:token\b/, "the Heroku token"],
  ["heroku", /^ config(?::get)?(?:\s|$)/, "application settings with secrets"],
  ["railway", /^ variables?(?: list)?(?: -|$)/, "application settings with secrets"],
  ["netlify", /^ env:(?:list|get)\b/, "application settings with secrets"],
  ["vercel", /^ env pull(?: \/dev\/std|$)/, "application settings with secrets"],
  ["eb", /^ printenv\b/, "application settings with secrets"],
  ["cf", /^ env\b/, "application settings with secrets"],
  ["az", / (?:webapp|functionapp) config appsettings list\b/, "application settings with secrets"],
  ["gcloud", / auth (?:application-default )?print-\S{0,30}token\b/, "a Google Cloud token"],
  ["terraform", /^(?: -\S{1,200}){0,3} state pull\b/, "infrastructure state with secrets"],
  ["tofu", /^(?: -\S{1,200}){0,3} state pull\b/, "infrastructure state with secrets"],
  ["wg", /^ show(?:conf| \S{1,40} (?:private-key|preshared-keys))/, "the keys of a private network"],
  ["ps", /^ (?!-)[a-zA-Z]{0,8}e[a-zA-Z]{0,8}(?:\s|$)| -E(?:\s|$)/, "the environment variables of other processes"],
  ["docker", /^ (?:compose )?config --(?:environment|variables)\b/, "application settings with secrets"],
  ["docker", /^ (?:container )?inspect\b.{0,300}\bEnv\b/, "application settings with secrets"],
  ["chamber", /^ (?:read|export|env)\b/, "application secrets"],
  ["infisical", /^ (?:secrets(?: get)?|export)(?:\s|$)/, "application secrets"],
  ["rails", /^ (?:credentials|secrets):(?:show|edit)\b/, "application secrets"],
  ["nmcli", / (?:-s|--show-secrets)\b/, "saved network passwords"],
  ["cmdkey", /^ \/list/i, "saved logins of this machine"],
  ["keyring", /^ get\b/, "a keyring password"],
  ["kwallet-query", / (?:-r|--read-password)\b/, "a keyring password"],
  ["flyctl", /^ auth token\b/, "the Fly token"],
  ["fly", /^ auth token\b/, "the Fly token"],
  ["op", /^ (?:read|item get .{0,200}--reveal)\b/, "a 1Password secret"],
  ["bw", /^ get (?:password|totp|notes)\b/, "a Bitwarden secret"],
  [
    "security",
    /^ (?:find-(?:generic|internet)-password\b.{0,200} -[a-z]{0,4}[wg]|dump-keychain|export\b)/,
    "a keychain password",
  ],
  ["secret-tool", /^ lookup\b/, "a keyring password"],
  ["git", / credential(?:-\w{1,20})? (?:fill|get)\b/, "git host credentials"],
  ["gpg", / --export-secret-(?:keys|subkeys)\b/, "private gpg keys"],
  ["getent", /^ shadow\b/, "this machine's passwords"],
  ["gpg", / --export-secret-key\b(?!.{0,200}\|)/, "private gpg keys"],
  ["aws", / secretsmanager batch-get-secret-value\b/, "AWS secrets"],
  [
    "aws",
    / secretsmanager get-secret-value\b.{0,300}(?:SecretString|SecretBinary|prod|live\b|db\b|pass|stripe|api|token|key)/i,
    "an AWS secret",
  ],
  ["aws", / ssm get-parameter(?:s|s-by-path|-history)?\b.{0,300}--with-decryption\b/, "an AWS secret"],
  ["aws", / secretsmanager get-secret-value\b.{0,200} --secret-id$/, "AWS secrets"],
  ["aws", / kms decrypt\b.{0,400}Plaintext/, "data decrypted with an AWS key"],
  ["aws", / iam create-access-key\b| sts get-federation-token\b/, "new AWS credentials"],
  [
    "aws",
    / rds generate-db-auth-token\b| redshift get-cluster-credentials\b| ecr get-authorization-token\b/,
    "an AWS token",
  ],
  ["aws", / lambda get-function(?:-configuration)?\b.{0,300}Environment/, "application settings with secrets"],
  ["aws-vault", /^ (?:export|exec .{0,200} (?:env|printenv)$)/, "AWS credentials"],
  ["saml2aws", /^ script\b/, "AWS credentials"],
  ["gcloud", / secrets versions access\b/, "a Google Cloud secret"],
  ["gcloud", / config config-helper\b| iam service-accounts keys create \/dev\/std/, "a Google Cloud token"],
  ["berglas", /^ access\b/, "a Google Cloud secret"],
  ["az", / keyvault (?:secret|key|certificate) (?:show|download)\b/, "an Azure secret"],
  [
    "az",
    / (?:storage account keys list|storage account show-connection-string|acr credential show|redis list-keys|cosmosdb keys list|cosmosdb list-connection-strings|servicebus .{0,80}keys list|eventhubs .{0,80}keys list|iot hub connection-string show|webapp deployment list-publishing-(?:profiles|credentials)|ad sp create-for-rbac|ad app credential reset|batch account keys list|search admin-key show|cognitiveservices account keys list|maps account keys list|signalr key list)\b/,
    "an Azure key",
  ],
  [
    "vault",
    /^(?: -\S{1,200}){0,4} (?:kv get|read)\b.{0,200}(?: -field[ =](?!field_name)\S| -format[ =]\S|prod|live\b|creds?\/|database\/|\/(?:db|database|root|admin|api|aws|ssh|tls|stripe|postgres|mysql|redis|token|password|keys?)(?:\s|$|[/_-]))/i,
    "a Vault secret",
  ],
  [
    "vault",
    /^(?: -\S{1,200}){0,4} (?:print token|token create|operator (?:init|generate-root)|unwrap)\b/,
    "a Vault token",
  ],
  ["bao", /^(?: -\S{1,200}){0,4} (?:kv get|read|print token|token create)\b/, "an OpenBao secret"],
  [
    "doppler",
    /^ secrets (?:.{0,200} )?(?:--plain|--raw|--no-file|--copy|--json)\b|^ secrets download\b.{0,200} -(?:\s|$)/,
    "Doppler secrets",
  ],
  [
    "pass",
    /^ show (?!-c|--clip|-q)|^ [\w.@-]{1,100}\/[\w./@-]{1,200}$| otp (?:code )?[\w.@-]{1,100}\/\S{1,100}$/,
    "a password",
  ],
  ["gopass", /^ (?:show|cat)\b.{0,200}(?:\/| -o\b| --password\b)|^ [\w.@-]{1,100}\/[\w./@-]{1,200}$/, "a password"],
  ["lpass", /^ (?:show (?:--(?:password|all|notes|field\S{0,40}|json|expand-multi) ){1,4}|export\b)/, "a password"],
  [
    "sops",
    /^ (?:-d|--decrypt|decrypt)\b.{0,200}(?:secret|prod|cred|pass|\.env|key|token)|^ exec-env .{0,200}(?:env|printenv)$/i,
    "encrypted secrets",
  ],
  ["ansible-vault", /^ (?:view|decrypt|edit)\b/, "encrypted secrets"],
  ["age", / (?:-d|--decrypt)\b(?!.{0,300} (?:-o|--output))/, "an encrypted file"],
  ["rage", / (?:-d|--decrypt)\b(?!.{0,300} (?:-o|--output))/, "an encrypted file"],
  [
    "gpg",
    / (?:-d|--decrypt)\b(?!.{0,300} (?:-o|--output))(?=.{0,300}(?:secret|pass|cred|key|\.env|token|prod|vault|authinfo))/i,
    "an encrypted file",
  ],
  [
    "op",
    /^ (?:item get .{0,200}(?:--fields?\b|--format[ =]json|--otp)|document get\b|signin .{0,60}--raw)/,
    "a 1Password secret",
  ],
  ["bw", /^ (?:get item|list items|export|unlock .{0,60}--raw)\b/, "Bitwarden secrets"],
  ["bws", /^ secrets? (?:get|list)\b/, "Bitwarden secrets"],
  ["rbw", /^ (?:code|get --full) /, "a Bitwarden secret"],
  ["keepassxc-cli", /^ (?:show .{0,100}(?:-s|--show-protected|-a|--all)|export)\b/, "a KeePass password"],
  ["kpcli", / (?:--command|-c)\b.{0,200}show -f/, "a KeePass password"],
  ["dcli", /^ (?:password|p|note|secret|read|inject)\b/, "a Dashlane secret"],
  ["keeper", /^ (?:get|find-password|clipboard-copy)\b/, "a Keeper secret"],
  ["ksm", /^ secret (?:get|notation)\b/, "a Keeper secret"],
  ["akeyless", /^ (?:get-secret-value|get-dynamic-secret-value)\b/, "an Akeyless secret"],
  ["conjur", /^ variable (?:get|value)\b/, "a Conjur secret"],
  ["credstash", /^ (?:get|getall)\b/, "AWS secrets"],
  ["teller", /^ (?:show|env|sh|export|yaml|json)\b/, "application secrets"],
  ["envchain", /^ \S{1,80} (?:env|printenv)$/, "keychain secrets"],
  [
    "dotenvx",
    /^ (?:decrypt .{0,60}--stdout|get \w{0,60}(?:SECRET|TOKEN|PASSWORD|KEY)\b)/,
    "secret environment variables",
  ],
  ["dotenv", /^ (?:.{0,100} )?list\b|^ (?:.{0,100} )?get \S/, "secret environment variables"],
  ["dotenv-vault", /^ (?:decrypt|keys)\b/, "secret environment variables"],
  ["consul", /^ kv get\b.{0,200}(?:secret|pass|token|key|cred| -recurse)/, "settings with secrets"],
  ["nomad", /^ var get\b/, "Kubernetes secrets"],
  ["kubectl", / get secrets?\/\S{1,100} .{0,100}(?:-o|--output|--template)[ =]?\S/, "Kubernetes secrets"],
  ["kubectl", / view-secret\b/, "Kubernetes secrets"],
  [
    "oc",
    / (?:get secrets?\b.{0,200}(?:-o|--output)[ =]?\S|extract secret\/\S{1,100}.{0,100}--to=-)/,
    "Kubernetes secrets",
  ],
  ["argocd", /^ (?:admin initial-password|account generate-token)\b/, "a cluster password"],
  [
    "terraform",
    /^(?: -\S{1,200}){0,3} output\b.{0,200}(?:pass|secret|token|_key\b|cred|connection|private)/,
    "infrastructure secrets",
  ],
  [
    "tofu",
    /^(?: -\S{1,200}){0,3} output\b.{0,200}(?:pass|secret|token|_key\b|cred|connection|private)/,
    "infrastructure secrets",
  ],
  [
    "terraform",
    /^(?: -\S{1,200}){0,3} (?:show -json|state show)\b.{0,200}(?:pass|secret|token|_key\b|cred|private)/,
    "infrastructure secrets",
  ],
  [
    "pulumi",
    /^ (?:config\b.{0,200}--show-secrets|config get\b.{0,200}(?:pass|secret|token|key)|stack export\b.{0,200}--show-secrets|stack output\b.{0,200}(?:--show-secrets .{0,100}(?:-s|--stack|--json|-j)|(?:-s|--stack|--json|-j).{0,100} --show-secrets))/i,
    "infrastructure secrets",
  ],
  [
    "fly",
    /^ (?:tokens create|ssh console\b.{0,200} (?:-C|--command)[ =]["']?(?:env|printenv)\b)/,
    "application settings with secrets",
  ],
  [
    "flyctl",
    /^ (?:tokens create|ssh console\b.{0,200} (?:-C|--command)[ =]["']?(?:env|printenv)\b)/,
    "application settings with secrets",
  ],
  [
    "heroku",
    /^ (?:pg:credentials:url|config:get|redis:credentials|authorizations:create|run\b.{0,100} (?:env|printenv)$)/,
    "application settings with secrets",
  ],
  ["firebase", /^ functions:(?:config:get|secrets:access)\b/, "application settings with secrets"],
  ["supabase", /^ (?:projects api-keys|gen bearer-jwt)\b/, "application keys"],
  ["eas", /^ (?:env:(?:list|get|exec)|secret:list)\b/, "application settings with secrets"],
  ["doctl", /^ (?:databases connection|auth token|kubernetes cluster kubeconfig show)\b/, "service credentials"],
  ["scw", /^ (?:config dump|secret version access|iam api-key create)\b/, "a Scaleway secret"],
  ["ibmcloud", / (?:iam oauth-tokens|secrets-manager secret\b.{0,100}|iam api-key-create)\b/, "an IBM Cloud token"],
  ["render", /^ (?:env|services env)\b/, "application settings with secrets"],
  ["dokku", /^ config(?::show|:export|:get)?(?:\s|$)/, "application settings with secrets"],
  ["rclone", /^ (?:config (?:dump|show|userinfo)|reveal)\b/, "storage credentials"],
  [
    "docker",
    /^ (?:compose |-\S{1,80} ){0,3}exec\b.{0,200} (?:cat|base64|less) \/run\/secrets\//,
    "application secrets",
  ],
  ["podman", /^ secret inspect\b.{0,100}--showsecret/, "application secrets"],
  ["systemd-creds", /^ (?:.{0,60} )?(?:cat|decrypt)\b/, "service secrets"],
  ["clevis", /^ decrypt\b/, "encrypted data"],
  ["cryptsetup", / luksDump\b.{0,100}--dump-(?:master|volume)-key/, "a disk encryption key"],
  ["netsh", / wlan show profiles?\b.{0,200}key=clear/i, "saved network passwords"],
  ["mysql_config_editor", /^ print\b/, "database credentials"],
  ["redis-cli", / (?:config get requirepass|acl list|config get \*)\b/i, "a database password"],
  [
    "openssl",
    /^ (?:rsa|pkey|ec|dsa)\b(?!.{0,300} -(?:pubout|noout|out|check|modulus)\b).{0,300} -in \S{1,200}\.(?:key|pem)\b/,
    "a private key",
  ],
  ["openssl", /^ pkcs12\b(?=.{0,300} -(?:nodes|noenc)\b)(?!.{0,300} -(?:out|export|nokeys)\b)/, "a private key"],
  ["ssh-keygen", / -p\b(?=.{0,200} -N(?: ?$| ["']{0,2} ?-| {1,2}-))/, "a private key, and removes its passphrase"],
  ["git", /^(?: -\S{1,200}){0,4} config\b.{0,200}(?:extraheader|\.token|password|oauth)\b/i, "git host credentials"],
  [
    "ps",
    /^ -?[a-zA-Z]{0,8}(?:ww?e|eww?|auxe|axe)[a-zA-Z]{0,8}(?:\s|$)/,
    "the environment variables of other processes",
  ],
  ["security", /^ (?:find-key|find-identity .{0,60}-p|export-smartcard|unlock-keychain .{0,60}-p)\b/, "keychain keys"],
  ["secret-tool", /^ search\b.{0,200}--(?:unlock|all)\b/, "keyring passwords"],
  ["vaultcmd", /^ \/listcreds/i, "saved logins of this machine"],
  ["reg", /^ save HKLM\\(?:sam|security|system)\b/i, "this machine's passwords"],
  ["systemctl", /^ show\b.{0,200}(?:-p|--property)[ =]?Environment\b/, "service settings with secrets"],
  ["launchctl", /^ export$/, "all environment variables"],
  ["osascript", / the clipboard\b/, "the user's clipboard"],
  ["php", /^ (?:-i|--info)$/, "all environment variables"],
  ["jq", /^ (?:-\w{1,4} ){0,3}(?:env|\$ENV)$/, "all environment variables"],
  ["mimikatz", /./, "this machine's passwords"],
  ["lazagne", /./, "this machine's passwords"],
  ["pypykatz", /./, "this machine's passwords"],
  ["unshadow", / \S/, "this machine's passwords"],
  ["npm", /^ config get .{0,100}_auth/, "package registry credentials"],
  [
    "curl",
    / (?:https?:\/\/)?(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|metadata\.google\.internal)\/.{0,100}(?:security-credentials|token|identity)/,
    "this machine's cloud credentials",
  ],
  [
    "wget",
    / (?:https?:\/\/)?(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|metadata\.google\.internal)\/.{0,100}(?:security-credentials|token|identity)/,
    "this machine's cloud credentials",
  ],
];

/** Secret managers, which log each access: using a secret is ordinary, sending it away is not. */
const MANAGERS: readonly Tool[] = [
  ["history", /^(?: \d{1,6})?$/, "the shell history"],
  ["aws", / secretsmanager get-secret-value\b| ssm get-parameters?\b.{0,200}--with-decryption\b/, "an AWS secret"],
  ["gcloud", / secrets versions access\b/, "a Google Cloud secret"],
  ["az", / keyvault secret (?:show|download)\b/, "an Azure secret"],
  ["vault", /^ (?:kv get|read|print token|token create)\b/, "a Vault secret"],
  ["doppler", /^ secrets (?:get|download)\b/, "Doppler secrets"],
  ["pass", /^ (?:show )?[\w./@-]{1,200}$/, "a password"],
  ["gopass", /^ show\b/, "a password"],
  ["sops", /^ .{0,40}(?:-d|--decrypt|decrypt)\b/, "encrypted secrets"],
  ["ansible-vault", /^ (?:view|decrypt)\b/, "encrypted secrets"],
  ["rails", /^ credentials:show\b/, "application secrets"],
];

function grouped(tools: readonly Tool[]): ReadonlyMap<string, readonly Tool[]> {
  const found = new Map<string, Tool[]>();
  for (const tool of tools) found.set(tool[0], [...(found.get(tool[0]) ?? []), tool]);
  return found;
}

const TOOLS_BY_PROGRAM = grouped(TOOLS);
const MANAGERS_BY_PROGRAM = grouped(MANAGERS);

function toolOf(invocation: Invocation, rows: readonly Tool[] | undefined): string | undefined {
  if (rows === undefined) return undefined;
  const line = lineOf(invocation).slice(0, 2_000);
  return rows.find(([, words]) => words.test(line))?.[2];
}

const PRINTERS = new Set([
  "set",
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
