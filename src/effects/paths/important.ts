/** Files that control a machine or an account, by path. Pure. */
import type { EffectKind, Severity, Where } from "../model/effect.js";

/** `write`: adds or creates. `replace`: the old content is lost. */
export type Manner = "write" | "replace" | "delete";

export interface Important {
  /** Object of "replaces": "a file that shells run". */
  readonly what: string;
  readonly kind?: EffectKind;
  readonly severity: Readonly<Record<Manner, Severity>>;
}

/** Returns undefined if the file is not special. */
export function important(path: string, where: Where): Important | undefined {
  const asked = fromHome(path, where);
  if (!WORTH_A_LOOK.test(asked)) return undefined;
  const row = ROWS.find(({ form }) => form.test(asked));
  return row?.what === undefined ? undefined : row;
}

/** With `~` for any user's home directory. */
export function fromHome(path: string, { home }: Where): string {
  if (path === home || path.startsWith(`${home}/`)) return `~${path.slice(home.length)}`;
  return path
    .replace(/^\/private(?=\/(?:etc|var|tmp)(?:\/|$))/, "")
    .replace(/^(?:\/(?:home|Users)\/[^/]{1,64}|\/root)(?=\/|$)/, "~");
}

type Row = { readonly form: RegExp } & (Important | { readonly what?: undefined });

const asked = { write: "risky", replace: "risky", delete: "risky" } as const;
const denied = { write: "destructive", replace: "destructive", delete: "destructive" } as const;
/** May grow but must not be truncated. */
const kept = { write: "ordinary", replace: "risky", delete: "risky" } as const;

/** A quick test first: most paths are not special. */
const WORTH_A_LOOK =
  /^(?:~\/(?:\.|bin\/|Library\/)|\/(?:dev|proc|sys|etc|boot|efi|run|lib|usr|opt|bin|sbin|var|System|Library))|(?:custom\w{1,10}\.py|\.pth)$/;

/** The first match counts; a row without text marks the file as not special. */
const ROWS: readonly Row[] = [
  {
    form: /^\/dev\/(?:(?:sd|hd|vd|xvd)(?:[a-z?*[\]]|$)|\u{FFFC}|nvme\d|mmcblk|disk|r?disk\d|dm-\d|md\d|mapper\/|nbd\d|zd\d|loop\d|sr\d|mem$|kmem$|port$)/u,
    what: "a raw disk or the memory of this machine",
    kind: "machine",
    severity: denied,
  },
  { form: /^\/dev\// },
  {
    form: /^\/var\/lib\/(?:postgresql|mysql|mariadb|mongodb?|redis|elasticsearch|rabbitmq|cassandra|influxdb|clickhouse|neo4j|etcd|kafka|zookeeper|grafana|prometheus)\/./,
    what: "a data file of a database",
    kind: "machine",
    severity: denied,
  },
  {
    form: /^\/(?:var\/)?run\/(?:docker|podman\/podman|containerd\/containerd|crio\/crio|user\/\d{1,9}\/(?:docker|podman\/podman))\.sock$/,
    what: "the container engine's socket, which gives root access to this machine",
    kind: "escalate",
    severity: asked,
  },
  {
    form: /^\/proc\/sysrq-trigger$/,
    what: "the switch that stops or restarts the machine",
    kind: "machine",
    severity: denied,
  },
  {
    form: /^\/proc\/(?:sys\/|[^/]{1,40}\/(?:mem|oom_\w{1,20}|clear_refs)$)|^\/sys\/./,
    what: "a kernel setting, or the memory of a process",
    kind: "machine",
    severity: { write: "risky", replace: "risky", delete: "ordinary" },
  },
  {
    form: /^\/etc\/ld\.so\.preload$/,
    what: "the list of libraries that every program loads",
    kind: "persistence",
    severity: denied,
  },
  {
    form: /^(?:\/usr\/local)?\/etc\/(?:sudoers(?:$|\.d(?:\/|$))|doas\.conf$)|^\/(?:etc|usr\/share)\/polkit-1\//,
    what: "the sudo rules",
    kind: "escalate",
    severity: denied,
  },
  {
    form: /^\/etc\/(?:passwd|g?shadow|group|master\.passwd|security\/opasswd|sub[ug]id)-?$/,
    what: "the accounts of this machine",
    kind: "machine",
    severity: denied,
  },
  { form: /^\/etc\/pam\.(?:d(?:\/|$)|conf$)/, what: "the login configuration", kind: "machine", severity: denied },
  { form: /^\/(?:boot|efi)(?:\/|$)/, what: "the boot configuration", kind: "machine", severity: denied },
  {
    form: /^~\/\.(?:bashrc|bash_(?:profile|login|logout|aliases)|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|mkshrc|shrc|t?cshrc|login|logout|xprofile|xinitrc|xsession(?:rc)?|pam_environment|config\/fish\/(?:config\.fish$|conf\.d\/))|^\/etc\/(?:profile(?:$|\.d\/)|bash(?:\.bash)?rc|zsh|zprofile|csh\.|environment$|fish\/)/,
    what: "a shell startup file",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /^~\/\.(?:vimrc|gvimrc|ideavimrc|exrc|vim\/(?:plugin|autoload|after|ftplugin)\/|config\/nvim\/(?:init\.|lua\/|plugin\/)|emacs(?:\.d\/(?:init|early-init)\.el)?$|spacemacs|tmux\.conf|config\/tmux\/|screenrc|inputrc|gdbinit|lldbinit|pythonrc|pythonstartup|ipython\/profile_\w{1,40}\/startup\/|irbrc|pryrc|Rprofile|psqlrc|sqliterc|mongoshrc\.js|curlrc|wgetrc|mailcap|xbindkeysrc|config\/(?:i3|sway|hypr|bspwm|sxhkd|openbox)\/|config\/Code\/User\/(?:tasks|settings)\.json|vscode\/extensions\/|gitconfig$|config\/git\/(?:config|hooks\/)|git-templates?\/hooks\/|bazelrc|cargo\/config(?:\.toml)?$|gradle\/init\.|m2\/settings\.xml$|npmrc$|yarnrc|condarc|pip\/pip\.conf|config\/pip\/)/,
    what: "a configuration file that one of the user's programs runs or obeys at start",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /^~\/(?:\.local\/)?bin\/(?:ls|cat|cp|mv|rm|ps|id|env|which|grep|find|git|bash|sh|zsh|fish|curl|wget|vim?|nano|less|make|node|npm|npx|python3?|pip3?)$/,
    what: "a program that shadows a common command",
    kind: "escalate",
    severity: asked,
  },
  {
    form: /^(?:~\/\.local|\/usr\/local|\/opt\/[^/]{1,60})\/s?bin\/(?:sudo|su|doas|pkexec|ssh|scp|sftp|ssh-add|passwd|gpg2?|kinit)$/,
    what: "a program that shadows one that receives passwords or keys",
    kind: "escalate",
    severity: asked,
  },
  {
    form: /^\/etc\/(?:cron|anacrontab)|^\/var\/(?:spool\/(?:cron|at)|cron|at)(?:\/|$)|^\/usr\/lib\/cron\//,
    what: "scheduled jobs",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /^\/(?:etc|run|lib|usr\/lib|usr\/local\/lib)\/systemd\/|^~\/\.(?:config|local\/share)\/(?:systemd|autostart)\/|^\/etc\/(?:init\.d\/|init\/|rc(?:\d|S)?\.d\/|rc\.|inittab|xdg\/autostart\/|runit\/|sv\/)|^\/usr\/local\/etc\/rc\.d\/|^(?:~|\/System)?\/Library\/(?:Launch(?:Agents|Daemons)|StartupItems)\//,
    what: "a service that starts automatically",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /^~\/\.ssh\/(?:authorized_keys|rc$|environment$|config$)|^\/etc\/ssh\//,
    what: "the ssh access rules or keys",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /\/(?:usercustomize|sitecustomize)\.py$|\/site-packages\/[^/]{1,100}\.pth$/,
    what: "a file that every Python program runs at start",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /^\/(?:etc|usr\/lib|lib|run)\/(?:udev\/rules\.d|dbus-1|modprobe\.d|modules(?:-load\.d)?|tmpfiles\.d|sysctl\.d|sysctl\.conf|grub|default\/grub|kernel|initramfs-tools|dracut|update-motd\.d|apt\/apt\.conf\.d|cloud|NetworkManager\/dispatcher\.d)|^\/var\/lib\/cloud\//,
    what: "a file that the system runs or loads automatically",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /^\/etc\/(?:ufw|iptables|nftables|firewalld|pf\.conf|audit|apparmor|selinux|fail2ban|security|hosts\.(?:allow|deny)|r?syslog|default\/ufw|login\.defs|logrotate|newsyslog)/,
    what: "the configuration of security or audit software",
    kind: "machine",
    severity: asked,
  },
  {
    form: /^(?:\/usr\/local\/share\/ca-certificates|\/usr\/share\/pki|\/etc\/(?:ssl\/certs|pki\/ca-trust|ca-certificates))(?:\/|$)/,
    what: "the certificate authorities that this machine trusts",
    kind: "machine",
    severity: asked,
  },
  {
    form: /^\/var\/(?:log\/(?:syslog|messages|secure|security|auth|authlog|wtmp|btmp|utmp|lastlog|faillog|kern|boot|daemon|cron|mail|audit|journal|nginx|apache2|httpd|system\.log|install\.log|dpkg|apt|asl|sudo)|audit\/|mail\/|spool\/mail\/|db\/diagnostics|run\/utmp)|^~?\/Library\/Logs(?:\/|$)|^\/var\/log(?:\/?|\/\*{0,2}|\/\u{FFFC})$/u,
    what: "the system logs",
    kind: "machine",
    severity: kept,
  },
  {
    form: /^~\/\.(?:(?:bash|zsh|sh|ksh|fish|python|psql|mysql|node_repl|sqlite|rediscli)_history|history|zhistory|local\/share\/fish\/fish_history|bash_sessions|zsh_sessions)/,
    what: "the shell history",
    kind: "machine",
    severity: kept,
  },
  {
    form: /^\/etc\/(?:apt\/(?:sources\.list\.d|keyrings|preferences\.d|trusted\.gpg\.d)|yum\.repos\.d|pki\/rpm-gpg|nginx|apache2|httpd|docker|containers|haproxy|caddy|motd|issue|hostname|timezone|locale|mysql|postgresql|redis|php|prometheus|grafana|squid|samba|exports|bind|dnsmasq)/,
  },
  { form: /^\/etc\/./, what: "a system-wide setting", kind: "machine", severity: asked },
  {
    form: /^\/(?:bin|sbin|lib(?:32|64|x32)?|usr\/(?:bin|sbin|lib(?:32|64)?|libexec))\/.|^\/System\/./,
    what: "a system program or library",
    kind: "machine",
    severity: asked,
  },
];
