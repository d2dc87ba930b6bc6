/** Read-only git subcommands. Global options can change what git runs, so few are allowed. */
import type { Word } from "../../model/invocation.js";
import { ALONE, isSure, type Options, SEEN, type Verbs, type Ways } from "../rule.js";

/** Options that write to a file, or run a program named by a repository or config. */
const LOG: Options = { not: "--output --ext-diff --textconv --show-signature" };

const LISTS = "-l --list --contains --no-contains --merged --no-merged --points-at";
const REF_FILTERS =
  "--contains? --no-contains? --merged? --no-merged? --points-at? --sort= --format= --color? --no-color --column? --no-column --ignore-case -i --omit-empty";

/** `-c` may change only presentation. */
const SHOWS =
  /^(?:color\.[\w.]+|core\.quotepath|advice\.\w+|column\.\w+)=[\w-]*$|^(?:core\.pager=(?:cat)?|pager\.\w+=(?:false|cat))$/i;

const isKey = ([key = "", ...more]: readonly string[]) => more.length === 0 && key.includes(".");

const VERBS: Options = {
  options:
    "--no-pager -P -p --paginate --version -v --help -h -C= --no-optional-locks --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --html-path --man-path --info-path",
  bare: true,
  verbs: {
    "log diff show whatchanged shortlog diff-tree diff-index diff-files range-diff": LOG,
    "blame annotate": LOG,
    status: SEEN,
    "rev-list rev-parse describe name-rev merge-base cherry show-ref ls-tree for-each-ref count-objects": SEEN,
    "check-ignore check-attr check-mailmap check-ref-format var version": SEEN,
    help: { not: "-w --web -i --info" },
    "show-branch verify-commit verify-tag verify-pack": SEEN,
    "ls-files": SEEN,
    grep: { not: "-O --open-files-in-pager --ext-grep --textconv" },
    "cat-file": { not: "--textconv --filters" },
    "ls-remote": { not: "--upload-pack --exec", operands: (words) => !words.some((word) => word.includes("::")) },
    "hash-object": { not: "-w" },
    archive: { options: "-v -l --list --verbose --format= --prefix= -#" },
    branch: [
      {
        options: `-a -r -v -vv -q --all --remotes --verbose --show-current --abbrev= --no-abbrev ${REF_FILTERS}`,
        operands: 0,
      },
      { options: `-a -r -v -vv --all --remotes --verbose --list -l ${REF_FILTERS}`, needs: LISTS },
    ],
    tag: [
      { options: `-n? ${REF_FILTERS}`, operands: 0 },
      { options: `-n? -l --list ${REF_FILTERS}`, needs: "-l --list" },
    ],
    remote: {
      options: "-v --verbose",
      bare: true,
      verbs: { show: { options: "-n -v" }, "get-url": { options: "--push --all" } },
    },
    stash: { verbs: { list: LOG, show: LOG } },
    worktree: { verbs: { list: SEEN } },
    submodule: { options: "-q --quiet", verbs: { "status summary": SEEN } },
    notes: { verbs: { "list show": SEEN } },
    reflog: [
      { verbs: { "show list": LOG, exists: SEEN }, bare: true },
      { options: "-# -n= --date= --oneline --all", operands: 0 },
    ],
    bisect: { verbs: { log: SEEN } },
    lfs: { verbs: { "env status ls-files version": SEEN } },
    "sparse-checkout": { verbs: { list: SEEN } },
    rerere: { verbs: { "status diff remaining": ALONE } },
    replace: { options: "-l --list --format=", needs: "-l --list" },
    "symbolic-ref": { options: "-q --quiet --short --no-recurse", operands: 1 },
    config: [
      {
        options:
          "--get --get-all --get-regexp --get-urlmatch --list -l --name-only --show-origin --show-scope --global --local --system --worktree --null -z --type= --bool --int --path --default= --includes --no-includes",
        needs: "--get --get-all --get-regexp --get-urlmatch --list -l",
      },
      {
        options: "--global --local --system --worktree --show-origin --show-scope --null -z --type= --bool --int",
        operands: isKey,
      },
      { verbs: { list: SEEN, get: SEEN } },
    ],
    fsck: {
      options:
        "--full --no-full --strict --unreachable --dangling --no-dangling --connectivity-only --no-progress --root --tags --cache",
    },
  },
};

function git(words: readonly Word[], open: boolean, ways: Ways): boolean {
  let at = 0;
  for (; words[at]?.text === "-c"; at += 2) {
    const setting = words[at + 1];
    if (setting === undefined || !isSure(setting) || !SHOWS.test(setting.text)) return false;
  }
  return ways.fits(VERBS, words.slice(at), open);
}

export default { git } satisfies Verbs;
