/** More rights than were given: lent to files, taken by programs, or by a way out of a container. */
import { programOf, type Rule } from "../../model/rules.js";

const INSTEAD = "work with the rights there are, and tell the person which step needs more; `id` shows them";
const asks = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "escalate",
  severity: "risky",
  what,
  instead: INSTEAD,
  ...more,
});

export default programOf([
  asks(["setcap"], "lends rights of root to a file", { unless: / (?:-r|-v|-h)(?:\s|$)/ }),
  asks(["nsenter"], "leaves the container or room it runs in", { when: / (?:-t|--target|-a|--all|-m|--mount)/ }),
  asks(["sudo"], "shows or keeps the rights of root", { when: /^ (?:-v|--validate)$/ }),
  asks(["sudo"], "takes the rights of root with a password that stands in the command", {
    when: /^(?: -\w{1,6}| --\S{1,40}){0,4} (?:-\w{0,4}S\w{0,4}|--stdin)(?:\s|$)/,
  }),
  asks(["sudo", "doas", "pkexec"], "opens a shell with the rights of root", {
    when: /^(?: -[EHkn]{1,4}| --preserve-env\S{0,40}){0,3} (?:-\w{0,3}[is]|--login|--shell|(?:su|\S{0,40}(?:ba|z|da|k|fi)?sh)(?: -l?| root| - root| --login){0,2})$/,
    unless: /^ (?:-s|-u .{0,60})$/,
  }),
  asks(["chroot"], "works on another system from its root", { when: / \/(?:host|mnt|proc\/1\/root)\S{0,80}/ }),
  asks(["capsh"], "takes or lends rights", { when: / --(?:gid|uid|caps|addamb|inh)=/ }),
  asks(["gdb", "strace", "ptrace", "gcore"], "looks into or changes a running program", {
    when: / (?:-p|--pid|--attach)[ =]?1(?:\s|$)/,
  }),
]);
