/** Version control other than git. */
import { operands } from "../../model/arguments.js";
import type { Effect } from "../../model/effect.js";
import type { Rules } from "../../services/cli.js";
import { isDryRun } from "../../services/options.js";
import { ruleFor } from "../../services/rules.js";
import type { Program } from "../contract.js";

const CHANGES = ["destructive", "discards uncommitted changes"] as const;

const TABLES: Readonly<Record<string, Rules>> = {
  svn: {
    "revert -R|--recursive|--depth": CHANGES,
    "revert|cleanup --remove-unversioned|--remove-ignored": CHANGES,
    "revert *": ["risky", "discards uncommitted changes"],
    "delete|rm|remove|del -m|--message|-F": ["risky", "deletes files or branches in the central repository"],
    "rm|delete|remove|del --force": ["risky", "deletes files and their uncommitted changes"],
    "propdel|pd --revprop": ["risky", "rewrites history"],
  },
  hg: {
    "update|up|checkout|co -C|--clean": CHANGES,
    "revert -a|--all|-C|--no-backup": CHANGES,
    "strip|debugstrip|rollback|prune": ["risky", "removes commits from history"],
    "purge|clean": ["destructive", "deletes untracked files"],
    "push -f|--force": ["risky", "overwrites the remote"],
    "remove|rm -f|--force": ["risky", "deletes files and their uncommitted changes"],
  },
  jj: {
    "op|operation abandon": ["risky", "discards operations that could still be undone"],
    "abandon *(*|*::*|all": ["risky", "abandons a whole set of commits"],
    "op|operation restore": ["risky", "restores the repository to an older state"],
    "util gc --expire": ["risky", "deletes commits that could still be recovered"],
    "git push --deleted|--all": ["risky", "changes many remote branches at once"],
  },
  p4: {
    "revert -a|-c": ["risky", "discards changes"],
    revert: ["risky", "discards changes"],
    obliterate: ["destructive", "deletes files and all their history"],
    "client|depot|branch|label -d": ["risky", "deletes files or branches in the central repository"],
  },
  fossil: {
    "revert|clean -f|--force|-x": CHANGES,
    purge: ["risky", "removes commits from history"],
    scrub: ["destructive", "deletes secrets and history of a repository"],
  },
  sl: {
    "hide *": ["risky", "removes commits from history"],
    "goto|go|update|up|checkout|co -C|--clean": CHANGES,
    "revert -a|--all|-C|--no-backup": CHANGES,
    "purge|clean": ["destructive", "deletes untracked files"],
    "push -f|--force": ["risky", "overwrites the remote"],
  },
  bzr: {
    uncommit: ["risky", "removes commits from history"],
    "revert --no-backup": CHANGES,
    revert: ["risky", "discards uncommitted changes"],
    "clean-tree --force": ["destructive", "deletes untracked files"],
    "push --overwrite": ["risky", "overwrites the remote"],
  },
  cvs: {
    "update|up -C": CHANGES,
    "admin -o": ["destructive", "deletes revisions of a file from its history"],
    "remove|rm|delete -f": ["risky", "deletes files and their uncommitted changes"],
  },
  darcs: {
    "obliterate|unpull": ["destructive", "deletes patches from the repository"],
    "revert|unrecord": ["risky", "discards recorded or uncommitted changes"],
  },
  pijul: { "unrecord|reset": ["risky", "discards recorded or uncommitted changes"] },
  cm: { "undo|undochange *": ["risky", "discards uncommitted changes"] },
  tf: { "undo|destroy": ["risky", "discards changes, or deletes files with all their history"] },
  repo: {
    "sync --force-sync|--force-remove-dirty|-d": ["risky", "discards changes in all repositories at once"],
    "abandon --all": ["risky", "deletes branches in all repositories at once"],
  },
  "git-filter-repo": { "--force|-f": ["risky", "rewrites the whole history"] },
  bfg: {
    "--delete-files|-D|--delete-folders|--strip-blobs-bigger-than|-b|--replace-text|-rt": [
      "risky",
      "rewrites the whole history",
    ],
  },
};

/** Options before the subcommand whose value is the next word. */
const TAKING = ["--config", "--cwd", "-R", "--repository", "--encoding", "--config-toml", "--at-op", "-p", "-u", "-d"];

const INSTEAD = "see what would be lost (`hg status`, `svn status`), and keep a copy first";

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
