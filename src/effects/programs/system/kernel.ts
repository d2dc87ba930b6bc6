/** The kernel: modules, settings, boot, clock. */
import { programOf, type Rule } from "../../model/rules.js";

const asks = (names: readonly string[], what: string, instead: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "machine",
  severity: "risky",
  what,
  instead,
  ...more,
});
const MODULES = "see which are loaded with `lsmod`, and leave loading them to the person";
const BOOT = "leave what starts the machine to the person";
const CLOCK = "give the time to the program alone, such as `TZ=UTC date`";

export default programOf([
  asks(
    ["insmod", "rmmod", "kextload", "kextunload", "kldload", "kldunload", "kmutil"],
    "loads or removes a part of the kernel",
    MODULES,
  ),
  asks(["modprobe"], "loads or removes a part of the kernel", MODULES, {
    unless: / (?:-n|--dry-run|--show\S{0,20}|-D|-c|--showconfig)(?:\s|$)/,
    when: / \S/,
  }),
  asks(["dkms"], "builds or removes a part of the kernel", MODULES, {
    when: / (?:install|remove|uninstall|add|build)(?:\s|$)/,
  }),
  asks(
    ["sysctl"],
    "changes a setting of the kernel",
    "read it with `sysctl kernel.hostname`, and let the person change it",
    { when: / (?:-w|--write|-p|--load|--system|[a-z][\w.-]{1,100}=)/ },
  ),
  asks(
    [
      "grub-install",
      "grub2-install",
      "update-grub",
      "grub-mkconfig",
      "grub2-mkconfig",
      "update-grub2",
      "bootctl",
      "lilo",
      "extlinux",
      "refind-install",
    ],
    "changes what starts the machine",
    BOOT,
    { unless: /^ (?:status|list|is-installed)/ },
  ),
  asks(["efibootmgr"], "changes what starts the machine", BOOT, {
    when: / -\w{0,4}[bBocCnNoOtTaA]|--(?:create|delete|bootorder|bootnext)/,
  }),
  asks(
    ["update-initramfs", "mkinitcpio", "dracut", "kernel-install", "nvram", "flashrom", "fwupdmgr", "fwupdtool"],
    "changes what starts the machine",
    BOOT,
    {
      when: / (?:-[udckPpf]|--(?:force|kver|regenerate-all|preset)|add|remove|update|install|flash|-w|--write|-E|[\w-]{1,40}=)/,
    },
  ),
  asks(["mokutil"], "changes which keys may start the machine", BOOT, {
    when: / --(?:disable-validation|delete|reset|sb-state-off|password)/,
  }),
  asks(["date"], "sets the clock of the machine", CLOCK, { when: /^(?: -u)? (?:-s|--set|\d{8,12}(?:\.\d{2})?$)/ }),
  asks(["hwclock", "timedatectl", "ntpdate", "chronyd", "systemsetup"], "sets the clock of the machine", CLOCK, {
    when: / (?:--systohc|-w|--set|--hctosys|-s|set-time|set-ntp|set-local-rtc|-setdate|-settime)(?:\s|$|=)/,
  }),
  asks(
    ["update-ca-certificates", "update-ca-trust", "trust"],
    "changes whose certificates the machine believes",
    "give the certificate to the one program that needs it, such as `curl --cacert ./ca.crt https://localhost`",
    { unless: /^ (?:list|dump|check|extract-compat|extract --)/ },
  ),
  asks(["hostnamectl", "hostname", "scutil"], "renames the machine", "read the name with `hostname`", {
    when: /^ (?:set-hostname |hostname [a-z]|--set |-b )|^ --set/,
  }),
]);
