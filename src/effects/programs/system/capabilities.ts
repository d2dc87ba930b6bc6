/** Privilege escalation: setuid and capabilities on files, root shells, container escapes. */
import { programOf, type Rule } from "../../model/rules.js";

const INSTEAD = "work with your current rights, and tell the user which step needs more; `id` shows them";
const asks = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "escalate",
  severity: "risky",
  what,
  instead: INSTEAD,
  ...more,
});

export default programOf([
  asks(["setcap"], "gives a file root rights", { unless: / (?:-r|-v|-h)(?:\s|$)/ }),
  asks(["nsenter"], "breaks out of its container or sandbox", { when: / (?:-t|--target|-a|--all|-m|--mount)/ }),
  asks(["sudo"], "lists or keeps root rights", { when: /^ (?:-v|--validate)$/ }),
  asks(["sudo"], "uses root rights with a password in the command", {
    when: /^(?: -\w{1,6}| --\S{1,40}){0,4} (?:-\w{0,4}S\w{0,4}|--stdin)(?:\s|$)/,
  }),
  asks(["sudo", "doas", "pkexec"], "opens a root shell", {
    when: /^(?: -[EHkn]{1,4}| --preserve-env\S{0,40}){0,3}(?: env(?: \w{1,40}=\S{0,200}){0,5})? (?:-\w{0,3}[is]|--login|--shell|(?:su|\S{0,40}(?:ba|z|da|k|fi)?sh)(?: -l?| root| - root| --login){0,2})$/,
    unless: /^ (?:-s|-u .{0,60})$/,
  }),
  asks(["chroot"], "changes root into another system", { when: / \/(?:host|mnt|proc\/1\/root)\S{0,80}/ }),
  asks(["capsh"], "gains or grants rights", { when: / --(?:gid|uid|caps|addamb|inh)=/ }),
  asks(["gdb", "strace", "ptrace", "gcore"], "inspects or changes a running process", {
    when: / (?:-p|--pid|--attach)[ =]?1(?:\s|$)/,
  }),
]);
