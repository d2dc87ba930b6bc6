/** What builds and running applications are given: their secrets and variables, and the machines that run them. */
import { asking, programOf } from "../../model/rules.js";

const asks = asking({
  kind: "service",
  instead: "list what is set (`gh secret list`), and ask the owner of the project to change it",
});
const SECRETS = "replaces a secret or a variable that builds use";
const DEPLOYED = "replaces a secret of a running application";
const RUNNER = "registers this machine as a runner that executes the jobs of others";
const RECORDS = "deletes the records of builds";
/** Names of variables that hold secrets. */
const SECRET_NAME =
  "\\S{0,60}(?:SECRET|TOKEN|PASSWORD|PASSWD|PRIVATE|API_?KEY|ACCESS_?KEY|_KEY|CREDENTIAL|DATABASE_URL|DSN|SIGNING)\\S{0,60}";
const LIVE = "(?:[\\s=:/-])(?:prod|production|live)(?:[\\s:/=-]|$)";

export default programOf([
  asks(
    ["gh"],
    new RegExp(
      `^ (?:secret|variable) set\\b(?:.{0,200} (?:-f|--env-file)[ =]| (?:-\\S{1,60} ){0,4}${SECRET_NAME}(?:\\s|$)|.{0,300}https?://)`,
      "i",
    ),
    SECRETS,
  ),
  asks(["gh"], /^ variable delete(?:\s|$)/, SECRETS),
  asks(["glab"], /^ variable (?:set|update|delete|remove|import)(?:\s|$)/, SECRETS),
  asks(["tea", "fj", "bb", "hub"], / (?:secrets?|variables?) (?:set|add|create|delete)(?:\s|$)/, SECRETS),
  asks(["gh"], /^ run delete(?:\s|$)|^ cache delete .{0,60}(?:--all|-a)(?:\s|$)/, RECORDS),
  asks(
    ["gh"],
    /^ ruleset (?:delete|edit)|^ repo edit .{0,200}--(?:visibility|delete-branch-on-merge=false|enable-(?:auto-merge|secret-scanning\S{0,40}=false))/,
    "changes who sees a repository, or the rules that protect it",
  ),
  asks(["config.sh", "config.cmd"], / --(?:url|token|pat)[ =]/, RUNNER, { unless: / (?:--help|remove)(?:\s|$)/ }),
  asks(["gitlab-runner", "act_runner", "forgejo-runner", "gitea-runner"], /^ register\b/, RUNNER),
  asks(["buildkite-agent"], /^ start\b/, RUNNER),
  asks(
    ["circleci-runner", "circleci-launch-agent", "drone-runner-exec", "woodpecker-agent", "jenkins-agent"],
    / \S/,
    RUNNER,
    {
      unless: / (?:--version|--help|version|help)(?:\s|$)/,
    },
  ),
  asks(
    ["circleci"],
    /^ (?:runner (?:token create|resource-class create)|context (?:store-secret|create-secret|remove-secret|delete))\b/,
    SECRETS,
  ),
  asks(
    ["java"],
    / -jar \S{0,200}(?:agent|remoting|swarm-client)\S{0,40}\.jar .{0,200}-(?:url|jnlpUrl|secret|master)\b/,
    RUNNER,
  ),
  asks(["svc.sh"], /^ (?:install|uninstall)\b/, RUNNER),
  asks(
    ["act"],
    / (?:-s|--secret)[ =]\S{0,60}(?:=\uFFFC|TOKEN=|PASSWORD=|KEY=)/,
    "gives secrets to the jobs of a workflow",
  ),
  asks(
    ["travis", "drone", "woodpecker-cli"],
    / (?:env (?:set|unset|clear|copy)|secret (?:add|update|rm|delete))\b/,
    SECRETS,
  ),
  asks(
    ["az"],
    / pipelines (?:variable|variable-group\S{0,20}|agent)(?: variable)? (?:create|update|delete)\b/,
    SECRETS,
  ),
  asks(
    ["aws"],
    / codebuild (?:update-project|update-webhook|import-source-credentials)\b| codepipeline (?:update-pipeline|put-approval-result)\b/,
    "changes what builds do, or approves one",
  ),
  asks(
    ["heroku", "scalingo", "dokku", "gigalixir"],
    new RegExp(`^ (?:config:set|env-set|config:add)\\b(?:.{0,200} ${SECRET_NAME}=|.{0,200}${LIVE})`, "i"),
    DEPLOYED,
  ),
  asks(["fly", "flyctl"], /^ secrets (?:set|import|unset)\b/, DEPLOYED),
  asks(["wrangler"], /^ (?:(?:pages )?secret (?:put|delete|bulk)|secret:bulk)\b/, DEPLOYED),
  asks(
    ["vercel", "netlify", "ntl"],
    new RegExp(
      `^ env[: ](?:add|rm|set|remove|import|unset)\\b(?:.{0,200}\\bproduction\\b|.{0,200} ${SECRET_NAME}(?:\\s|$))`,
      "i",
    ),
    DEPLOYED,
  ),
  asks(["railway"], new RegExp(`^ variables? .{0,60}(?:--set|set)[ =]\\S{0,4}${SECRET_NAME}`, "i"), DEPLOYED),
  asks(["supabase"], /^ secrets (?:set|unset)\b/, DEPLOYED),
  asks(["firebase"], /^ functions:(?:secrets:(?:set|destroy)|config:(?:set|unset))\b/, DEPLOYED),
  asks(["doppler", "infisical"], /^ secrets (?:set|delete|upload)\b/, DEPLOYED),
]);
