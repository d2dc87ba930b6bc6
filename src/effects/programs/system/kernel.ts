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
const MODULES = "list loaded modules with `lsmod`, and leave loading them to the user";
const BOOT = "leave the boot configuration to the user";
const CLOCK = "set the time zone for one program, such as `TZ=UTC date`";

export default programOf([
  asks(
    ["insmod", "rmmod", "kextload", "kextunload", "kldload", "kldunload", "kmutil"],
    "loads or removes a kernel module",
    MODULES,
  ),
  asks(["modprobe"], "loads or removes a kernel module", MODULES, {
    unless: / (?:-n|--dry-run|--show\S{0,20}|-D|-c|--showconfig)(?:\s|$)/,
    when: / \S/,
  }),
  asks(["dkms"], "builds or removes a kernel module", MODULES, {
    when: / (?:install|remove|uninstall|add|build)(?:\s|$)/,
  }),
  asks(["sysctl"], "changes a kernel setting", "read it with `sysctl kernel.hostname`, and ask the user to change it", {
    when: / (?:-w|--write|-p|--load|--system|[a-z][\w.-]{1,100}=)/,
  }),
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
    "changes the boot configuration",
    BOOT,
    { unless: /^ (?:status|list|is-installed)/ },
  ),
  asks(["efibootmgr"], "changes the boot configuration", BOOT, {
    when: / -\w{0,4}[bBocCnNoOtTaA]|--(?:create|delete|bootorder|bootnext)/,
  }),
  asks(
    ["update-initramfs", "mkinitcpio", "dracut", "kernel-install", "nvram", "flashrom", "fwupdmgr"],
    "changes the boot configuration",
    BOOT,
    {
      when: / (?:-[udckPpf]|--(?:force|kver|regenerate-all|preset)|add|remove|update|install|flash|-w|--write|-E|[\w-]{1,40}=)/,
    },
  ),
  asks(["mokutil"], "changes which keys may boot the machine", BOOT, {
    when: / --(?:disable-validation|delete|reset|sb-state-off|password)/,
  }),
  asks(["date"], "sets the system clock", CLOCK, { when: /^(?: -u)? (?:-s|--set|\d{8,12}(?:\.\d{2})?$)/ }),
  asks(["hwclock", "timedatectl", "ntpdate", "chronyd", "systemsetup"], "sets the system clock", CLOCK, {
    when: / (?:--systohc|-w|--set|--hctosys|-s|set-time|set-ntp|set-local-rtc|-setdate|-settime)(?:\s|$|=)/,
  }),
  asks(
    ["update-ca-certificates", "update-ca-trust", "trust"],
    "changes the certificate authorities that this machine trusts",
    "pass the certificate to the one program that needs it, such as `curl --cacert ./ca.crt https://localhost`",
    { unless: /^ (?:list|dump|check|extract-compat|extract --)/ },
  ),
  asks(["hostnamectl", "hostname", "scutil"], "changes the hostname of this machine", "read the name with `hostname`", {
    when: /^ (?:set-hostname |hostname [a-z]|--set |-b )|^ --set/,
  }),
]);
