/**
 * Files that contain secrets, by name alone. Pure. Paths may be absolute, relative, start with `~`, contain wildcards
 * or use Windows syntax. Look-alikes (examples, public keys, test fixtures) are not sensitive.
 */
import { compileGlob } from "../../core/match/glob.js";

/** Object of "reads": "a private ssh key". Undefined if the file is not sensitive. */
export function isSensitive(path: string): string | undefined {
  if (path.length > 4096) return undefined;
  const slashed = path.includes("\\") ? path.replaceAll("\\", "/") : path;
  const plain = slashed.includes("//") ? slashed.replace(/\/{2,}/g, "/") : slashed;
  const asked = (plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain).toLowerCase();
  const name = asked.slice(asked.lastIndexOf("/") + 1);
  if (HARMLESS_NAME.test(name)) return undefined;
  const rooted = asked.startsWith("/") ? asked : `/${asked}`;
  if (ANY_PLACE.test(rooted)) return PLACES.find(([, form]) => form.test(rooted))?.[0];
  if (FIXTURE.test(rooted) || HARMLESS_PART.test(name)) return undefined;
  if (ANY_NAME.test(name)) return NAMES.find(([, form]) => form.test(name))?.[0];
  return mayExpandTo(name);
}

/** Names that a wildcard may cover: `.e*`, `.[e]nv`, `id_*`. */
const HIDDEN_NAMES: readonly (readonly [what: string, name: string])[] = [
  ["a file with secret environment variables", ".env"],
  ["a file with secret environment variables", ".env.local"],
  ["host credentials", ".netrc"],
  ["a private ssh key", "id_rsa"],
  ["a private ssh key", "id_ed25519"],
];

/** A shell expands it to existing files; at least one literal letter is needed. */
function mayExpandTo(name: string): string | undefined {
  if (!/[*?[]/.test(name) || name.length > 40 || !/^(?:\.|id_)/.test(name)) return undefined;
  if (!/[a-z]/.test(name.replace(/\[[^\]]{0,20}\]/g, "a").slice(1))) return undefined;
  const fits = compileGlob(name, "shell");
  return HIDDEN_NAMES.find(([, hidden]) => fits(hidden))?.[0];
}

type Row = readonly [what: string, form: RegExp];

/** Names that look like secrets but are not, in any directory. */
const HARMLESS_NAME =
  /\.(?:pub|example|sample|template|tmpl|tpl|dist|defaults?|schema|md|mdx|rst|adoc|html?|[cm]?[jt]sx?|d\.ts|py|go|rs|rb|java|kt|php|cs|swift|vue|svelte)$|^(?:known_hosts|authorized_keys|environment|ssh_config|sshd_config)/;
const HARMLESS_PART =
  /(?:^|[._-])(?:example|sample|template|dist|schema|fixture|dummy|fake|mock|public|pub|cacert|ca-bundle)(?:[._-]|$)/;
const FIXTURE =
  /\/(?:__)?(?:fixtures?|mocks?|testdata|test[-_]data|tests?|specs?|examples?|samples?|node_modules|site-packages|vendor)(?:__)?\//;

/** Where programs store secrets. The path is in lower case, with a leading `/`. */
const PLACES: readonly Row[] = [
  [
    "a private ssh key",
    /\/\.ssh\/(?:id_|identity|[^/]{0,100}(?:_rsa|_ed25519|_ecdsa|_dsa|\.pem|\.key)|[^/]{0,40}[*?])/,
  ],
  ["the ssh key directory", /\/\.ssh$/],
  ["this machine's private ssh keys", /\/etc\/ssh\/ssh_host_[a-z0-9_*?]{0,40}$/],
  ["the gpg key directory", /\/\.gnupg(?:$|\/(?:private-keys|secring|\*))/],
  ["AWS credentials", /\/\.aws(?:$|\/(?:credentials|\*|cli\/cache|sso\/cache))/],
  ["Azure credentials", /\/\.azure(?:$|\/(?:accesstokens|azureprofile|msal_token_cache|service_principal|\*))/],
  [
    "Google Cloud credentials",
    /\/\.config\/gcloud(?:$|\/(?:credentials|access_tokens|application_default_credentials|legacy_credentials|\*))/,
  ],
  [
    "cloud credentials",
    /\/\.(?:oci\/(?:.{0,100}\.pem|sessions\/.{0,100}token$)|aliyun\/config\.json|tencentcloud|s3cfg|boto|passwd-s3fs|rclone\.conf)/,
  ],
  ["cloud credentials", /\/\.config\/(?:rclone\/rclone\.conf|doctl\/config|hcloud\/cli\.toml|linode-cli|scw\/config)/],
  [
    "Kubernetes cluster credentials",
    /\/\.kube(?:$|\/(?:config|\*|cache\/oidc))|\/etc\/(?:kubernetes\/(?:admin|kubelet)\.conf|rancher\/k3s\/k3s\.yaml)/,
  ],
  ["a Kubernetes cluster token", /\/(?:var\/)?run\/secrets(?:$|\/)/],
  ["container registry credentials", /\/\.docker\/config\.json$|\/\.dockercfg$|\/containers\/auth\.json$/],
  [
    "git host credentials",
    /\/\.git-credentials$|\/\.config\/(?:gh\/hosts\.yml|hub|glab-cli\/config\.yml|git\/credentials)$/,
  ],
  ["host credentials", /\/[._]netrc(?:\.gpg)?$|\/\.authinfo(?:\.gpg)?$/],
  [
    "package registry credentials",
    /\/(?:~|home\/[^/]{1,64}|users\/[^/]{1,64}|root)\/\.(?:npmrc|yarnrc\.yml|pypirc)$|\/\.pypirc$|\/\.gem\/credentials$|\/\.cargo\/credentials(?:\.toml)?$|\/\.nuget\/nuget\.config$|\/\.m2\/settings(?:-security)?\.xml$|\/\.composer\/auth\.json$|\/\.terraform\.d\/credentials/,
  ],
  ["a database password", /\/\.(?:pgpass|my\.cnf|mylogin\.cnf|mongorc\.js|rediscli_auth)$/],
  [
    "this machine's password file",
    /\/etc\/(?:g?shadow-?|master\.passwd|sudoers|krb5\.keytab|security\/opasswd)$|\/etc\/sudoers\.d\/|\/windows\/system32\/config\/(?:sam|system|security)$|\/(?:ntds\.dit|private\/var\/db\/dslocal)/,
  ],
  [
    "this machine's private keys",
    /\/etc\/(?:ssl|pki\/tls|letsencrypt)\/(?:private|live|archive|keys)(?:\/.{0,200}privkey|\/.{0,200}\.key|\/?$)|\/etc\/wireguard\/.{0,100}\.conf$/,
  ],
  [
    "a keychain",
    /\/library\/keychains(?:$|\/)|\.keychain(?:-db)?$|\/\.local\/share\/(?:keyrings|kwalletd)(?:$|\/)|\/\.password-store(?:$|\/)/,
  ],
  [
    "browser passwords or cookies",
    /\/(?:login data|cookies|web data|local state|logins\.json|key[34]\.db|cookies\.sqlite|signons\.sqlite)$(?<=(?:chrome|chromium|brave|edge|opera|vivaldi|firefox|mozilla|arc|librewolf|safari|profile|default).{0,200})/,
  ],
  [
    "a browser profile",
    /\/\.mozilla\/firefox$|\/(?:\.config|library\/application support)\/(?:google-chrome|google\/chrome|chromium|bravesoftware(?:\/brave-browser)?|microsoft-edge|vivaldi|firefox)(?:\/(?:default|profile \d{1,3}))?(?:\/(?:secure )?preferences)?$/,
  ],
  [
    "tokens of a chat program or a browser extension",
    /\/(?:discord|slack|element|signal|microsoft teams|teams-for-linux|bravesoftware|google-chrome|chromium|microsoft-edge|vivaldi|notion|telegram desktop)\/.{0,100}(?:local storage|indexeddb|session storage|local extension settings|cookies)|\/(?:local storage|local extension settings)(?:$|\/)|\/(?:\.config|library\/application support|appdata\/roaming)\/(?:whatsapp|signal|slack|discord|telegram desktop|element|microsoft teams)(?:$|\/(?!settings\.json))/,
  ],
  [
    "a wallet",
    /\/(?:wallet\.dat|\.bitcoin\/wallet.{0,100}|\.ethereum\/keystore.{0,100}|\.config\/solana\/id\.json|\.electrum\/wallets.{0,100})$/,
  ],
  [
    "an agent's credentials",
    /\/\.claude\/\.credentials\.json$|\/\.codex\/auth\.json$|\/\.gemini\/oauth_creds\.json$|\/\.config\/github-copilot\/(?:hosts|apps)\.json$|\/opencode\/auth\.json$/,
  ],
  ["a vault token", /\/\.vault-token$|\/\.config\/op(?:$|\/)|\/\.(?:age|config\/(?:age|sops\/age))\/keys?\.txt$/],
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
  ["keyboard input", /\/dev\/input\/(?:event|by-|[*?])/],
  ["the environment of a process", /\/proc\/[^/]{1,20}\/environ$/],
  [
    "the shell history",
    /\/\.(?:bash|zsh|sh|fish|python|psql|mysql|node_repl|sqlite|rediscli)_history$|\/\.(?:z?history|sh_history)$|\/fish\/fish_history$/,
  ],
];

/** Sensitive names in any directory except fixtures. */
const NAMES: readonly Row[] = [
  [
    "a file with secret environment variables",
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
  ["the encryption key of an application's secrets", /^(?:master|production|staging)\.key$/],
  ["passwords of web users", /^\.?htpasswd$/],
  [
    "infrastructure state with secrets",
    /^terraform\.tfstate(?:\.backup)?$|^[\w-]{1,60}\.auto\.tfvars$|^(?:secrets?|prod|production)\.tfvars$/,
  ],
];

/** Most paths fit none of them: one test says so. */
const ANY_PLACE = anyOf(PLACES);
const ANY_NAME = anyOf(NAMES);

function anyOf(rows: readonly Row[]): RegExp {
  return new RegExp(rows.map(([, form]) => form.source).join("|"));
}
