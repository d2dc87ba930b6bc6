/** Effects of git on history, uncommitted work and remotes. */
import { config, inlineFindings, transportFinding } from "../../git/config.js";
import type { Finding, Judge } from "../../git/finding.js";
import { HISTORY } from "../../git/history.js";
import { push } from "../../git/push.js";
import { subcommandOf } from "../../git/subcommand.js";
import { WORK_TREE } from "../../git/work-tree.js";
import type { Invocation, Word } from "../../model/invocation.js";
import type { Program } from "../contract.js";

const JUDGES = new Map<string, Judge>(Object.entries({ ...WORK_TREE, ...HISTORY, push, config }));
const TRANSPORTS = new Set([
  "clone",
  "fetch",
  "pull",
  "push",
  "ls-remote",
  "archive",
  "fetch-pack",
  "submodule",
  "remote",
]);

const git: Program = {
  names: ["git", "yadm", "vcsh", "dotfiles"],
  effects(invocation) {
    const call = subcommandOf(invocation);
    if (call === undefined) return [];
    const findings: Finding[] = inlineFindings(call, invocation);
    if (!call.args.some(({ text }) => text === "--help")) {
      const found = JUDGES.get(call.name)?.(call);
      if (found !== undefined) findings.push(...(Array.isArray(found) ? (found as Finding[]) : [found as Finding]));
      const transport = TRANSPORTS.has(call.name) ? transportFinding(call.args) : undefined;
      if (transport !== undefined) findings.push(transport);
    }
    if (call.name === "push" && invocation.moreArgs && call.args.some(({ text }) => /^(?:-d|--delete)$/.test(text)))
      findings.push({
        kind: "remote",
        severity: "risky",
        what: "deletes remote branches or tags whose names are only known at run time",
        instead: "delete one by name, locally only: `git branch -d feature`",
      });
    if (call.name === "fetch" && call.args.some(({ text }) => /^\+?refs\/heads\/\*:refs\/heads\/\*$/.test(text)))
      findings.push({
        kind: "history",
        severity: "risky",
        what: "overwrites all local branches with those of the remote",
        instead: "fetch them beside your own: `git fetch origin`",
      });
    if (call.name === "commit" && forges(invocation, call.args))
      findings.push({
        kind: "history",
        severity: "risky",
        what: "rewrites a commit under another author or date",
        instead: "create a new commit under your own name: `git commit --allow-empty -m note`",
      });
    return findings.map((finding) => ({ certainty: "certain", words: invocation.words, ...finding }));
  },
};

export default git;

function forges({ variables }: Invocation, args: readonly Word[]): boolean {
  const amends = args.some(({ text }) => text === "--amend");
  const named = [...variables.keys()].some((name) => /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL)$/.test(name));
  return amends && named;
}
