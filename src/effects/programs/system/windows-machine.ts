/** Disks, backups, boot, registry and defences of Windows. */
import { programOf, type Rule } from "../../model/rules.js";

const INSTEAD = "inspect with `Get-Volume` or `Get-Service`, and leave system changes to the user";
const grave = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "machine",
  severity: "destructive",
  what,
  instead: INSTEAD,
  ...more,
});
const HIDDEN = "runs downloaded or encoded code";
const SEE = "write the code to a readable file, and run that";

export default programOf([
  grave(["format", "format.com"], "formats a disk", { when: / [a-z]:/i }),
  grave(
    ["diskpart", "format-volume", "clear-disk", "initialize-disk", "remove-partition", "reset-physicaldisk"],
    "erases or partitions a disk",
  ),
  grave(["cipher"], "wipes deleted data that could still be recovered", { when: / \/w/i }),
  grave(["vssadmin", "wbadmin"], "deletes backups", { when: / (?:delete|resize)/i }),
  grave(["wmic"], "deletes backups, or removes programs", {
    when: /shadowcopy .{0,100}delete| (?:product|process) .{0,200}(?:uninstall|delete|call create)/i,
  }),
  grave(["bcdedit", "bootrec", "bcdboot"], "changes the boot configuration", {
    when: / \/(?:set|delete|import|fixmbr|fixboot|rebuildbcd|s)/i,
  }),
  grave(["disable-computerrestore", "remove-computerrestorepoint"], "disables system recovery"),
  grave(["fsutil"], "discards data that could still be recovered", {
    when: / (?:usn deletejournal|file setzerodata|volume dismount)/i,
  }),
  grave(["reg"], "changes the system registry", {
    severity: "risky",
    kind: "persistence",
    when: /^ (?:delete|import|restore|load)(?:\s|$)|^ add .{0,300}(?:\\?Run(?:Once)?\b|Winlogon|Image File Execution|DisableAntiSpyware|EnableLUA|Policies|Services)/i,
  }),
  grave(["reg"], "extracts the passwords of this machine", {
    severity: "risky",
    kind: "read",
    when: /^ (?:save|export) .{0,40}(?:sam|security|system)\b/i,
  }),
  grave(["remove-itemproperty", "set-itemproperty", "new-itemproperty"], "changes the system registry", {
    severity: "risky",
    kind: "persistence",
    when: /HK(?:LM|CU|EY_)/i,
  }),
  grave(["powershell", "pwsh"], HIDDEN, {
    severity: "risky",
    kind: "remote-code",
    instead: SEE,
    when: / -e(?:nc|ncodedcommand|c)? [A-Za-z0-9+/=]{16}|downloadstring|downloadfile|(?:iex|invoke-expression)\b.{0,200}(?:iwr|irm|invoke-(?:webrequest|restmethod)|webclient)|(?:iwr|irm|invoke-(?:webrequest|restmethod)).{0,300}\|\s?(?:iex|invoke-expression)/i,
  }),
  grave(["powershell", "pwsh", "cmd"], "deletes, stops or weakens system components", {
    severity: "risky",
    when: /(?:remove-item|\bri|\brm|\bdel|\berase|\brd|\brmdir)\b.{0,200}(?: -r(?:ecurse)?\b| \/s\b).{0,200}(?:[a-z]:[\\/]?(?:\*|"|'|\s|$|windows|users)|\$env:|\$home|~)|format-volume|clear-disk|stop-computer|restart-computer|set-mppreference|vssadmin|bcdedit|wevtutil|clear-eventlog/i,
  }),
  grave(["certutil", "bitsadmin", "mshta", "regsvr32", "installutil", "msiexec"], HIDDEN, {
    severity: "risky",
    kind: "remote-code",
    instead: SEE,
    when: /https?:\/\/|-decode|\/transfer/i,
  }),
  grave(["rundll32"], HIDDEN, {
    severity: "risky",
    kind: "remote-code",
    instead: SEE,
    when: /javascript:|vbscript:|script:http|url\.dll|mshtml/i,
  }),
  grave(["set-date", "set-timezone", "w32tm"], "changes the clock of the machine", {
    severity: "risky",
    when: / -(?:date|adjust|id)|\/(?:config|unregister)|^ [("'\d]/i,
  }),
  grave(["disable-netadapter", "disable-netfirewallrule", "remove-netipaddress"], "cuts the machine off the network", {
    severity: "risky",
  }),
  grave(["wsl"], "deletes a Linux system with all its files", { when: / --unregister /i }),
  grave(["robocopy"], "deletes files at the destination that are not in the source", {
    severity: "risky",
    kind: "delete",
    when: / [a-z]:\S{0,200}.{0,200} \/(?:mir|purge|move|mov)(?:\s|$)/i,
  }),
  grave(["remove-item"], "deletes a part of the registry", {
    severity: "destructive",
    kind: "persistence",
    when: / (?:-Path |-LiteralPath )?["']?(?:HK(?:LM|CU|CR|U)|Registry|Env|Cert):/i,
  }),
  grave(["add-content", "set-content", "out-file"], "changes a file that PowerShell runs whenever it starts", {
    severity: "risky",
    kind: "persistence",
    when: /\$PROFILE|Microsoft\.PowerShell_profile|\\Start Menu\\Programs\\Startup/i,
  }),
  grave(
    ["invoke-restmethod", "invoke-webrequest", "start-bitstransfer"],
    "sends a file with secrets to another machine",
    {
      severity: "destructive",
      kind: "send",
      when: / -(?:InFile|Source|Body)\b.{0,200}(?:\\|\/)?\.?(?:ssh[\\/]|aws[\\/]|kube[\\/]|id_(?:rsa|ed25519)|env(?:\s|$)|netrc|git-credentials|npmrc)/i,
    },
  ),
  grave(["powershell", "pwsh"], "deletes a home, a disk or a system directory", {
    severity: "destructive",
    kind: "delete",
    when: /(?:get-childitem|gci|dir|ls) (?:-\w{1,12} )?["']?(?:\uFFFC|\$env:)\S{0,4}(?:USERPROFILE|HOMEPATH|SystemRoot|windir|ProgramFiles|APPDATA).{0,100}\|\s?(?:remove-item|ri|rm|del)\b/i,
  }),
  grave(["set-executionpolicy"], "allows any script to run on this machine", {
    severity: "risky",
    kind: "escalate",
    when: / (?:bypass|unrestricted)/i,
    unless: / -scope process/i,
  }),
  grave(["start-process"], "runs a program as administrator", {
    severity: "risky",
    kind: "escalate",
    when: / -verb runas/i,
  }),
  grave(["add-type", "invoke-mimikatz", "invoke-shellcode"], "loads encoded code into memory", {
    severity: "risky",
    kind: "remote-code",
    when: /DllImport|^$|kernel32/i,
    instead: SEE,
  }),
]);
