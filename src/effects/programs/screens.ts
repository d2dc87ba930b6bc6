/** What a person has on the screen, in the clipboard, or types; and the memory of running programs. */
import { programOf, type Rule } from "../rules.js";

const looks = (names: readonly string[], when: RegExp, what = "takes a picture of everything on the screen"): Rule => ({
  names,
  when,
  kind: "read",
  gravity: "risky",
  what,
  instead: "ask the person for the one thing that is needed",
});

export default programOf([
  looks(["import"], / -window root(?:\s|$)/),
  looks(["xwd"], / -root(?:\s|$)/),
  looks(
    ["xinput", "showkey", "evtest", "logkeys"],
    / (?:test(?:-xi2)?(?:\s|$)|--root|--start|\/dev\/input)/,
    "records what is typed",
  ),
]);
