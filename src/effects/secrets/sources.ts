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
  const tool = toolOf(invocation, TOOLS_BY_PROGRAM);
  if (tool !== undefined) return { what: tool, from: "tool" };
  const file = fileOf(invocation, where, effectsOf);
  if (file !== undefined) return { what: file, from: "file" };
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
  ["glab", /^ variable (?:get|export|list\b.{0,100}(?:json|-o|--output))/, "secrets of builds"],
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
  ["gpg", / --export-secret-key\b(?!.{0,200}\|)/, "private gpg keys"],
  ["aws", / secretsmanager batch-get-secret-value\b/, "secrets of AWS"],
  [
    "aws",
    / secretsmanager get-secret-value\b.{0,300}(?:SecretString|SecretBinary|prod|live\b|db\b|pass|stripe|api|token|key)/i,
    "a secret of AWS",
  ],
  ["aws", / ssm get-parameter(?:s|s-by-path|-history)?\b.{0,300}--with-decryption\b/, "a secret of AWS"],
  ["aws", / secretsmanager get-secret-value\b.{0,200} --secret-id$/, "secrets of AWS"],
  ["aws", / kms decrypt\b.{0,400}Plaintext/, "what was encrypted with a key of AWS"],
  ["aws", / iam create-access-key\b| sts get-federation-token\b/, "new keys to AWS"],
  [
    "aws",
    / rds generate-db-auth-token\b| redshift get-cluster-credentials\b| ecr get-authorization-token\b/,
    "a token of AWS",
  ],
  [
    "aws",
    / lambda get-function(?:-configuration)?\b.{0,300}Environment/,
    "the settings of an application with its secrets",
  ],
  ["aws-vault", /^ (?:export|exec .{0,200} (?:env|printenv)$)/, "the keys to AWS"],
  ["saml2aws", /^ script\b/, "the keys to AWS"],
  ["gcloud", / secrets versions access\b/, "a secret of Google Cloud"],
  ["gcloud", / config config-helper\b| iam service-accounts keys create \/dev\/std/, "a token of Google Cloud"],
  ["berglas", /^ access\b/, "a secret of Google Cloud"],
  ["az", / keyvault (?:secret|key|certificate) (?:show|download)\b/, "a secret of Azure"],
  [
    "az",
    / (?:storage account keys list|storage account show-connection-string|acr credential show|redis list-keys|cosmosdb keys list|cosmosdb list-connection-strings|servicebus .{0,80}keys list|eventhubs .{0,80}keys list|iot hub connection-string show|webapp deployment list-publishing-(?:profiles|credentials)|ad sp create-for-rbac|ad app credential reset|batch account keys list|search admin-key show|cognitiveservices account keys list|maps account keys list|signalr key list)\b/,
    "a key of Azure",
  ],
  [
    "vault",
    /^(?: -\S{1,200}){0,4} (?:kv get|read)\b.{0,200}(?: -field[ =](?!field_name)\S| -format[ =]\S|prod|live\b|creds?\/|database\/|\/(?:db|database|root|admin|api|aws|ssh|tls|stripe|postgres|mysql|redis|token|password|keys?)(?:\s|$|[/_-]))/i,
    "a secret of Vault",
  ],
  [
    "vault",
    /^(?: -\S{1,200}){0,4} (?:print token|token create|operator (?:init|generate-root)|unwrap)\b/,
    "a token of Vault",
  ],
  ["bao", /^(?: -\S{1,200}){0,4} (?:kv get|read|print token|token create)\b/, "a secret of OpenBao"],
  [
    "doppler",
    /^ secrets (?:.{0,200} )?(?:--plain|--raw|--no-file|--copy|--json)\b|^ secrets download\b.{0,200} -(?:\s|$)/,
    "secrets of Doppler",
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
    "secrets that are encrypted",
  ],
  ["ansible-vault", /^ (?:view|decrypt|edit)\b/, "secrets that are encrypted"],
  ["age", / (?:-d|--decrypt)\b(?!.{0,300} (?:-o|--output))/, "a file that is encrypted"],
  ["rage", / (?:-d|--decrypt)\b(?!.{0,300} (?:-o|--output))/, "a file that is encrypted"],
  [
    "gpg",
    / (?:-d|--decrypt)\b(?!.{0,300} (?:-o|--output))(?=.{0,300}(?:secret|pass|cred|key|\.env|token|prod|vault|authinfo))/i,
    "a file that is encrypted",
  ],
  [
    "op",
    /^ (?:item get .{0,200}(?:--fields?\b|--format[ =]json|--otp)|document get\b|signin .{0,60}--raw)/,
    "a secret of 1Password",
  ],
  ["bw", /^ (?:get item|list items|export|unlock .{0,60}--raw)\b/, "secrets of Bitwarden"],
  ["bws", /^ secrets? (?:get|list)\b/, "secrets of Bitwarden"],
  ["rbw", /^ (?:code|get --full) /, "a secret of Bitwarden"],
  ["keepassxc-cli", /^ (?:show .{0,100}(?:-s|--show-protected|-a|--all)|export)\b/, "a password of KeePass"],
  ["kpcli", / (?:--command|-c)\b.{0,200}show -f/, "a password of KeePass"],
  ["dcli", /^ (?:password|p|note|secret|read|inject)\b/, "a secret of Dashlane"],
  ["keeper", /^ (?:get|find-password|clipboard-copy)\b/, "a secret of Keeper"],
  ["ksm", /^ secret (?:get|notation)\b/, "a secret of Keeper"],
  ["akeyless", /^ (?:get-secret-value|get-dynamic-secret-value)\b/, "a secret of Akeyless"],
  ["conjur", /^ variable (?:get|value)\b/, "a secret of Conjur"],
  ["credstash", /^ (?:get|getall)\b/, "secrets of AWS"],
  ["teller", /^ (?:show|env|sh|export|yaml|json)\b/, "secrets of an application"],
  ["envchain", /^ \S{1,80} (?:env|printenv)$/, "secrets of the keychain"],
  ["dotenvx", /^ (?:decrypt .{0,60}--stdout|get \w{0,60}(?:SECRET|TOKEN|PASSWORD|KEY)\b)/, "variables with secrets"],
  ["dotenv", /^ (?:.{0,100} )?list\b|^ (?:.{0,100} )?get \S/, "variables with secrets"],
  ["dotenv-vault", /^ (?:decrypt|keys)\b/, "variables with secrets"],
  ["consul", /^ kv get\b.{0,200}(?:secret|pass|token|key|cred| -recurse)/, "settings with secrets"],
  ["nomad", /^ var get\b/, "secrets of a cluster"],
  ["kubectl", / get secrets?\/\S{1,100} .{0,100}(?:-o|--output|--template)[ =]?\S/, "secrets of a cluster"],
  ["kubectl", / view-secret\b/, "secrets of a cluster"],
  [
    "oc",
    / (?:get secrets?\b.{0,200}(?:-o|--output)[ =]?\S|extract secret\/\S{1,100}.{0,100}--to=-)/,
    "secrets of a cluster",
  ],
  ["argocd", /^ (?:admin initial-password|account generate-token)\b/, "a password of a cluster"],
  ["helm", /^ get (?:values|all|manifest)\b.{0,200}(?:prod|live\b)/, "settings of an application with its secrets"],
  [
    "terraform",
    /^(?: -\S{1,200}){0,3} output\b.{0,200}(?:pass|secret|token|_key\b|cred|connection|private)/,
    "secrets of infrastructure",
  ],
  [
    "tofu",
    /^(?: -\S{1,200}){0,3} output\b.{0,200}(?:pass|secret|token|_key\b|cred|connection|private)/,
    "secrets of infrastructure",
  ],
  [
    "terraform",
    /^(?: -\S{1,200}){0,3} (?:show -json|state show)\b.{0,200}(?:pass|secret|token|_key\b|cred|private)/,
    "secrets of infrastructure",
  ],
  [
    "pulumi",
    /^ (?:config\b.{0,200}--show-secrets|config get\b.{0,200}(?:pass|secret|token|key)|stack export\b.{0,200}--show-secrets|stack output\b.{0,200}(?:--show-secrets .{0,100}(?:-s|--stack|--json|-j)|(?:-s|--stack|--json|-j).{0,100} --show-secrets))/i,
    "secrets of infrastructure",
  ],
  [
    "fly",
    /^ (?:tokens create|ssh console\b.{0,200} (?:-C|--command)[ =]["']?(?:env|printenv)\b)/,
    "the settings of an application with its secrets",
  ],
  [
    "flyctl",
    /^ (?:tokens create|ssh console\b.{0,200} (?:-C|--command)[ =]["']?(?:env|printenv)\b)/,
    "the settings of an application with its secrets",
  ],
  [
    "heroku",
    /^ (?:pg:credentials:url|config:get|redis:credentials|authorizations:create|run\b.{0,100} (?:env|printenv)$)/,
    "the settings of an application with its secrets",
  ],
  ["firebase", /^ functions:(?:config:get|secrets:access)\b/, "the settings of an application with its secrets"],
  ["supabase", /^ (?:projects api-keys|gen bearer-jwt)\b/, "the keys of an application"],
  ["eas", /^ (?:env:(?:list|get|exec)|secret:list)\b/, "the settings of an application with its secrets"],
  ["doctl", /^ (?:databases connection|auth token|kubernetes cluster kubeconfig show)\b/, "the way into a service"],
  ["scw", /^ (?:config dump|secret version access|iam api-key create)\b/, "a secret of Scaleway"],
  ["ibmcloud", / (?:iam oauth-tokens|secrets-manager secret\b.{0,100}|iam api-key-create)\b/, "a token of IBM Cloud"],
  ["render", /^ (?:env|services env)\b/, "the settings of an application with its secrets"],
  ["dokku", /^ config(?::show|:export|:get)?(?:\s|$)/, "the settings of an application with its secrets"],
  ["rclone", /^ (?:config (?:dump|show|userinfo)|reveal)\b/, "logins to stores of files"],
  [
    "docker",
    /^ (?:compose |-\S{1,80} ){0,3}exec\b.{0,200} (?:cat|base64|less) \/run\/secrets\//,
    "secrets of an application",
  ],
  ["podman", /^ secret inspect\b.{0,100}--showsecret/, "secrets of an application"],
  ["systemd-creds", /^ (?:.{0,60} )?(?:cat|decrypt)\b/, "secrets of a service"],
  ["clevis", /^ decrypt\b/, "what is encrypted"],
  ["cryptsetup", / luksDump\b.{0,100}--dump-(?:master|volume)-key/, "the key of a disk"],
  ["netsh", / wlan show profiles?\b.{0,200}key=clear/i, "the passwords of networks"],
  ["mysql_config_editor", /^ print\b/, "logins to databases"],
  ["redis-cli", / (?:config get requirepass|acl list|config get \*)\b/i, "the password of a database"],
  [
    "openssl",
    /^ (?:rsa|pkey|ec|dsa)\b(?!.{0,300} -(?:pubout|noout|out|check|modulus)\b).{0,300} -in \S{1,200}\.(?:key|pem)\b/,
    "a private key",
  ],
  ["openssl", /^ pkcs12\b(?=.{0,300} -(?:nodes|noenc)\b)(?!.{0,300} -(?:out|export|nokeys)\b)/, "a private key"],
  ["ssh-keygen", / -p\b(?=.{0,200} -N(?: ?$| ["']{0,2} ?-| {1,2}-))/, "a private key, and takes its passphrase away"],
  ["git", /^(?: -\S{1,200}){0,4} config\b.{0,200}(?:extraheader|\.token|password|oauth)\b/i, "the login of a git host"],
  ["ps", /^ -?[a-zA-Z]{0,8}(?:ww?e|eww?|auxe|axe)[a-zA-Z]{0,8}(?:\s|$)/, "the variables of other processes"],
  [
    "security",
    /^ (?:find-key|find-identity .{0,60}-p|export-smartcard|unlock-keychain .{0,60}-p)\b/,
    "keys of the keychain",
  ],
  ["secret-tool", /^ search\b.{0,200}--(?:unlock|all)\b/, "passwords of the keyring"],
  ["vaultcmd", /^ \/listcreds/i, "logins of this machine"],
  ["reg", /^ save HKLM\\(?:sam|security|system)\b/i, "the passwords of this machine"],
  ["systemctl", /^ show\b.{0,200}(?:-p|--property)[ =]?Environment\b/, "the settings of a service with its secrets"],
  ["launchctl", /^ export$/, "all variables"],
  ["osascript", / the clipboard\b/, "what the person has copied"],
  ["php", /^ (?:-i|--info)$/, "all variables"],
  ["jq", /^ (?:-\w{1,4} ){0,3}(?:env|\$ENV)$/, "all variables"],
  ["mimikatz", /./, "the passwords of this machine"],
  ["lazagne", /./, "the passwords of this machine"],
  ["pypykatz", /./, "the passwords of this machine"],
  ["unshadow", / \S/, "the passwords of this machine"],
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
  ["history", /^(?: \d{1,6})?$/, "what was typed in a shell"],
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
  if (!PRINTERS.has(invocation.program ?? "")) return false;
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
