/**
 * Files that hold secrets, by their names alone. Pure. Paths may be absolute, relative, begin with `~`, hold wildcards or
 * be written the Windows way. What only looks alike (examples, public keys, fixtures of tests) is not sensitive.
 */
import { compileGlob } from "../../core/match/glob.js";

/** What it is, as the object of "reads": "a private ssh key". Undefined when nothing is known against the file. */
export function isSensitive(path: string): string | undefined {
  if (path.length > 4096) return undefined;
  const plain = path.replaceAll("\\", "/").replace(/\/{2,}/g, "/");
  const asked = (plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain).toLowerCase();
  const name = asked.slice(asked.lastIndexOf("/") + 1);
  if (HARMLESS_NAME.test(name)) return undefined;
  for (const [what, form] of PLACES) if (form.test(`/${asked}`)) return what;
  if (FIXTURE.test(`/${asked}`) || HARMLESS_PART.test(name)) return undefined;
  for (const [what, form] of NAMES) if (form.test(name)) return what;
  return mayExpandTo(name);
}

/** Names that a wildcard may hide: `.e*`, `.[e]nv`, `id_*`. */
const HIDDEN_NAMES: readonly (readonly [what: string, name: string])[] = [
  ["variables with secrets", ".env"],
  ["variables with secrets", ".env.local"],
  ["logins to hosts", ".netrc"],
  ["a private ssh key", "id_rsa"],
  ["a private ssh key", "id_ed25519"],
];

/** A shell expands it to files that are there; one letter at least must say which. */
function mayExpandTo(name: string): string | undefined {
  if (!/[*?[]/.test(name) || name.length > 40 || !/^(?:\.|id_)/.test(name)) return undefined;
  if (!/[a-z]/.test(name.replace(/\[[^\]]{0,20}\]/g, "a").slice(1))) return undefined;
  const fits = compileGlob(name, "shell");
  return HIDDEN_NAMES.find(([, hidden]) => fits(hidden))?.[0];
}

type Row = readonly [what: string, form: RegExp];

/** Of any folder: what stands for a secret without being one. */
const HARMLESS_NAME =
  /\.(?:pub|example|sample|template|tmpl|tpl|dist|defaults?|schema|md|mdx|rst|adoc|html?|[cm]?[jt]sx?|d\.ts|py|go|rs|rb|java|kt|php|cs|swift|vue|svelte)$|^(?:known_hosts|authorized_keys|environment|ssh_config|sshd_config)/;
const HARMLESS_PART =
  /(?:^|[._-])(?:example|sample|template|dist|schema|fixture|dummy|fake|mock|public|pub|cacert|ca-bundle)(?:[._-]|$)/;
const FIXTURE =
  /\/(?:__)?(?:fixtures?|mocks?|testdata|test[-_]data|tests?|specs?|examples?|samples?|node_modules|site-packages|vendor)(?:__)?\//;

/** Places that programs keep secrets in. The path is in small letters, with a `/` before it. */
const PLACES: readonly Row[] = [
  [
    "a private ssh key",
    /\/\.ssh\/(?:id_|identity|[^/]{0,100}(?:_rsa|_ed25519|_ecdsa|_dsa|\.pem|\.key)|[^/]{0,40}[*?])/,
  ],
  ["the folder of ssh keys", /\/\.ssh$/],
  ["private ssh keys of this machine", /\/etc\/ssh\/ssh_host_[a-z0-9_*?]{0,40}$/],
  ["the folder of gpg keys", /\/\.gnupg(?:$|\/(?:private-keys|secring|\*))/],
  ["keys to AWS", /\/\.aws(?:$|\/(?:credentials|\*|cli\/cache|sso\/cache))/],
  ["keys to Azure", /\/\.azure(?:$|\/(?:accesstokens|azureprofile|msal_token_cache|service_principal|\*))/],
  [
    "keys to Google Cloud",
    /\/\.config\/gcloud(?:$|\/(?:credentials|access_tokens|application_default_credentials|legacy_credentials|\*))/,
  ],
  [
    "keys to a cloud",
    /\/\.(?:oci\/(?:.{0,100}\.pem|sessions\/.{0,100}token$)|aliyun\/config\.json|tencentcloud|s3cfg|boto|passwd-s3fs|rclone\.conf)/,
  ],
  ["keys to a cloud", /\/\.config\/(?:rclone\/rclone\.conf|doctl\/config|hcloud\/cli\.toml|linode-cli|scw\/config)/],
  [
    "the way into a cluster",
    /\/\.kube(?:$|\/(?:config|\*|cache\/oidc))|\/etc\/(?:kubernetes\/(?:admin|kubelet)\.conf|rancher\/k3s\/k3s\.yaml)/,
  ],
  ["the token of a cluster", /\/(?:var\/)?run\/secrets(?:$|\/)/],
  ["the login of a container registry", /\/\.docker\/config\.json$|\/\.dockercfg$|\/containers\/auth\.json$/],
  [
    "the login of a git host",
    /\/\.git-credentials$|\/\.config\/(?:gh\/hosts\.yml|hub|glab-cli\/config\.yml|git\/credentials)$/,
  ],
  ["logins to hosts", /\/[._]netrc(?:\.gpg)?$|\/\.authinfo(?:\.gpg)?$/],
  [
    "the login of a package registry",
    /\/(?:~|home\/[^/]{1,64}|users\/[^/]{1,64}|root)\/\.(?:npmrc|yarnrc\.yml|pypirc)$|\/\.pypirc$|\/\.gem\/credentials$|\/\.cargo\/credentials(?:\.toml)?$|\/\.nuget\/nuget\.config$|\/\.m2\/settings(?:-security)?\.xml$|\/\.composer\/auth\.json$|\/\.terraform\.d\/credentials/,
  ],
  ["the password of a database", /\/\.(?:pgpass|my\.cnf|mylogin\.cnf|mongorc\.js|rediscli_auth)$/],
  [
    "the passwords of this machine",
    /\/etc\/(?:g?shadow-?|master\.passwd|sudoers|krb5\.keytab|security\/opasswd)$|\/etc\/sudoers\.d\/|\/windows\/system32\/config\/(?:sam|system|security)$|\/(?:ntds\.dit|private\/var\/db\/dslocal)/,
  ],
  [
    "private keys of this machine",
    /\/etc\/(?:ssl|pki\/tls|letsencrypt)\/(?:private|live|archive|keys)(?:\/.{0,200}privkey|\/.{0,200}\.key|\/?$)|\/etc\/wireguard\/.{0,100}\.conf$/,
  ],
  [
    "a keychain",
    /\/library\/keychains(?:$|\/)|\.keychain(?:-db)?$|\/\.local\/share\/(?:keyrings|kwalletd)(?:$|\/)|\/\.password-store(?:$|\/)/,
  ],
  [
    "passwords or cookies of a browser",
    /\/(?:login data|cookies|web data|local state|logins\.json|key[34]\.db|cookies\.sqlite|signons\.sqlite)$(?<=(?:chrome|chromium|brave|edge|opera|vivaldi|firefox|mozilla|arc|librewolf|safari|profile|default).{0,200})/,
  ],
  [
    "the profile of a browser",
    /\/\.mozilla\/firefox$|\/\.config\/(?:google-chrome|chromium|bravesoftware|microsoft-edge)$|\/library\/application support\/(?:google\/chrome|firefox)$/,
  ],
  [
    "a wallet",
    /\/(?:wallet\.dat|\.bitcoin\/wallet.{0,100}|\.ethereum\/keystore.{0,100}|\.config\/solana\/id\.json|\.electrum\/wallets.{0,100})$/,
  ],
  [
    "the login of an agent",
    /\/\.claude\/\.credentials\.json$|\/\.codex\/auth\.json$|\/\.gemini\/oauth_creds\.json$|\/\.config\/github-copilot\/(?:hosts|apps)\.json$|\/opencode\/auth\.json$/,
  ],
  [
    "the token of a vault",
    /\/\.vault-token$|\/\.config\/op(?:$|\/)|\/\.(?:age|config\/(?:age|sops\/age))\/keys?\.txt$/,
  ],
  [
    "messages, mail, contacts or the calendar of a person",
    /\/library\/(?:messages|mail|calendars|safari|voicemail|group containers\/group\.com\.apple\.(?:notes|reminders)|application support\/(?:addressbook|callhistorydb|knowledge|signal|telegram desktop|whatsapp))(?:$|\/)|\/\.thunderbird\/[^/]{1,80}\/.|\/\.local\/share\/(?:evolution|signal|telegramdesktop|geary)\/.|\/\.config\/(?:signal|evolution)\/./,
  ],
  [
    "what a person looked at in a browser",
    /\/(?:\.config\/(?:google-chrome|chromium|bravesoftware|microsoft-edge|vivaldi)|library\/application support\/(?:google\/chrome|chromium|bravesoftware|firefox|microsoft edge|arc)|\.mozilla\/firefox)\/.{0,100}\/(?:history|bookmarks|visited links|top sites|places\.sqlite|formhistory\.sqlite|sessionstore\S{0,40})$/,
  ],
  [
    "passwords of networks",
    /\/etc\/(?:networkmanager\/system-connections(?:$|\/)|wpa_supplicant\/[^/]{1,80}\.conf$|ipsec\.secrets$|ppp\/(?:chap|pap)-secrets$|wireguard(?:$|\/)|openvpn\/.{0,80}(?:pass|auth|creds|\.key)[^/]{0,40}$|swanctl\/private\/)|\/var\/lib\/iwd\/[^/]{1,80}\.psk$/,
  ],
  ["the tickets of a login", /\/tmp\/krb5cc_|\/tmp\/ssh-[^/]{1,40}\/agent\./],
  ["what is typed on the keyboard", /\/dev\/input\/(?:event|by-|[*?])/],
  ["the environment of a process", /\/proc\/[^/]{1,20}\/environ$/],
  [
    "what was typed in a shell",
    /\/\.(?:bash|zsh|sh|fish|python|psql|mysql|node_repl|sqlite|rediscli)_history$|\/\.(?:z?history|sh_history)$|\/fish\/fish_history$/,
  ],
];

/** Names that say it wherever the file lies, but for fixtures. */
const NAMES: readonly Row[] = [
  [
    "variables with secrets",
    /^\.env(?:rc|$|\.(?!test$|testing$|ci$|vault$)[\w.*?-]{1,60}$|\*|\?)|^[\w-]{1,60}\.env$(?<!^(?:test|ci|default|docker|common|public)\.env)/,
  ],
  ["a private ssh key", /^id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?(?:$|[._-](?!pub))/],
  [
    "a private key",
    /^[\w.*?-]{0,100}\.(?:pem|key|p12|pfx|jks|keystore|ppk|p8|kdbx|asc|pkcs12|ovpn)$(?<!(?:^|[._-])(?:cert|certs|ca|chain|fullchain|bundle|crt|csr|root|pubkey|public)\.(?:pem|asc))(?<!^(?:sha\d{0,3}sums?|key|signature|[\w.-]{0,90}\.(?:tar\.[a-z]{1,3}|tgz|zip|deb|rpm|jar|pom|txt|iso|exe|msi|dmg|whl|gz|xz|bz2))\.(?:asc|key))/,
  ],
  [
    "credentials",
    /^(?:credentials?|client_secrets?[\w.-]{0,80}|service[-_]?account[\w.-]{0,60}|gcp-key|gcloud-key|application_default_credentials)\.(?:json|ya?ml|ini|toml|cfg|conf|xml|csv|txt)$|^credentials?$/,
  ],
  [
    "secrets",
    /^(?:secrets?|passwords?|passwd|\.secrets?|api[-_]?keys?)(?:\.(?:prod|production|local|dev|staging|live))?\.(?:json|ya?ml|ini|toml|cfg|conf|xml|csv|txt|env|enc|kdbx)$/,
  ],
  ["the key of an application's secrets", /^(?:master|production|staging)\.key$/],
  ["passwords of web users", /^\.?htpasswd$/],
  [
    "state with secrets",
    /^terraform\.tfstate(?:\.backup)?$|^[\w-]{1,60}\.auto\.tfvars$|^(?:secrets?|prod|production)\.tfvars$/,
  ],
];
