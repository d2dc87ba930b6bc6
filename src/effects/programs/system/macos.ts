/** macOS only. */
import { programOf, type Rule } from "../../model/rules.js";

const INSTEAD = "inspect with `diskutil list`, and leave system changes to the user";
const grave = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "machine",
  severity: "destructive",
  what,
  instead: INSTEAD,
  ...more,
});

export default programOf([
  grave(["diskutil"], "erases or partitions a disk", {
    when: /^ (?:erase\w{0,20}|reformat|zeroDisk|randomDisk|secureErase|partitionDisk|resizeVolume|splitPartition|mergePartitions|deleteContainer|(?:ap|apfs|cs|coreStorage|appleRAID|ar) (?:delete|erase|reformat|resize|create)\w{0,30})(?:\s|$)/i,
    target: "device",
  }),
  grave(["diskutil"], "unmounts a disk", {
    severity: "risky",
    when: /^ (?:unmountDisk|eject) (?:force )?\/?(?:dev\/)?disk0/i,
  }),
  grave(["asr"], "writes an image over a whole disk", { when: /^ restore/ }),
  grave(["hdiutil"], "erases a disk image", { when: /^ (?:erasekeys|burn)(?:\s|$)/, severity: "risky" }),
  grave(["tmutil"], "deletes or disables backups", {
    when: /^ (?:delete\w{0,20}|disable\w{0,10}|thinlocalsnapshots|removedestination|addexclusion)(?:\s|$)/i,
  }),
  grave(["security"], "reads passwords from the keychain, or changes trust settings", {
    kind: "read",
    severity: "risky",
    when: /^ (?:dump-keychain|export|find-(?:generic|internet)-password .{0,300}-\w{0,4}[gw]|unlock-keychain|delete-keychain|add-trusted-cert|remove-trusted-cert|delete-certificate|set-keychain-password|authorizationdb write)/,
    instead: "ask the user for the one value you need",
  }),
  grave(["osascript"], "asks for a password or controls other programs in the user's name", {
    kind: "escalate",
    severity: "risky",
    when: /with administrator privileges|hidden answer|keystroke|do shell script|System Events|quarantine|empty (?:the )?trash|shut down|restart|log out|delete (?:every|all|messages|items|contents)/i,
    instead: "run the command directly, and leave windows to the user",
  }),
  grave(["defaults"], "changes the protection of this Mac or what starts automatically", {
    severity: "risky",
    when: /^ (?:-currentHost )?(?:write|delete) .{0,200}(?:LSQuarantine|loginwindow|LoginHook|LogoutHook|com\.apple\.alf|screensaver|SoftwareUpdate|AutoLaunched|LaunchServices|commerce)/i,
  }),
  grave(["defaults"], "resets the settings of this Mac or of a program of the system", {
    severity: "risky",
    when: /^ (?:-currentHost )?delete (?:-g|-globalDomain|NSGlobalDomain|com\.apple\.\S{1,80}|\S{0,200}Library\/Preferences\/\S{1,80})$/i,
    instead: "look at it first (`defaults read com.apple.dock`), and delete one key by its name",
  }),
  grave(["mdutil"], "deletes the search index of this Mac", { severity: "risky", when: / -\w{0,4}E/ }),
  grave(["softwareupdate"], "installs updates and restarts this Mac", {
    severity: "risky",
    when: / (?:-R|--restart)(?:\s|$)/,
  }),
  grave(["gsettings"], "resets the settings of the desktop", {
    severity: "risky",
    when: /^ reset-recursively /,
    instead: "reset one key by its name",
  }),
  grave(["dconf"], "resets the settings of the desktop", {
    severity: "risky",
    when: /^ (?:reset -f \/|load )/,
    instead: "reset one key by its name",
  }),
  grave(["kwriteconfig5", "kwriteconfig6", "xfconf-query"], "resets the settings of the desktop", {
    severity: "risky",
    when: / -r -R| --reset --recursive/,
    instead: "reset one key by its name",
  }),
  grave(["xattr"], "removes the quarantine mark of a download", {
    severity: "risky",
    kind: "remote-code",
    when: / com\.apple\.quarantine/,
    unless: /^ (?:-p|-l)/,
    instead: "ask the user to open the download, so that they see where it came from",
  }),
  grave(
    ["dsenableroot", "kextcache", "systemsetup", "fdesetup", "bless"],
    "changes how this Mac boots or who may act as root",
    {
      severity: "risky",
      when: / (?:enable|disable|remove|add|changerecovery|-set\w+|-d|--setBoot|-invalidate|--folder|--mount)/,
    },
  ),
]);
