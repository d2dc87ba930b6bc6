/** Essential system packages. Installing and removing others is everyday work. */
import type { Effect } from "../../model/effect.js";
import { type Invocation, UNKNOWN } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf, programOf, type Rule } from "../../model/rules.js";
import { WATCHERS } from "../../model/watchers.js";
import type { Program } from "../contract.js";

const ESSENTIAL =
  "\\^?(?:libc6|glibc|musl|systemd|sysvinit\\S{0,20}|coreutils|bash|dash|sudo|openssh-server|kernel(?:-core|-default|-modules\\S{0,20}|-devel)?|linux(?:-image\\S{0,60}|-generic)?|apt|dpkg|rpm|dnf|yum|pacman|util-linux|mount|login|passwd|network-?manager|initramfs-tools|grub\\S{0,20}|base-files|perl-base|python3(?:-minimal)?|python-?\\d?|libc-bin|libc6-\\S{1,20}|glibc\\S{0,20}|openssl(?:-libs)?|libssl\\S{0,10}|ca-certificates|gcc-libs|filesystem|base(?:-system|-devel)?|shadow|sys-(?:apps|libs)\\/\\S{1,40}|tar|gzip|sed|grep|findutils|procps\\S{0,10}|busybox|alpine-base\\S{0,20}|apk-tools|zypper|libzypp|snapd|dbus|udev|iproute2|iputils\\S{0,20}|netplan\\.io|ifupdown|gnupg\\d?|keyutils|pam|libpam\\S{0,20}|polkit\\S{0,20}|cron(?:ie)?|kmod|lvm2|cryptsetup|e2fsprogs|firmware\\S{0,20}|linux-firmware)[.*]{0,3}";
const REMOVES = "(?:remove|purge|autoremove|erase|uninstall|--purge|--remove|-e|-P|-r|-R[a-z]{0,4}|del|rm)";

const breaks = (names: readonly string[], when: RegExp, more: Partial<Rule> = {}): Rule => ({
  names,
  when,
  kind: "machine",
  severity: "destructive",
  what: "removes an essential part of the system",
  instead: "remove only packages that this task installed, by name",
  ...more,
});
const MANAGERS = [
  "apt",
  "apt-get",
  "aptitude",
  "dpkg",
  "yum",
  "dnf",
  "rpm",
  "zypper",
  "pacman",
  "apk",
  "xbps-remove",
  "emerge",
];
/** Software that users work with: a desktop, a database with its data, development tools. */
const RELIED =
  "(?:ubuntu-desktop\\S{0,20}|kubuntu-desktop|gnome(?:-shell|-session|-desktop)?\\S{0,20}|kde\\S{0,20}|plasma\\S{0,20}|xfce4?\\S{0,20}|xorg\\S{0,20}|xserver\\S{0,20}|gdm3?|lightdm|sddm|nvidia\\S{0,40}|docker(?:\\.io|-ce\\S{0,20}|-engine)?|containerd(?:\\.io)?|podman|git|nodejs|npm|postgresql\\S{0,20}|mysql\\S{0,20}|mariadb\\S{0,20}|mongodb\\S{0,20}|redis\\S{0,20}|nginx\\S{0,20}|apache2\\S{0,20}|httpd|curl|wget|gcc|make|build-essential|openssh\\S{0,20}|vim|firefox\\S{0,20}|code|kubelet|kubeadm|kubectl|libreoffice\\S{0,20}|thunderbird|network-manager\\S{0,20}|pipewire\\S{0,20}|pulseaudio\\S{0,20})[.*]{0,3}";
/** Not essential to the system. */
const OTHERS = ["snap", "flatpak", "pkg", "pkg_delete", "brew", "port", "opkg", "tdnf", "microdnf", "rpm-ostree"];

/** System package managers. Those of a project (`pip`, `npm`) fill a directory that can be recreated. */
const UNSEEN = [...MANAGERS, ...OTHERS, "choco", "scoop", "winget", "mas"];

const known = programOf([
  breaks(MANAGERS, new RegExp(` ${REMOVES}(?: \\S{1,80}){0,20}? ${ESSENTIAL}(?:\\s|$)`, "i")),
  breaks(MANAGERS, / --(?:allow-remove-essential|force-remove-essential|force-all|nodeps --force)(?:\s|$)/),
  breaks(MANAGERS, new RegExp(` ${REMOVES}(?: \\S{1,80}){0,20}? (?:\\*|'\\*'|\\.\\*|\\^?\\.\\*)(?:\\s|$)`), {
    what: "removes every installed package",
  }),
  breaks(
    [...MANAGERS, ...OTHERS],
    new RegExp(
      ` (?:${REMOVES}|-C|--unmerge)(?: \\S{1,80}){0,20}? (?:audit|${WATCHERS})(?:[:=]\\S{1,40})?(?:\\s|$)`,
      "i",
    ),
    {
      what: "removes security or audit software",
    },
  ),
  breaks(MANAGERS, new RegExp(` ${REMOVES}(?: \\S{1,80}){0,20}? ${RELIED}(?:\\s|$)`, "i"), {
    severity: "risky",
    what: "removes a program that the user works with, possibly with its data",
  }),
  breaks(
    ["apt", "apt-get", "aptitude", "dpkg"],
    / (?:purge|--purge|-P|autopurge)(?:\s|$)| (?:remove|autoremove)(?: \S{1,80}){0,20}? --purge(?:\s|$)/,
    { severity: "risky", what: "removes packages and their settings" },
  ),
  breaks(
    ["dnf", "yum", "zypper", "tasksel"],
    / (?:group ?remove|groupremove|groupuninstall|remove --clean-deps|(?:remove|rm) (?:\S{1,80} ){0,6}?(?:-u|--clean-deps)|history (?:undo|rollback))(?:\s|$)|^ remove \S+$/,
    {
      severity: "risky",
      what: "removes a whole package group and its dependencies",
      unless: /^ remove (?!desktop|server|\S{0,40}-desktop)/,
    },
  ),
  breaks(["apt", "apt-get", "dnf", "yum", "zypper"], / autoremove(?:\s|$)/, {
    severity: "risky",
    what: "removes every package that appears unused",
    unless: / (?:-s|--simulate|--dry-run|--assumeno)(?:\s|$)/,
  }),
  breaks(["pacman"], / -R(?=\w{0,6}(?:dd|c))\w{1,6}(?:\s|$)/, {
    severity: "risky",
    what: "removes packages that others depend on, or their dependents",
    unless: / (?:-p|--print)/,
  }),
  breaks(
    ["pkg", "pkg_delete", "opkg"],
    / (?:delete|remove) (?:\S{1,40} ){0,4}?(?:-\w{0,4}a\w{0,4}|--all|-\w{0,4}f\w{0,4} .{0,40}\*)(?:\s|$)/,
    {
      what: "removes every installed package",
    },
  ),
  breaks(["port"], / uninstall (?:\S{1,40} ){0,4}?(?:installed|all|active|--follow-dependents)(?:\s|$)/, {
    what: "removes every installed package",
  }),
  breaks(
    ["choco", "cinst", "cuninst", "winget", "scoop"],
    / (?:uninstall|remove) (?:\S{1,40} ){0,4}?(?:all|\*|--all|--purge)(?:\s|$)/i,
    {
      what: "removes every installed package",
    },
  ),
  breaks(["emerge"], / (?:-C|--unmerge|--depclean|-c)(?:\s|$)/, {
    severity: "risky",
    what: "removes packages without a dependency check",
    unless: / (?:-p|--pretend|-a|--ask)(?:\s|$)/,
  }),
  breaks(["xbps-remove"], / -\w{0,4}(?:F|R)\w{0,4}(?:\s|$)/, {
    severity: "risky",
    what: "removes packages that others depend on",
  }),
  breaks(["snap"], / remove (?:\S{1,40} ){0,4}?--purge(?:\s|$)/, {
    severity: "risky",
    what: "removes a program and its data",
  }),
  breaks(["flatpak"], / (?:uninstall|remove)(?: \S{1,80}){0,4}? --delete-data(?:\s|$)/, {
    severity: "risky",
    what: "removes a program and its data",
  }),
  breaks(["brew"], / (?:uninstall|remove|rm)(?: \S{1,80}){0,6}? --zap(?:\s|$)/, {
    severity: "risky",
    what: "removes a program and its data",
  }),
  breaks(["nix-collect-garbage"], / (?:-d|--delete-old|--delete-older-than)(?:\s|$)/, {
    severity: "risky",
    what: "deletes all older system versions, so that it cannot be rolled back",
  }),
  breaks(["guix"], / gc .{0,60}(?:--delete-generations|-d)| package .{0,60}--delete-generations/, {
    severity: "risky",
    what: "deletes all older system versions, so that it cannot be rolled back",
  }),
  breaks(["nix-env"], / (?:-e|--uninstall) (?:\*|'\*'|\.\*)| --delete-generations old/, {
    what: "removes every installed package",
  }),
  breaks(["nix"], / profile (?:remove (?:--all|\.\*|'\.\*')|wipe-history)(?:\s|$)/, {
    severity: "risky",
    what: "removes installed packages",
  }),
  breaks(
    ["conda", "mamba", "micromamba"],
    / env remove (?:\S{1,40} ){0,3}?(?:-n|--name)[ =]base(?:\s|$)| remove .{0,60}(?:-n|--name)[ =]base .{0,60}--all|^ remove (?:-y |--yes )?--all$/,
    {
      severity: "risky",
      what: "removes packages that conda itself needs",
    },
  ),
  breaks(["ostree", "rpm-ostree"], / (?:rollback|reset|admin undeploy|override remove|uninstall)(?:\s|$)/, {
    severity: "risky",
    what: "changes or removes system components",
  }),
  breaks(["softwareupdate", "pkgutil", "installer"], / (?:--forget|--reset-ignored|-pkg .{1,200} -target \/)/, {
    severity: "risky",
    what: "changes what is installed on this Mac",
  }),
  breaks(["dnf", "yum"], / distro-sync (?:.{0,80} )?--allowerasing/, {
    severity: "risky",
    what: "replaces or removes packages of the whole system",
    instead: "see what would be installed: `dnf check-update`",
  }),
  breaks(
    ["dpkg", "rpm", "apk", "apt", "apt-get", "dnf", "yum", "pacman"],
    / (?:-i|--install|-[iUF]\w{0,4}|install|add|-U) (?:.{0,200} )?(?:\/dev\/fd\/|\uFFFC$)/,
    {
      severity: "risky",
      kind: "remote-code",
      what: "installs a package that is not from a repository",
      instead: "download the file, check it, and ask the user to install it",
      asRoot: true,
      unless: / (?:install|add) (?:-\S{1,30} ){0,4}[a-z]/,
    },
  ),
  breaks(["do-release-upgrade"], /^(?! (?:-c|--check-dist-upgrade-only)(?:\s|$))/, {
    severity: "risky",
    what: "upgrades the whole system to another release",
    instead: "see what would be installed: `apt list --upgradable`",
  }),
  breaks(["dnf", "yum", "zypper"], / (?:system-upgrade (?:download|reboot)|dup|dist-upgrade)(?:\s|$)/, {
    severity: "risky",
    what: "upgrades the whole system to another release",
    instead: "see what would be installed: `dnf check-update`",
  }),
  breaks(["brew"], / (?:uninstall|remove|rm)(?: \S{1,80}){0,6}? --ignore-dependencies(?:\s|$)/, {
    severity: "risky",
    what: "removes packages that others depend on",
  }),
  breaks(["flatpak"], / (?:uninstall|remove)(?: \S{1,80}){0,4}? --all(?:\s|$)/, {
    what: "removes every installed package",
  }),
  breaks(["rustup"], /^ self uninstall/, { severity: "risky", what: "removes a language and all its versions" }),
]);

/** By program: the options with which it only prints what it would do. */
const SIMULATES: readonly (readonly [names: RegExp, options: RegExp])[] = [
  [
    /^(?:apt|apt-get|aptitude)$/,
    / (?:-[a-zA-Z]{0,6}s[a-zA-Z]{0,6}|--(?:simulate|just-print|dry-run|recon|no-act))(?:\s|$)/,
  ],
  [/^(?:dnf5?|yum|tdnf|microdnf)$/, / --assumeno(?:\s|$)/],
  [/^zypper$/, / --dry-run(?:\s|$)| (?:remove|rm|dup|update|up|in|install)\b.{0,200} -D(?:\s|$)/],
  [/^pacman$/, / (?:-R[a-oq-z]{0,6}p[a-z]{0,6}|-p|--print|--print-format[= ]\S{1,60})(?:\s|$)/],
  [/^apk$/, / (?:-s|--simulate)(?:\s|$)/],
  [/^emerge$/, / (?:-[a-zA-Z]{0,6}p[a-zA-Z]{0,6}|--pretend)(?:\s|$)/],
  [/^xbps-remove$/, / (?:-[a-zA-Z]{0,6}n[a-zA-Z]{0,6}|--dry-run)(?:\s|$)/],
  [/^pkg(?:_delete)?$/, / (?:-[a-zA-Z]{0,6}n[a-zA-Z]{0,6}|--dry-run)(?:\s|$)/],
  [/^brew$/, / (?:-n|--dry-run)(?:\s|$)/],
  [/^dpkg$/, / --(?:dry-run|no-act|simulate)(?:\s|$)/],
  [/^rpm$/, / --test(?:\s|$)/],
  [/^(?:conda|mamba|micromamba)$/, / (?:-d|--dry-run)(?:\s|$)/],
  [/^(?:choco|cuninst)$/, / --(?:whatif|what-if|noop|no-op)(?:\s|$)/i],
  [/^opkg$/, / --(?:noaction|test)(?:\s|$)/],
  [/^port$/, / -[a-zA-Z]{0,6}y[a-zA-Z]{0,6}(?:\s|$)/],
  [/^(?:nix\S{0,20}|guix|npm|pnpm|uv|pip3?|cargo|rpm-ostree)$/, / (?:-n|--dry-run|--preview)(?:\s|$)/],
];

function isSimulated({ program = "" }: Invocation, line: string): boolean {
  return SIMULATES.some(([names, options]) => names.test(program) && options.test(line));
}

const packages: Program = {
  names: [...new Set([...known.names, ...UNSEEN, "pip", "pip3", "npm", "pnpm", "gem", "cargo", "uv"])],
  effects(invocation, where) {
    if (isSimulated(invocation, lineOf(invocation))) return [];
    const found = known.effects(invocation, where);
    if (found.length > 0) return found;
    const { program = "", args, through, moreArgs } = invocation;
    const line = lineOf(invocation);
    if (asksForHelp(invocation)) return [];
    const everything =
      moreArgs ||
      / (?:-r|--requirement) (?:\/dev\/fd|\/proc\/self|<\()|\uFFFC/.test(line) ||
      args.some(({ source }) => /\bpip3? (?:freeze|list)\b|npm (?:ls|list)\b/.test(source));
    if (/^(?:pip3?|npm|pnpm|gem|cargo|uv)$/.test(program) && everything && REMOVING.test(line))
      return [asked(invocation, "removes every installed package", "name the packages that this task installed")];
    if (CHECKERS.test(line) && REMOVING.test(line))
      return [asked(invocation, "removes a tool that checks what agents do", "ask the user to remove it")];
    if (/^(?:npm|pnpm|gem|cargo|uv)$/.test(program)) return [];
    if (program === "pip" || program === "pip3")
      return through.includes("sudo") && / (?:install|uninstall)(?:\s|$)/.test(line)
        ? [
            asked(
              invocation,
              "changes packages that the system itself uses",
              "use a virtual environment: `python3 -m venv .venv`",
            ),
          ]
        : [];
    const unseen =
      moreArgs ||
      args.some(({ text, known: seen, source }) => !seen && text.startsWith(UNKNOWN) && /\$\(|`/.test(source));
    return UNSEEN.includes(program) && unseen && REMOVING.test(line)
      ? [
          asked(
            invocation,
            "removes packages whose names are only known at run time",
            "name the packages that this task installed: `apt-get remove -y jq`",
          ),
        ]
      : [];
  },
};

export default packages;

/** Packages that guard agents, by their names. */
const CHECKERS =
  / (?:@[\w.-]{1,40}\/)?(?:[\w.]{1,30}[-_])?(?:agent-?guard|guardrails?|guardian|safety-net|hook-?guard|claude-guard|command-guard)(?:[-_][\w.]{1,30})?(?:@\S{1,30})?(?:\s|$)/;

const REMOVING = new RegExp(` ${REMOVES}(?:\\s|$)`);

function asked(invocation: Invocation, what: string, instead: string): Effect {
  return effectOf(invocation, { kind: "machine", severity: "risky", what, instead });
}
