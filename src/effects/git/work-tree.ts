/** Subcommands that discard uncommitted changes. */
import type { Word } from "../model/invocation.js";
import { isCheck } from "../model/repository-checks.js";
import { isUsualHost } from "./config.js";
import { type Finding, type Judge, lost, STASH } from "./finding.js";
import { gitOptions, has } from "./options.js";

const reset: Judge = ({ args }) => {
  const options = gitOptions(args);
  if (has(options, "", "hard")) {
    const instead =
      "undo commits and keep the changes with `git reset --soft HEAD~1`, or stash them with `git stash push --include-untracked`";
    return lost("destructive", "discards all uncommitted changes", instead);
  }
  return has(options, "", "merge") ? lost("risky", "discards uncommitted changes", STASH) : undefined;
};

const clean: Judge = ({ args, config }) => {
  const options = gitOptions(args, ["e", "exclude"]);
  const free = config.some(([name, value]) => name === "clean.requireforce" && /^(?:false|no|off|0)$/i.test(value));
  if (!(has(options, "f", "force") || free) || has(options, "ni", "dry-run", "interactive")) return undefined;
  const instead =
    "list what would be deleted with `git clean -nd`, or stash it with `git stash push --include-untracked`";
  if (options.letters.includes("X")) return lost("risky", "deletes files that git ignores", instead);
  return lost("destructive", "deletes untracked files", instead);
};

const EXTENSIONS =
  /\.(?:[cm]?[jt]sx?|json[5c]?|md|mdx|txt|py|pyi|rb|go|rs|java|kts?|c|cc|cpp|h|hpp|cs|php|html?|s?css|less|ya?ml|toml|lock|xml|svg|png|jpe?g|gif|sql|sh|bash|zsh|env|cfg|conf|ini|csv|vue|svelte|swift|dart|lua|pl|exs?|erl|hs|scala|clj|gradle|properties|tf|tfvars|proto|graphql|ipynb|diff|patch|log|bak)$/i;
const FILES =
  /^(?:\..+|Makefile|Dockerfile|Gemfile|Rakefile|Procfile|Jenkinsfile|Vagrantfile|README|LICENSE|CHANGELOG)$/;

/** Branches, commits and files share this position; a word that looks like a file is treated as a file. */
function looksLikePath({ text, glob }: Word): boolean {
  if (glob || /^\.{0,2}\/|^\.{1,2}$|\/$|^:/.test(text)) return true;
  const last = text.slice(text.lastIndexOf("/") + 1);
  return FILES.test(last) || EXTENSIONS.test(last);
}

const WHOLE = /^(?:\.|\.\/|:\/|:\(top\)|\*|\.\.|\/)$/;

/** Written by package managers from what is declared elsewhere. */
const LOCK_FILE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|poetry\.lock|uv\.lock|pdm\.lock|pixi\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|go\.sum|mix\.lock|pubspec\.lock|Podfile\.lock|Package\.resolved|flake\.lock|packages\.lock\.json|gradle\.lockfile|\.terraform\.lock\.hcl)$/;

function overPaths(paths: readonly Word[]): Finding | undefined {
  if (paths.length > 0 && paths.every(({ text, glob }) => !glob && LOCK_FILE.test(text))) return undefined;
  const wide = paths.some(({ text, glob }) => WHOLE.test(text) || glob);
  const instead = "stash the changes so that they can be restored: `git stash push -- src/app.ts`";
  return lost(wide ? "destructive" : "risky", "overwrites files and discards their uncommitted changes", instead);
}

const VALUES: Readonly<Record<string, RegExp>> = {
  "--track": /^(?:direct|inherit)$/,
  "--recurse-submodules": /^(?:checkout|on-demand)$/,
};

const checkout: Judge = ({ args }) => {
  const kept = args.filter(({ text }, at) => VALUES[args[at - 1]?.text ?? ""]?.test(text) !== true);
  const options = gitOptions(kept, ["b", "B", "orphan", "conflict", "unified", "U", "inter-hunk-context"]);
  if (has(options, "f", "force")) return lost("destructive", "discards all uncommitted changes", STASH);
  if (has(options, "p", "patch", "ours", "theirs")) return undefined;
  if (options.long.some((name) => name.startsWith("pathspec-f"))) return overPaths([]);
  if (has(options, "bB", "orphan")) return undefined;
  if (options.paths !== undefined) return options.paths.length === 0 ? undefined : overPaths(options.paths);
  if (options.operands.length > 1) return overPaths(options.operands.slice(1));
  const [only] = options.operands;
  return only !== undefined && looksLikePath(only) && !has(options, "dt", "detach", "track")
    ? overPaths([only])
    : undefined;
};

const restore: Judge = ({ args }) => {
  const options = gitOptions(args, ["s", "source", "conflict", "unified", "U", "inter-hunk-context"]);
  if (has(options, "p", "patch", "ours", "theirs", "merge")) return undefined;
  if (has(options, "S", "staged") && !has(options, "W", "worktree")) return undefined;
  const paths = [...options.operands, ...(options.paths ?? [])];
  if (paths.length === 0 && !options.long.some((name) => name.startsWith("pathspec-f"))) return undefined;
  return overPaths(paths);
};

const change: Judge = ({ args }) => {
  const options = gitOptions(args, ["c", "C", "create", "force-create", "orphan", "conflict"]);
  return has(options, "f", "force", "discard-changes") && !options.long.includes("force-create")
    ? lost("destructive", "discards all uncommitted changes", STASH)
    : options.long.some((name) => "discard-changes".startsWith(name) && name.length > 2)
      ? lost("destructive", "discards all uncommitted changes", STASH)
      : undefined;
};

const stash: Judge = ({ args }) => {
  const action = args.find(({ text }) => !text.startsWith("-"))?.text;
  const instead = "keep it, or turn it into a branch: `git stash branch saved-work`";
  if (action === "clear") return lost("destructive", "deletes all stashed changes", instead);
  return action === "drop" ? lost("risky", "deletes stashed changes", instead) : undefined;
};

const worktree: Judge = ({ args }) => {
  if (args[0]?.text !== "remove") return undefined;
  return has(gitOptions(args.slice(1)), "f", "force")
    ? lost(
        "risky",
        "deletes a worktree and its uncommitted changes",
        "use the form that refuses to lose work: `git worktree remove ../feature`",
      )
    : undefined;
};

const rm: Judge = ({ args }) => {
  const options = gitOptions(args);
  if (has(options, "n", "dry-run", "cached")) return undefined;
  const files = [...options.operands, ...(options.paths ?? [])];
  if (files.some(({ text }) => isCheck(text)))
    return lost("risky", "deletes a check that the repository runs on changes", "tell the user which check blocks you");
  const all = files.some(({ text }) => WHOLE.test(text));
  const forced = has(options, "f", "force");
  return forced || (all && has(options, "r"))
    ? lost(
        all && forced ? "destructive" : "risky",
        "deletes files and their uncommitted changes",
        "remove them from git and keep the files: `git rm --cached notes.md`",
      )
    : undefined;
};

const submodule: Judge = ({ args }) =>
  args[0]?.text === "set-url" && !isUsualHost(args.at(-1)!.text)
    ? {
        kind: "remote-code",
        severity: "risky",
        what: "takes a submodule from another host",
        instead: "show the user the URL first: `git config -f .gitmodules --get-regexp url`",
      }
    : /^(?:deinit|update)$/.test(args[0]?.text ?? "") && has(gitOptions(args.slice(1)), "f", "force")
      ? lost(
          "risky",
          "discards uncommitted changes in submodules",
          "use the form that refuses to lose work: `git submodule deinit libs/x`",
        )
      : undefined;

const overwriting =
  (when: (args: readonly Word[]) => boolean): Judge =>
  ({ args }) =>
    when(args) ? lost("risky", "overwrites files and discards their uncommitted changes", STASH) : undefined;

export const WORK_TREE: Readonly<Record<string, Judge>> = {
  reset,
  clean,
  checkout,
  co: checkout,
  restore,
  switch: change,
  stash,
  worktree,
  rm,
  submodule,
  "checkout-index": overwriting(
    (args) => has(gitOptions(args), "f", "force") && !args.some(({ text }) => text.startsWith("--prefix")),
  ),
  "read-tree": overwriting((args) => has(gitOptions(args), "", "reset") && has(gitOptions(args), "u")),
  clear: () => lost("destructive", "discards all uncommitted changes", STASH),
  undo: ({ args }) =>
    has(gitOptions(args), "h", "hard") ? lost("destructive", "discards commits and changes", STASH) : undefined,
  "reset-file": () => overPaths([]),
};
