/** Pictures of all that a person has on the screen, and what is typed. */
import { programOf, type Rule } from "../rules.js";

const looks = (names: readonly string[], when: RegExp, what = "takes a picture of everything on the screen"): Rule => ({
  names,
  when,
  kind: "read",
  gravity: "risky",
  what,
  instead: "take the picture of the one page or window that is worked on, or ask the person for it",
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
