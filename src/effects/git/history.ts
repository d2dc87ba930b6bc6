/** Subcommands that lose commits, branches and tags, or rewrite history. */
import type { Word } from "../model/invocation.js";
import { type Finding, type Judge, lost } from "./finding.js";
import { gitOptions, has } from "./options.js";

const REWRITES = "undo it with a new commit: `git revert HEAD`";

const onBranch = (finding: Finding, name: string | undefined): Finding =>
  name === undefined ? finding : { ...finding, target: { type: "branch", name } };

const branch: Judge = ({ args }) => {
  const options = gitOptions(args, ["u", "set-upstream-to"]);
  const remotes = has(options, "r", "remotes");
  const forced = has(options, "f", "force");
  if (has(options, "D") || (has(options, "d", "delete") && forced)) {
    if (remotes) return undefined;
    const finding = lost(
      "risky",
      "deletes a branch whose commits may exist nowhere else",
      "use the form that refuses to lose commits (`git branch -d feature`), or keep them under another name: `git branch -m feature old/feature`",
    );
    return options.operands.length === 0 ? finding : options.operands.map(({ text }) => onBranch(finding, text));
  }
  if (forced && !has(options, "mc", "move", "copy"))
    return onBranch(
      lost(
        "risky",
        "moves a branch away from its commits",
        "create another branch there: `git branch feature-2 HEAD~3`",
      ),
      options.operands[0]?.text,
    );
  const [, onto] = options.operands;
  if (
    (has(options, "M") || (has(options, "m", "move") && forced)) &&
    /^(?:main|master|trunk|develop|production)$/.test(onto?.text ?? "")
  )
    return onBranch(
      lost(
        "risky",
        "replaces the main branch and its history with another branch",
        "keep both: `git branch -m fresh fresh-2`",
      ),
      onto!.text,
    );
  return undefined;
};

const tag: Judge = ({ args }) => {
  const options = gitOptions(args, ["m", "F", "u", "message", "file", "local-user"]);
  return has(options, "d", "delete")
    ? lost(
        "risky",
        "deletes tags",
        "see what they point to (`git show-ref --tags`), and create a new one beside them: `git tag v1.0.1`",
      )
    : undefined;
};

const NOW = /^(?:now|all|0|0\.seconds?\.ago|1\.seconds?\.ago)$/;
const KEEP = "run the default, which keeps objects younger than two weeks: `git gc`";

const reflog: Judge = ({ args }) => {
  const action = args[0]?.text;
  if (has(gitOptions(args), "n", "dry-run")) return undefined;
  if (action === "expire")
    return lost("destructive", "expires the reflog, so that lost commits cannot be recovered", KEEP);
  return action === "delete" || action === "drop" ? lost("risky", "expires the reflog", KEEP) : undefined;
};

const gc: Judge = ({ args, config }) =>
  args.some(({ text }) => text.startsWith("--prune=") && NOW.test(text.slice(8))) ||
  config.some(([name, value]) => /^gc\.(?:prune|reflog)expire/.test(name) && NOW.test(value))
    ? lost("destructive", "deletes commits that could still be recovered", KEEP)
    : undefined;

const prune: Judge = ({ args }) =>
  has(gitOptions(args), "n", "dry-run")
    ? undefined
    : lost("risky", "deletes commits that could still be recovered", KEEP);

const rewrite: Judge = ({ args }) =>
  args.some(({ text }) => /^--(?:dry-run|analyze|help)$/.test(text) || text === "-h")
    ? undefined
    : lost("risky", "rewrites the whole history", REWRITES);

/** Refuses by default if anything could be lost. */
const filterRepo: Judge = (call) => (has(gitOptions(call.args), "f", "force") ? rewrite(call) : undefined);

const updateRef: Judge = ({ args }) => {
  const options = gitOptions(args, ["m"]);
  const finding = lost(
    "risky",
    "deletes or moves branches without git's safety checks",
    "use `git branch -d feature`, which refuses to lose commits",
  );
  if (has(options, "d", "delete")) return onBranch(finding, options.operands[0]?.text.replace(/^refs\/heads\//, ""));
  const moved = options.operands[0]?.text.replace(/^refs\/heads\//, "") ?? "";
  if (/^(?:main|master|trunk|develop|production|release)$/.test(moved)) return onBranch(finding, moved);
  return has(options, "", "stdin") ? finding : undefined;
};

const when =
  (test: (args: readonly Word[]) => boolean, finding: Finding): Judge =>
  ({ args }) =>
    test(args) ? finding : undefined;

const words =
  (...texts: readonly string[]) =>
  (args: readonly Word[]) =>
    args.some(({ text }) => texts.includes(text));

export const HISTORY: Readonly<Record<string, Judge>> = {
  branch,
  br: branch,
  tag,
  reflog,
  gc,
  prune,
  "filter-branch": rewrite,
  "filter-repo": filterRepo,
  obliterate: rewrite,
  "update-ref": updateRef,
  "symbolic-ref": when(
    words("-d", "--delete"),
    lost("risky", "deletes a reference that git needs", "read it instead: `git symbolic-ref HEAD`"),
  ),
  replace: when(
    (args) => args.some(({ text }) => /^(?:--graft|--edit|-f|--force|--convert-graft-file)$/.test(text)),
    lost("risky", "replaces commits in history", "undo what was wrong with a new commit: `git revert HEAD`"),
  ),
  "fast-import": when(
    words("--force"),
    lost("risky", "moves branches away from their commits", "import without `--force`: `git fast-import`"),
  ),
  lfs: when(
    ({ 0: first, 1: second }) => first?.text === "migrate" && second?.text !== "info",
    lost("risky", "rewrites the whole history", "see what it would do: `git lfs migrate info`"),
  ),
  "delete-branch": () =>
    lost(
      "risky",
      "deletes a branch locally and on its remote",
      "delete it locally, where git refuses to lose commits: `git branch -d feature`",
    ),
  "delete-tag": () =>
    lost("risky", "deletes a tag locally and on its remote", "create a new one beside it: `git tag v1.0.1`"),
};
