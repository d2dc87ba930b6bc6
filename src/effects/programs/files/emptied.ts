/** Editors whose script deletes every line of a file: `sed -i '1,$d' x`, `ex -sc '%d|x' x`, `perl -i -ne '' x`. */
import { programOf, type Rule } from "../../model/rules.js";

const empties = (names: readonly string[], when: RegExp): Rule => ({
  names,
  when,
  kind: "overwrite",
  severity: "risky",
  what: "deletes every line of files",
  instead: "delete only the lines that should go, and see the change first with `git diff`",
});

export default programOf([
  empties(["awk", "gawk"], /^ -i inplace (?:0|false|\{\}) \S/),
  empties(
    ["perl"],
    /^ -\w{0,6}p\w{0,6}i\S{0,8} -?e? ?\$_ ?= ?(?:""|''|undef);? \S|^ -(?:pi|i -p)\S{0,4} -e \$_ ?= ?(?:""|'');? /,
  ),
  empties(
    ["sed", "gsed"],
    /^(?: -\S{1,20}){0,4} -\w{0,6}i\S{0,12}(?: -\S{1,20}){0,4} (?:1,\$|0,\$|1~1|\/\^?\.?\*?\$?\/)?d \S/,
  ),
  // Without `-p` and without `print`, nothing is written back.
  empties(
    ["perl"],
    /^ -(?=[a-z]{0,6}i)(?=[a-z]{0,6}n)[a-oq-z]{1,6} (?: {1,2}|0;? |1;? )\S|^ -i\S{0,8} -ne (?: |0;? |1;? )\S/,
  ),
  empties(
    ["ex", "vi", "vim", "nvim"],
    / -\w{0,4}(?:es|sc|c|s)\S{0,2}.{0,60}(?:%|1,\$)d(?:elete)?\b.{0,40}(?:\||x|wq|w!)/,
  ),
]);
