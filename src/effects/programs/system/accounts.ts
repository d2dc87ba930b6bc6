/** Accounts, groups and passwords of this machine. */
import { programOf, type Rule } from "../../model/rules.js";

const INSTEAD = "ask the user to change accounts";
const asks = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "machine",
  severity: "risky",
  what,
  instead: INSTEAD,
  ...more,
});

export default programOf([
  {
    ...asks(["userdel", "deluser", "groupdel", "delgroup"], "deletes an account or group, possibly with all its files"),
    severity: "destructive",
  },
  {
    ...asks(["visudo", "vipw", "vigr", "sudoedit"], "changes who may act as root"),
    kind: "escalate",
    unless: / (?:-c|--check|-V)(?:\s|$)/,
  },
  asks(
    ["useradd", "groupadd", "newusers", "usermod", "groupmod", "gpasswd", "chage"],
    "creates or changes an account on this machine",
    { when: / \S/, unless: / (?:-l|--list|-D|--defaults)(?:\s|$)/ },
  ),
  asks(["adduser", "addgroup"], "creates or changes an account on this machine", { when: / \S/, asRoot: true }),
  asks(
    ["passwd", "chpasswd", "chgpasswd", "smbpasswd", "kpasswd", "pwconv", "pwunconv", "grpconv"],
    "changes a password",
    { unless: / (?:-S|--status|-a)(?:\s|$)/ },
  ),
  asks(["chsh"], "changes how another account logs in", {
    when: / (?:-s|--shell)[ =]\S+ [a-z]| [a-z_]\S* (?:-s|--shell)/,
  }),
  asks(["pw"], "creates or changes an account on this machine", { unless: /^ (?:user|group)?(?:show|next)/ }),
  asks(["dscl", "sysadminctl", "dseditgroup", "dscacheutil"], "creates or changes an account on this machine", {
    when: / (?:-?create|-?delete|-?passwd|-?append|-?merge|-?change|-(?:addUser|deleteUser|resetPasswordFor|adminPassword|newPassword|password)|-o (?:edit|create|delete))(?:\s|$)/i,
  }),
  asks(["net", "net1"], "creates or changes an account on this machine", {
    when: / (?:user|localgroup|group|accounts)\s.{0,200}\/(?:add|delete|active)|^ user \S+ \S+/i,
  }),
  asks(
    [
      "new-localuser",
      "remove-localuser",
      "add-localgroupmember",
      "set-localuser",
      "disable-localuser",
      "enable-localuser",
    ],
    "creates or changes an account on this machine",
  ),
]);
