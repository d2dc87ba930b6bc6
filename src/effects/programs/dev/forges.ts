/** What is kept beside the code where it is hosted: repositories, releases, issues, secrets, workflows. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const ASKS_API = ["risky", "deletes a thing through the API of a code host"] as const;

export default serviceProgram([
  {
    names: listed(`gh glab hub tea fj bb gitea forgejo lab`),
    where: "where the code is hosted",
    depth: 2,
    taking: ["-R", "--repo", "--hostname"],
    rules: {
      "repo delete": ["destructive", "deletes a repository with its issues and pull requests"],
      "delete *": ["destructive", "deletes a repository"],
      "repo archive|transfer|rename": ["risky", "changes a repository for everybody"],
      "repo edit --visibility": ["risky", "changes who can see a repository"],
      "repo sync --force": ["risky", "replaces a branch of a repository by force"],
      "repo deploy-key|autolink delete": "risky",
      "api --method=delete": ASKS_API,
      "api -X=delete": ASKS_API,
      "api repos/*/* --method=patch|-X=patch|-X=put|--method=put": ["risky", "changes a repository for everybody"],
      "gist create --public|-p": ["risky", "publishes files for everybody"],
      "pr|mr merge --admin": ["risky", "merges without the review that the repository asks for"],
      "release create --draft|-d": "ordinary",
      "release create": ["risky", "publishes a release for everybody"],
      "alias|extension|cache|auth|config|gpg-config|completion *": "ordinary",
      "pr|mr|issue close|reopen|checkout|merge|lock|unlock|comment|review|edit": "ordinary",
      "run|pipeline|ci cancel|rerun|retry": "ordinary",
      "release delete": ["destructive", "deletes a release that people may download"],
      "secret|variable|ruleset|ssh-key|gpg-key delete|remove": ["risky", "takes a secret, a setting or a key away"],
      "workflow disable": ["risky", "turns a workflow off"],
    },
    heavy: ["release", "codespace", "environment"],
    instead:
      "look at it first (`gh repo view`, `gh release list`), close instead of delete (`gh issue close 12`), and let a person delete it",
  },
  {
    names: listed(`gitlab gitlab-runner gitlab-ctl gitlab-rake gitlab-backup jira linear asana trello`),
    where: "of a service the team works with",
    depth: 2,
    rules: {
      "cleanse|uninstall|remove-accounts|reset-grafana": ["destructive", "removes a service with all its data"],
      "restore|gitlab:backup:restore|gitlab:setup|db:reset": ["destructive", "replaces all data by an older copy"],
      unregister: ["risky", "takes a runner away"],
      "unregister --all-runners": ["destructive", "takes all runners away"],
      "stop|restart|reset-failed": "ordinary",
    },
    instead: "list what is there (`gitlab-runner list`), and let a person take it away",
  },
]);
