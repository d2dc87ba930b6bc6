/** Files that decide how a machine or an account works, by their places. Pure. */
import type { EffectKind, Gravity, Where } from "../model/effect.js";

/** `write`: something is added or made. `replace`: what was there is lost. */
export type Manner = "write" | "replace" | "delete";

export interface Important {
  /** As the object of "replaces": "a file that shells run". */
  readonly what: string;
  readonly kind?: EffectKind;
  readonly severity: Readonly<Record<Manner, Gravity>>;
}

/** Undefined when nothing is known of the file. */
export function important(path: string, where: Where): Important | undefined {
  const asked = fromHome(path, where);
  if (!WORTH_A_LOOK.test(asked)) return undefined;
  const row = ROWS.find(({ form }) => form.test(asked));
  return row?.what === undefined ? undefined : row;
}

/** With `~` for the home of this or any other person. */
export function fromHome(path: string, { home }: Where): string {
  if (path === home || path.startsWith(`${home}/`)) return `~${path.slice(home.length)}`;
  return path
    .replace(/^\/private(?=\/(?:etc|var|tmp)(?:\/|$))/, "")
    .replace(/^(?:\/(?:home|Users)\/[^/]{1,64}|\/root)(?=\/|$)/, "~");
}

type Row = { readonly form: RegExp } & (Important | { readonly what?: undefined });

const asked = { write: "risky", replace: "risky", delete: "risky" } as const;
const denied = { write: "destructive", replace: "destructive", delete: "destructive" } as const;
/** May grow, but not be lost. */
const kept = { write: "ordinary", replace: "risky", delete: "risky" } as const;

/** Most paths are of no interest, and there are many of them. */
const WORTH_A_LOOK =
  /^(?:~\/(?:\.|bin\/|Library\/)|\/(?:dev|proc|sys|etc|boot|efi|run|lib|usr|opt|bin|sbin|var|System|Library))|(?:custom\w{1,10}\.py|\.pth)$/;

/** The first that fits counts; a row without words says that the file is nothing special. */
const ROWS: readonly Row[] = [
  {
    form: /^\/dev\/(?:(?:sd|hd|vd|xvd)(?:[a-z?*[\]]|$)|\u{FFFC}|nvme\d|mmcblk|disk|r?disk\d|dm-\d|md\d|mapper\/|nbd\d|zd\d|loop\d|sr\d|mem$|kmem$|port$)/u,
    what: "a disk, or the memory of the machine, byte by byte",
    kind: "machine",
    severity: denied,
  },
  { form: /^\/dev\// },
  {
    form: /^\/(?:var\/)?run\/(?:docker|podman\/podman|containerd\/containerd|crio\/crio|user\/\d{1,9}\/(?:docker|podman\/podman))\.sock$/,
    what: "the way to the container engine, which rules the machine",
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
    what: "a setting of the kernel, or the memory of a process",
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
    what: "the rules of who may act as root",
    kind: "escalate",
    severity: denied,
  },
  {
    form: /^\/etc\/(?:passwd|g?shadow|group|master\.passwd|security\/opasswd|sub[ug]id)-?$/,
    what: "the list of the accounts of this machine",
    kind: "machine",
    severity: denied,
  },
  { form: /^\/etc\/pam\.(?:d(?:\/|$)|conf$)/, what: "how people log in", kind: "machine", severity: denied },
  { form: /^\/(?:boot|efi)(?:\/|$)/, what: "what starts the machine", kind: "machine", severity: denied },
  {
    form: /^~\/\.(?:bashrc|bash_(?:profile|login|logout|aliases)|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|mkshrc|shrc|t?cshrc|login|logout|xprofile|xinitrc|xsession(?:rc)?|pam_environment|config\/fish\/(?:config\.fish$|conf\.d\/))|^\/etc\/(?:profile(?:$|\.d\/)|bash(?:\.bash)?rc|zsh|zprofile|csh\.|environment$|fish\/)/,
    what: "a file that shells run whenever they start",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /^~\/\.(?:vimrc|gvimrc|ideavimrc|exrc|vim\/(?:plugin|autoload|after|ftplugin)\/|config\/nvim\/(?:init\.|lua\/|plugin\/)|emacs(?:\.d\/(?:init|early-init)\.el)?$|spacemacs|tmux\.conf|config\/tmux\/|screenrc|inputrc|gdbinit|lldbinit|pythonrc|pythonstartup|ipython\/profile_\w{1,40}\/startup\/|irbrc|pryrc|Rprofile|psqlrc|sqliterc|mongoshrc\.js|curlrc|wgetrc|mailcap|xbindkeysrc|config\/(?:i3|sway|hypr|bspwm|sxhkd|openbox)\/|config\/Code\/User\/(?:tasks|settings)\.json|vscode\/extensions\/|gitconfig$|config\/git\/(?:config|hooks\/)|git-templates?\/hooks\/|bazelrc|cargo\/config(?:\.toml)?$|gradle\/init\.|m2\/settings\.xml$|npmrc$|yarnrc|condarc|pip\/pip\.conf|config\/pip\/)/,
    what: "a file that a program of the person runs or obeys whenever it starts",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /^~\/(?:\.local\/)?bin\/(?:ls|cat|cp|mv|rm|ps|id|env|which|grep|find|git|bash|sh|zsh|fish|curl|wget|vim?|nano|less|make|node|npm|npx|python3?|pip3?)$/,
    what: "a program that is found before the one everybody means by its name",
    kind: "escalate",
    severity: asked,
  },
  {
    form: /^(?:~\/\.local|\/usr\/local|\/opt\/[^/]{1,60})\/s?bin\/(?:sudo|su|doas|pkexec|ssh|scp|sftp|ssh-add|passwd|gpg2?|kinit)$/,
    what: "a program that is found before the one that is given passwords or keys",
    kind: "escalate",
    severity: asked,
  },
  {
    form: /^\/etc\/(?:cron|anacrontab)|^\/var\/(?:spool\/(?:cron|at)|cron|at)(?:\/|$)|^\/usr\/lib\/cron\//,
    what: "what runs by itself at set times",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /^\/(?:etc|run|lib|usr\/lib|usr\/local\/lib)\/systemd\/|^~\/\.(?:config|local\/share)\/(?:systemd|autostart)\/|^\/etc\/(?:init\.d\/|init\/|rc(?:\d|S)?\.d\/|rc\.|inittab|xdg\/autostart\/|runit\/|sv\/)|^\/usr\/local\/etc\/rc\.d\/|^(?:~|\/System)?\/Library\/(?:Launch(?:Agents|Daemons)|StartupItems)\//,
    what: "a service that starts by itself",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /^~\/\.ssh\/(?:authorized_keys|rc$|environment$|config$)|^\/etc\/ssh\//,
    what: "who may come in over ssh, or how",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /\/(?:usercustomize|sitecustomize)\.py$|\/site-packages\/[^/]{1,100}\.pth$/,
    what: "a file that every Python program runs when it starts",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /^\/(?:etc|usr\/lib|lib|run)\/(?:udev\/rules\.d|dbus-1|modprobe\.d|modules(?:-load\.d)?|tmpfiles\.d|sysctl\.d|sysctl\.conf|grub|default\/grub|kernel|initramfs-tools|dracut|update-motd\.d|apt\/apt\.conf\.d|cloud|NetworkManager\/dispatcher\.d)|^\/var\/lib\/cloud\//,
    what: "what the system runs or loads by itself",
    kind: "persistence",
    severity: asked,
  },
  {
    form: /^\/etc\/(?:ufw|iptables|nftables|firewalld|pf\.conf|audit|apparmor|selinux|fail2ban|security|hosts\.(?:allow|deny)|r?syslog|default\/ufw|login\.defs|logrotate|newsyslog)/,
    what: "what guards the machine or records what happens on it",
    kind: "machine",
    severity: asked,
  },
  {
    form: /^(?:\/usr\/local\/share\/ca-certificates|\/usr\/share\/pki|\/etc\/(?:ssl\/certs|pki\/ca-trust|ca-certificates))(?:\/|$)/,
    what: "whose certificates the machine believes",
    kind: "machine",
    severity: asked,
  },
  {
    form: /^\/var\/(?:log\/(?:syslog|messages|secure|security|auth|authlog|wtmp|btmp|utmp|lastlog|faillog|kern|boot|daemon|cron|mail|audit|journal|system\.log|install\.log|dpkg|apt|asl|sudo)|audit\/|mail\/|spool\/mail\/|db\/diagnostics|run\/utmp)|^~?\/Library\/Logs(?:\/|$)|^\/var\/log(?:\/?|\/\*{0,2})$/,
    what: "the records of what happened on this machine",
    kind: "machine",
    severity: kept,
  },
  {
    form: /^~\/\.(?:(?:bash|zsh|sh|ksh|fish|python|psql|mysql|node_repl|sqlite|rediscli)_history|history|zhistory|local\/share\/fish\/fish_history|bash_sessions|zsh_sessions)/,
    what: "the record of what was typed in a shell",
    kind: "machine",
    severity: kept,
  },
  {
    form: /^\/etc\/(?:apt\/(?:sources\.list\.d|keyrings|preferences\.d|trusted\.gpg\.d)|yum\.repos\.d|pki\/rpm-gpg|nginx|apache2|httpd|docker|containers|haproxy|caddy|motd|issue|hostname|timezone|locale|mysql|postgresql|redis|php|prometheus|grafana|squid|samba|exports|bind|dnsmasq)/,
  },
  { form: /^\/etc\/./, what: "a setting of the whole machine", kind: "machine", severity: asked },
  {
    form: /^\/(?:bin|sbin|lib(?:32|64|x32)?|usr\/(?:bin|sbin|lib(?:32|64)?|libexec))\/.|^\/System\/./,
    what: "a program or library of the system",
    kind: "machine",
    severity: asked,
  },
];
