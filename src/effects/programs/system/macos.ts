/** What only macOS has. */
import { programOf, type Rule } from "../../model/rules.js";

const INSTEAD = "look with `diskutil list`, and leave changes of the machine to the person";
const grave = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "machine",
  severity: "destructive",
  what,
  instead: INSTEAD,
  ...more,
});

export default programOf([
  grave(["diskutil"], "erases or splits a disk", {
    when: /^ (?:erase\w{0,20}|reformat|zeroDisk|randomDisk|secureErase|partitionDisk|resizeVolume|splitPartition|mergePartitions|deleteContainer|(?:ap|apfs|cs|coreStorage|appleRAID|ar) (?:delete|erase|reformat|resize|create)\w{0,30})(?:\s|$)/i,
    target: "device",
  }),
  grave(["diskutil"], "takes a disk away from the system", {
    severity: "risky",
    when: /^ (?:unmountDisk|eject) (?:force )?\/?(?:dev\/)?disk0/i,
  }),
  grave(["asr"], "lays an image over a whole disk", { when: /^ restore/ }),
  grave(["hdiutil"], "erases an image", { when: /^ (?:erasekeys|burn)(?:\s|$)/, severity: "risky" }),
  grave(["tmutil"], "deletes backups, or switches them off", {
    when: /^ (?:delete\w{0,20}|disable\w{0,10}|thinlocalsnapshots|removedestination|addexclusion)(?:\s|$)/i,
  }),
  grave(["security"], "takes passwords out of the keychain, or changes whom the machine trusts", {
    kind: "read",
    severity: "risky",
    when: /^ (?:dump-keychain|export|find-(?:generic|internet)-password .{0,300}-\w{0,4}[gw]|unlock-keychain|delete-keychain|add-trusted-cert|remove-trusted-cert|delete-certificate|set-keychain-password|authorizationdb write)/,
    instead: "ask the person for the one value that is needed",
  }),
  grave(["osascript"], "asks for a password, or steers other programs, in the name of the person", {
    kind: "escalate",
    severity: "risky",
    when: /with administrator privileges|hidden answer|keystroke|do shell script|System Events|quarantine|empty (?:the )?trash|shut down|restart|log out/i,
    instead: "run the command by itself, and leave the windows to the person",
  }),
  grave(["defaults"], "changes what guards this Mac or what starts by itself", {
    severity: "risky",
    when: /^ (?:-currentHost )?(?:write|delete) .{0,200}(?:LSQuarantine|loginwindow|LoginHook|LogoutHook|com\.apple\.alf|screensaver|SoftwareUpdate|AutoLaunched|LaunchServices|commerce)/i,
  }),
  grave(["xattr"], "takes the mark away that says a file came from the network", {
    severity: "risky",
    kind: "remote-code",
    when: / com\.apple\.quarantine/,
    unless: /^ (?:-p|-l)/,
    instead: "let the person open what was downloaded, who then sees where it came from",
  }),
  grave(
    ["dsenableroot", "kextcache", "systemsetup", "fdesetup", "bless"],
    "changes how this Mac starts or who may act as root",
    {
      severity: "risky",
      when: / (?:enable|disable|remove|add|changerecovery|-set\w+|-d|--setBoot|-invalidate|--folder|--mount)/,
    },
  ),
]);
