/** Who may use files, shares and policies of Windows. */
import { programOf, type Rule } from "../../model/rules.js";

const opens = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "permissions",
  severity: "risky",
  what,
  instead: "change only folders of the project, for your own account: `icacls .\\build /grant %USERNAME%:F`",
  ...more,
});
const EVERYBODY = "(?:Everyone|Users|Authenticated Users|Guests?|Jeder|\\*?S-1-(?:1-0|5-11|5-32-545|5-32-546))";
const SYSTEM = "[\"']?[a-z]:[\\\\/]?(?:[\"'\\s]|$|windows|users(?:[\\\\/\"'\\s]|$)|program ?files|programdata)";

export default programOf([
  opens(["icacls", "cacls", "xcacls"], "opens files of the machine to every account", {
    when: new RegExp(`^ ${SYSTEM}.{0,200}${EVERYBODY}["']?:`, "i"),
    severity: "destructive",
  }),
  opens(["icacls", "cacls", "xcacls"], "opens files to every account", {
    when: new RegExp(` ["']?${EVERYBODY}["']?:\\(?(?:[A-Z,()]{0,20})?[FMWR]`, "i"),
  }),
  opens(["icacls"], "replaces the permissions of a part of the system", {
    when: new RegExp(`^ ${SYSTEM}.{0,200}/(?:reset|setowner|inheritance:[dr]|remove|restore|deny)`, "i"),
    severity: "destructive",
  }),
  opens(["icacls"], "opens the keys of a person to other accounts", {
    when: /\\\.(?:ssh|aws|gnupg|kube).{0,200}\/grant/i,
  }),
  opens(["takeown"], "takes over files of the system", {
    when: new RegExp(` /f ${SYSTEM}`, "i"),
    severity: "destructive",
  }),
  opens(["set-acl"], "replaces the permissions of a part of the system", {
    when: new RegExp(` (?:-(?:path|literalpath) )?${SYSTEM}|HKLM:`, "i"),
    severity: "destructive",
  }),
  opens(["new-smbshare", "grant-smbshareaccess", "set-smbshare"], "shares a folder with every account of the network", {
    when: new RegExp(`${EVERYBODY}|-Path ${SYSTEM}`, "i"),
  }),
  opens(["net", "net1"], "shares a folder with every account of the network", {
    when: new RegExp(`^ share \\S{1,80}=${SYSTEM}|^ share .{0,200}/grant:["']?everyone`, "i"),
  }),
  opens(["attrib"], "changes hidden and system files of the whole disk", {
    when: /^(?: [+-][rsha]){1,4} [a-z]:\\?\*?.{0,20} \/s/i,
  }),
  opens(["auditpol"], "switches off what Windows records of logins and changes", {
    when: / \/(?:clear|remove|set\b.{0,200}(?:success|failure):disable)/i,
    kind: "machine",
    severity: "destructive",
  }),
  opens(["secedit", "gpupdate", "lgpo"], "replaces the security policy of the machine", {
    when: / \/(?:configure|import|g |m |s )/i,
    kind: "machine",
  }),
  opens(["cmdkey", "vaultcmd"], "changes or lists the saved logins of the user", {
    when: / \/(?:add|delete|list|listcreds)/i,
    kind: "read",
  }),
  opens(["manage-bde", "disable-bitlocker", "suspend-bitlocker"], "switches off the encryption of a disk", {
    when: / -(?:off|protectors|forcerecovery|lock)|^ (?:-MountPoint )?["']?[a-z]:/i,
    kind: "machine",
    severity: "destructive",
  }),
  opens(["dism", "disable-windowsoptionalfeature", "uninstall-windowsfeature"], "removes a part of Windows", {
    when: / \/(?:disable-feature|remove-package|remove-capability|apply-image|capture-image)|^ -/i,
    kind: "machine",
  }),
]);
