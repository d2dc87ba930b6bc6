/** Programs that search for files and in files. */
import type { Word } from "../../model/invocation.js";
import { isSure, type Verbs, type Ways } from "../rule.js";

/** The command of `-exec` is a separate invocation and checked as one. */
const FIND_WRITES = new Set(["-delete", "-fprint", "-fprint0", "-fprintf", "-fls", "-ok", "-okdir"]);

function find(words: readonly Word[], open: boolean): boolean {
  return !open && words.every((word) => isSure(word) && !FIND_WRITES.has(word.text));
}

const FD =
  "-H -I -s -i -g -F -a -l -L -p -0 -u -h -V -1 -q -t= -e= -d= -E= -S= -o= -c= -j= -C= --hidden --no-ignore --no-ignore-vcs --unrestricted --case-sensitive --ignore-case --glob --regex --fixed-strings --absolute-path --list-details --follow --full-path --print0 --max-depth= --min-depth= --exact-depth= --exclude= --prune --type= --extension= --size= --changed-within= --changed-before= --newer= --older= --owner= --format= --max-results= --quiet --show-errors --base-directory= --path-separator= --search-path= --strip-cwd-prefix? --one-file-system --color= --hyperlink? --threads= --and= --no-ignore-parent --no-global-ignore-file --ignore-file= --help --version --no-follow --relative-path";

function fd(words: readonly Word[], open: boolean, ways: Ways): boolean {
  const at = words.findIndex(({ text }) => /^(?:-x|-X|--exec|--exec-batch)$/.test(text));
  if (at < 0) return ways.fits({ options: FD }, words, open);
  const end = words.findIndex(({ text }, i) => i > at && text === ";");
  if (end >= 0 || at + 1 >= words.length) return false;
  // Each match is appended, or replaces `{}`.
  return ways.fits({ options: FD }, words.slice(0, at), false) && ways.command(words.slice(at + 1), true);
}

export default {
  find,
  "fd fdfind": fd,
  rg: { not: "--pre --hostname-bin" },
  ag: { not: "--pager" },
  "locate mlocate plocate": { not: "-U -o --output" },
  bat: { not: "--pager --map-syntax", operands: ([first]) => first !== "cache" },
} satisfies Verbs;
