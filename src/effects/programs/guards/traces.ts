/** What would hide what was done: histories and logs that are cleared or switched off. */
import { programOf, type Rule } from "../../model/rules.js";

const INSTEAD = "leave the records as they are";
const hides = (names: readonly string[], what: string, more: Partial<Rule> = {}): Rule => ({
  names,
  kind: "machine",
  severity: "risky",
  what,
  instead: INSTEAD,
  ...more,
});
const HISTORY = "stops the shell from keeping a record of what is typed";

export default programOf([
  hides(["history"], "clears the record of what was typed in a shell", {
    when: / (?:-\w{0,3}c|clear|--clear)/,
  }),
  hides(["fc"], "clears the record of what was typed in a shell", { when: / -p/ }),
  hides(["set"], HISTORY, { when: / \+o history/ }),
  hides(["unset", "unsetenv"], HISTORY, { when: / HIST(?:FILE|SIZE|FILESIZE|ORY)(?:\s|$)/ }),
  hides(["export", "declare", "typeset", "readonly", "local", "setenv"], HISTORY, {
    when: / (?:HISTFILE(?:=| )(?:\/dev\/null)?(?:\s|$)|(?:HISTSIZE|HISTFILESIZE|SAVEHIST)(?:=| )0(?:\s|$)|HISTCONTROL(?:=| )\S{0,40}(?:ignorespace|ignoreboth|erasedups)|HISTIGNORE(?:=| )\*)/,
  }),
  hides(["shopt"], HISTORY, { when: / -\w{0,3}u\w{0,3} .{0,40}(?:histappend|cmdhist)/ }),
  hides(["clear-history", "set-psreadlineoption"], HISTORY, { unless: /^ -(?!.{0,40}HistorySave)\w/i }),
  hides(["journalctl"], "throws away the journal of the machine", {
    when: / --(?:vacuum-(?:time|size|files)|rotate --vacuum)/,
  }),
  hides(["wevtutil"], "clears the event log of Windows", {
    when: /^ (?:cl|clear-log)(?:\s|$)/i,
    severity: "destructive",
  }),
  hides(["clear-eventlog", "remove-eventlog", "limit-eventlog"], "clears the event log of Windows", {
    severity: "destructive",
  }),
  hides(["lastlog", "utmpdump"], "changes the record of who logged in", {
    when: / (?:-C|--clear|-S|--set|-r)(?:\s|$)/,
  }),
  hides(["log"], "erases the log of this Mac", { when: /^ erase/ }),
  hides(["touch"], "makes a file look decades older than it is", {
    when: / -\w{0,3}t ?19(?!8001)\d{8,12}(?:\.\d\d)?(?:\s|$)/,
  }),
  hides(["dmesg"], "clears the messages of the kernel", { when: /^ (?:-\w{0,3}[cC]|--clear|--read-clear)$/ }),
]);
