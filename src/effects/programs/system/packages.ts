/** Packages of the system that everything else stands on. Installing and removing others is everyday work. */
import type { Effect } from "../../model/effect.js";
import { type Invocation, UNKNOWN } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf, programOf, type Rule } from "../../model/rules.js";
import { WATCHERS } from "../../model/watchers.js";
import type { Program } from "../contract.js";

const ESSENTIAL =
  "\\^?(?:libc6|glibc|musl|systemd|sysvinit\\S{0,20}|coreutils|bash|dash|sudo|openssh-server|kernel(?:-core)?|linux(?:-image\\S{0,60}|-generic)?|apt|dpkg|rpm|dnf|yum|pacman|util-linux|mount|login|passwd|network-?manager|initramfs-tools|grub\\S{0,20}|base-files|perl-base|python3(?:-minimal)?)[.*]{0,3}";
const REMOVES = "(?:remove|purge|autoremove|erase|uninstall|--purge|--remove|-e|-P|-r|-R[a-z]{0,4}|del|rm)";

const breaks = (names: readonly string[], when: RegExp, more: Partial<Rule> = {}): Rule => ({
  names,
  when,
  kind: "machine",
  severity: "destructive",
  what: "removes a part of the system that everything else stands on",
  instead: "remove only what was installed for this task, by name",
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
/** What they hold the system does not stand on. */
const OTHERS = ["snap", "flatpak", "pkg", "pkg_delete", "brew", "port", "opkg", "tdnf", "microdnf", "rpm-ostree"];

/** Several managers of a machine; those of a project (`pip`, `npm`) fill a folder that is made anew. */
const UNSEEN = [...MANAGERS, ...OTHERS, "choco", "scoop", "winget", "mas"];

const known = programOf([
  breaks(MANAGERS, new RegExp(` ${REMOVES}(?: \\S{1,80}){0,20}? ${ESSENTIAL}(?:\\s|$)`, "i")),
  breaks(MANAGERS, / --(?:allow-remove-essential|force-remove-essential|force-all|nodeps --force)(?:\s|$)/),
  breaks(MANAGERS, new RegExp(` ${REMOVES}(?: \\S{1,80}){0,20}? (?:\\*|'\\*'|\\.\\*|\\^?\\.\\*)(?:\\s|$)`), {
    what: "removes everything that is installed",
  }),
  breaks(
    [...MANAGERS, ...OTHERS],
    new RegExp(
      ` (?:${REMOVES}|-C|--unmerge)(?: \\S{1,80}){0,20}? (?:audit|${WATCHERS})(?:[:=]\\S{1,40})?(?:\\s|$)`,
      "i",
    ),
    {
      what: "removes what guards the machine or records what happens on it",
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
    what: "removes packages that others need",
  }),
  breaks(["flatpak"], / (?:uninstall|remove)(?: \S{1,80}){0,4}? --all(?:\s|$)/, {
    what: "removes everything that is installed",
  }),
  breaks(["rustup"], /^ self uninstall/, { severity: "risky", what: "removes a language with all its versions" }),
]);

const packages: Program = {
  names: [...new Set([...known.names, ...UNSEEN, "pip", "pip3"])],
  effects(invocation, where) {
    const found = known.effects(invocation, where);
    if (found.length > 0) return found;
    const { program = "", args, through, moreArgs } = invocation;
    const line = lineOf(invocation);
    if (asksForHelp(invocation)) return [];
    if (program === "pip" || program === "pip3")
      return through.includes("sudo") && / (?:install|uninstall)(?:\s|$)/.test(line)
        ? [
            asked(
              invocation,
              "changes packages that the system itself uses",
              "use a folder of its own: `python3 -m venv .venv`",
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
            "removes packages whose names cannot be told",
            "name what was installed for this task: `apt-get remove -y jq`",
          ),
        ]
      : [];
  },
};

export default packages;

const REMOVING = new RegExp(` ${REMOVES}(?:\\s|$)`);

function asked(invocation: Invocation, what: string, instead: string): Effect {
  return effectOf(invocation, { kind: "machine", severity: "risky", what, instead });
}
