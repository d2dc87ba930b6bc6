/** Effect of a push on branches that other people use. */
import type { Finding, Judge } from "./finding.js";
import { gitOptions, has } from "./options.js";

/** The same push in a safer way. Names that are not plain words are left out. */
const lease = (to = "origin", branch = "feature") => {
  const [remoteName, name] = [plain(to, "origin"), plain(branch, "feature")];
  return `push without overwriting the work of others: \`git push --force-with-lease ${remoteName} ${name}\``;
};
const plain = (word: string, fallback: string) => (/^\w[\w./-]{0,99}$/.test(word) && word !== "HEAD" ? word : fallback);
const deleteLocally = (ref: string) => `delete it locally only: \`git branch -d ${plain(branchOf(ref), "feature")}\``;
const PULL = "rebase on the remote branch, then push: `git pull --rebase`, then `git push`";

const remote = (severity: Finding["severity"], what: string, instead?: string, branch?: string): Finding => ({
  kind: "remote",
  severity,
  what,
  ...(instead === undefined ? {} : { instead }),
  ...(branch === undefined ? {} : { target: { type: "branch", name: branch } }),
});

/** Branches that everybody's work starts from. Putting another branch in their place is no update of them, lease or not. */
const SHARED =
  /^(?:main|master|trunk|mainline|default|develop|development|production|prod|live|staging|stable|release|gh-pages)$|^releases?\//;

export const push: Judge = ({ args }) => {
  const options = gitOptions(args, ["o", "push-option", "receive-pack", "exec", "repo"]);
  if (has(options, "n", "dry-run")) return undefined;
  if (has(options, "", "mirror"))
    return remote("destructive", "mirrors this repository to the remote and deletes all other branches there", PULL);
  const [to] = options.operands;
  if (
    to !== undefined &&
    /^(?:https?|git|ssh):\/\/(?!(?:[^/@]{1,200}@)?(?:github\.com|gitlab\.com|bitbucket\.org)\/)/.test(to.text)
  )
    return remote(
      "risky",
      "sends the repository to a URL that is not one of its remotes",
      "push to a configured remote: `git push origin feature`",
    );
  const leased = options.long.some((name) => name.length > 6 && "force-with-lease".startsWith(name));
  const forced = has(options, "f") || options.long.some((name) => /^forc?e?$/.test(name));
  const refs = options.operands.slice(1).map(({ text }) => text);
  if (has(options, "d", "delete"))
    return refs.length === 0
      ? undefined
      : refs.map((ref) => remote("risky", "deletes a branch or tag on the remote", deleteLocally(ref), branchOf(ref)));
  const findings = refs.flatMap((ref): Finding[] => {
    if (/^\+?:./.test(ref))
      return [remote("risky", "deletes a branch or tag on the remote", deleteLocally(ref), branchOf(ref))];
    if (leased && ref.includes(":") && SHARED.test(branchOf(ref)) && !ref.startsWith(`${branchOf(ref)}:`))
      return [
        remote(
          "risky",
          "replaces the history of a branch that others build on",
          "push to a branch of your own and open a pull request: `git push origin HEAD:fix-login`",
          branchOf(ref),
        ),
      ];
    if (forced || ref.startsWith("+"))
      return leased
        ? [
            remote(
              "ordinary",
              "overwrites a branch on the remote that has no new commits of others",
              undefined,
              branchOf(ref),
            ),
          ]
        : [
            remote(
              "risky",
              "overwrites a branch on the remote, including commits pushed by others",
              lease(to?.text, branchOf(ref)),
              branchOf(ref),
            ),
          ];
    return [remote("ordinary", "pushes to a branch on the remote", undefined, branchOf(ref))];
  });
  if (refs.length === 0 && !forced) findings.push(remote("ordinary", "pushes to a branch on the remote"));
  if (has(options, "", "prune"))
    findings.push(
      remote(
        "risky",
        "deletes branches on the remote that do not exist locally",
        "push only the branch you mean: `git push origin feature`",
      ),
    );
  if (forced && !leased && refs.length === 0)
    findings.push(
      remote("destructive", "overwrites branches on the remote, including commits pushed by others", lease(to?.text)),
    );
  return findings;
};

/** The remote name: `HEAD:refs/heads/main` is `main`. */
function branchOf(ref: string): string {
  return ref.slice(ref.lastIndexOf(":") + 1).replace(/^\+?(?:refs\/heads\/)?/, "");
}
