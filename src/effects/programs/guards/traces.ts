/** Commands that hide activity: cleared or disabled histories and logs. */
import { programOf, type Rule } from "../../model/rules.js";

const INSTEAD = "leave the logs and histories unchanged";
const hides = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "machine",
  severity: "risky",
  what,
  instead: INSTEAD,
  ...more,
});
const HISTORY = "disables the shell history";

export default programOf([
  hides(["history"], "clears the shell history", {
    when: / (?:-\w{0,3}c|clear|--clear)/,
  }),
  hides(["fc"], "clears the shell history", { when: / -p/ }),
  hides(["set"], HISTORY, { when: / \+o history/ }),
  hides(["unset", "unsetenv"], HISTORY, { when: / HIST(?:FILE|SIZE|FILESIZE|ORY)(?:\s|$)/ }),
  hides(["export", "declare", "typeset", "readonly", "local", "setenv"], HISTORY, {
    when: / (?:HISTFILE(?:=| )(?:\/dev\/null)?(?:\s|$)|(?:HISTSIZE|HISTFILESIZE|SAVEHIST)(?:=| )0(?:\s|$)|HISTCONTROL(?:=| )\S{0,40}(?:ignorespace|ignoreboth|erasedups)|HISTIGNORE(?:=| )\*)/,
  }),
  hides(["shopt"], HISTORY, { when: / -\w{0,3}u\w{0,3} .{0,40}(?:histappend|cmdhist)/ }),
  hides(["clear-history", "set-psreadlineoption"], HISTORY, { unless: /^ -(?!.{0,40}HistorySave)\w/i }),
  hides(["journalctl"], "deletes the system journal", {
    when: / --(?:vacuum-(?:time|size|files)|rotate --vacuum)/,
  }),
  hides(["wevtutil"], "clears the Windows event log", {
    when: /^ (?:cl|clear-log)(?:\s|$)/i,
    severity: "destructive",
  }),
  hides(["clear-eventlog", "remove-eventlog", "limit-eventlog"], "clears the Windows event log", {
    severity: "destructive",
  }),
  hides(["lastlog", "utmpdump"], "changes the login records", {
    when: / (?:-C|--clear|-S|--set|-r)(?:\s|$)/,
  }),
  hides(["log"], "erases the log of this Mac", { when: /^ erase/ }),
  hides(["touch"], "backdates a file by decades", {
    when: / -\w{0,3}t ?19(?!8001)\d{8,12}(?:\.\d\d)?(?:\s|$)/,
  }),
  hides(["dmesg"], "clears the kernel messages", { when: /^ (?:-\w{0,3}[cC]|--clear|--read-clear)$/ }),
]);
