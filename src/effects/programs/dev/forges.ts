/** Data on code hosts: repositories, releases, issues, secrets, workflows. */

import { serviceProgram } from "../../services/judge.js";
import { listed } from "../../services/listed.js";

const ASKS_API = ["risky", "deletes an object through a code host's API"] as const;

export default serviceProgram([
  {
    names: listed(`gh glab hub tea fj bb gitea forgejo lab`),
    where: "on the code host",
    depth: 2,
    taking: ["-R", "--repo", "--hostname"],
    rules: {
      "repo delete": ["destructive", "deletes a repository with its issues and pull requests"],
      "delete *": ["destructive", "deletes a repository"],
      "repo archive|transfer|rename": ["risky", "changes a repository for all its users"],
      "repo edit --visibility": ["risky", "changes who can see a repository"],
      "repo sync --force": ["risky", "overwrites a branch of a repository"],
      "repo deploy-key|autolink delete": "risky",
      "api --method=delete": ASKS_API,
      "api -X=delete": ASKS_API,
      "api repos/*/* --method=patch|-X=patch|-X=put|--method=put": ["risky", "changes a repository for all its users"],
      "gist create --public|-p": ["risky", "publishes files"],
      "pr|mr merge --admin": ["risky", "merges without the required review"],
      "release create --draft|-d": "ordinary",
      "release create": ["risky", "publishes a release"],
      "release edit --draft=false": ["risky", "publishes a release"],
      "alias|extension|cache|auth|config|gpg-config|completion *": "ordinary",
      "pr|mr|issue close|reopen|checkout|merge|lock|unlock|comment|review|edit": "ordinary",
      "run|pipeline|ci cancel|rerun|retry": "ordinary",
      "release delete": ["destructive", "deletes a published release"],
      "secret|variable|ruleset|ssh-key|gpg-key delete|remove": ["risky", "deletes a secret, a setting or a key"],
      "workflow disable": ["risky", "disables a workflow"],
    },
    heavy: ["release", "codespace", "environment"],
    instead:
      "look at it first (`gh repo view`, `gh release list`), close instead of delete (`gh issue close 12`), and ask the user to delete it",
  },
  {
    names: listed(`gitlab gitlab-runner gitlab-ctl gitlab-rake gitlab-backup jira linear asana trello`),
    where: "in a team service",
    depth: 2,
    rules: {
      "cleanse|uninstall|remove-accounts|reset-grafana": ["destructive", "removes a service and all its data"],
      "restore|gitlab:backup:restore|gitlab:setup|db:reset": ["destructive", "replaces all data with an older backup"],
      unregister: ["risky", "unregisters a runner"],
      "unregister --all-runners": ["destructive", "unregisters all runners"],
      "stop|restart|reset-failed": "ordinary",
    },
    instead: "list what exists (`gitlab-runner list`), and ask the user to delete it",
  },
]);
