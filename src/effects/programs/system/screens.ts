/** What a person has on the screen or types; and the memory of running programs. */
import { programOf, type Rule } from "../../model/rules.js";

const looks = (names: readonly string[], when: RegExp, what = "takes a picture of everything on the screen"): Rule => ({
  names,
  when,
  kind: "read",
  severity: "risky",
  what,
  instead: "ask the person for the one thing that is needed",
});

const MEMORY = "takes the memory of a running program, with its secrets";

export default programOf([
  looks(["import"], / -window root(?:\s|$)/),
  looks(["xwd"], / -root(?:\s|$)/),
  looks(["screencapture"], / -\w{0,4}x/),
  looks(["gcore", "procdump"], / (?:\d|\uFFFC)/, MEMORY),
  looks(["gdb", "lldb"], / (?:generate-core-file|gcore|process save-core|dump (?:binary )?memory)\b/, MEMORY),
  looks(
    ["dd", "cat", "xxd", "strings"],
    /\/proc\/[^/ ]{1,40}\/mem(?:\s|$)|\/(?:dev\/k?mem|proc\/kcore)(?:\s|$)/,
    MEMORY,
  ),
  looks(
    ["xinput", "showkey", "evtest", "logkeys"],
    / (?:test(?:-xi2)?(?:\s|$)|--root|--start|\/dev\/input)/,
    "records what is typed",
  ),
]);
