/** Packages of the system that everything else stands on. Installing and removing others is everyday work. */
import { programOf, type Rule } from "../../model/rules.js";
import { WATCHERS } from "../../model/watchers.js";

const ESSENTIAL =
  "(?:libc6|glibc|musl|systemd|sysvinit\\S{0,20}|coreutils|bash|dash|sudo|openssh-server|kernel(?:-core)?|linux(?:-image\\S{0,60}|-generic)?|apt|dpkg|rpm|dnf|yum|pacman|util-linux|mount|login|passwd|network-?manager|initramfs-tools|grub\\S{0,20}|base-files|perl-base|python3(?:-minimal)?)";
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

export default programOf([
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
]);
