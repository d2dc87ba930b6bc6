/** Version control beside git. */
import { operands } from "../../model/arguments.js";
import type { Effect } from "../../model/effect.js";
import type { Rules } from "../../services/cli.js";
import { isDryRun } from "../../services/options.js";
import { ruleFor } from "../../services/rules.js";
import type { Program } from "../contract.js";

const CHANGES = ["destructive", "throws away uncommitted changes"] as const;

const TABLES: Readonly<Record<string, Rules>> = {
  svn: {
    "revert -R|--recursive|--depth": CHANGES,
    "revert|cleanup --remove-unversioned|--remove-ignored": CHANGES,
    "revert *": ["risky", "throws away uncommitted changes"],
    "delete|rm|remove|del -m|--message|-F": ["risky", "deletes things in the repository itself"],
    "rm|delete|remove|del --force": ["risky", "deletes files with what is not committed in them"],
    "propdel|pd --revprop": ["risky", "writes history anew"],
  },
  hg: {
    "update|up|checkout|co -C|--clean": CHANGES,
    "revert -a|--all|-C|--no-backup": CHANGES,
    "strip|debugstrip|rollback|prune": ["risky", "takes commits out of history"],
    "purge|clean": ["destructive", "deletes files that were never committed"],
    "push -f|--force": ["risky", "pushes against what the remote holds"],
    "remove|rm -f|--force": ["risky", "deletes files with what is not committed in them"],
  },
  jj: {
    "op|operation abandon": ["risky", "forgets steps that could be taken back"],
    "abandon *(*|*::*|all": ["risky", "throws away a whole set of commits"],
    "op|operation restore": ["risky", "puts the repository back to an older state"],
    "util gc --expire": ["risky", "deletes commits that could still be brought back"],
    "git push --deleted|--all": ["risky", "changes many branches of the remote at once"],
  },
  p4: {
    "revert -a|-c": ["risky", "throws away changes"],
    revert: ["risky", "throws away changes"],
    obliterate: ["destructive", "deletes files with all their history"],
    "client|depot|branch|label -d": ["risky", "deletes things in the repository itself"],
  },
  fossil: {
    "revert|clean -f|--force|-x": CHANGES,
    purge: ["risky", "takes commits out of history"],
    scrub: ["destructive", "deletes secrets and history of a repository"],
  },
  sl: {
    "hide *": ["risky", "takes commits out of history"],
    "goto|go|update|up|checkout|co -C|--clean": CHANGES,
    "revert -a|--all|-C|--no-backup": CHANGES,
    "purge|clean": ["destructive", "deletes files that were never committed"],
    "push -f|--force": ["risky", "pushes against what the remote holds"],
  },
  bzr: {
    uncommit: ["risky", "takes commits out of history"],
    "revert !--no-backup": ["risky", "throws away uncommitted changes"],
    "revert --no-backup": CHANGES,
    "clean-tree --force": ["destructive", "deletes files that were never committed"],
    "push --overwrite": ["risky", "replaces a branch of the remote, with what others pushed to it"],
  },
  cvs: {
    "update|up -C": CHANGES,
    "admin -o": ["destructive", "deletes revisions of a file from its history"],
    "remove|rm|delete -f": ["risky", "deletes files with what is not committed in them"],
  },
  darcs: {
    "obliterate|unpull": ["destructive", "deletes patches from the repository"],
    "revert|unrecord": ["risky", "throws away recorded or uncommitted changes"],
  },
  pijul: { "unrecord|reset": ["risky", "throws away recorded or uncommitted changes"] },
  cm: { "undo|undochange *": ["risky", "throws away uncommitted changes"], "obliterate *": CHANGES },
  tf: { "undo|destroy": ["risky", "throws away changes, or files with all their history"] },
  repo: {
    "forall -c": "ordinary",
    "sync --force-sync|--force-remove-dirty|-d": ["risky", "throws away changes in all repositories at once"],
    "abandon --all": ["risky", "deletes branches in all repositories at once"],
  },
  "git-filter-repo": { "--force|-f": ["risky", "writes the whole history anew"] },
  bfg: {
    "--delete-files|-D|--delete-folders|--strip-blobs-bigger-than|-b|--replace-text|-rt": [
      "risky",
      "writes the whole history anew",
    ],
  },
};

/** Options before the subcommand whose value is the next word. */
const TAKING = ["--config", "--cwd", "-R", "--repository", "--encoding", "--config-toml", "--at-op", "-p", "-u", "-d"];

const INSTEAD = "look at what would be lost (`hg status`, `svn status`), and keep a copy of it first";

const others: Program = {
  names: Object.keys(TABLES),
  effects(invocation) {
    if (isDryRun(invocation)) return [];
    const words = operands(invocation, TAKING).map(({ text }) => text);
    const rule = ruleFor(TABLES[invocation.program!]!, words, invocation);
    if (rule?.what === undefined) return [];
    const { severity, what } = rule;
    const effect: Effect = {
      kind: "history",
      severity,
      certainty: "certain",
      words: invocation.words,
      what,
      instead: INSTEAD,
    };
    return [effect];
  },
};

export default others;
