/** Verification that is permanently disabled: of downloads, signatures and repository changes. */
import { asking, programOf } from "../../model/rules.js";

const asks = asking({
  kind: "machine",
  instead: "keep the check enabled, and tell the user what it blocks",
});
const TLS = "permanently disables TLS certificate verification";
const OFF = "(?:false|0|off|no|none)";

export default programOf([
  asks(
    ["git"],
    new RegExp(
      ` config (?:\\S{1,40} ){0,3}(?:http\\.(?:\\S{1,200}\\.)?sslverify|http\\.schannelcheckrevoke) ${OFF}(?:\\s|$)`,
      "i",
    ),
    TLS,
  ),
  asks(
    ["git"],
    / config (?:\S{1,40} ){0,3}(?:(?:transfer|fetch|receive)\.fsckobjects false|safe\.directory \*|commit\.gpgsign false|tag\.gpgsign false|user\.signingkey )/i,
    "disables a check of git",
  ),
  asks(
    ["git"],
    / config (?:\S{1,40} ){0,2}--(?:global|system) (?:\S{1,40} ){0,2}credential\.helper store$/,
    "stores passwords in plain text",
    {
      instead: "keep the helper of the system: `git config credential.helper`",
    },
  ),
  asks(
    ["npm", "pnpm", "yarn", "bun"],
    new RegExp(
      ` (?:config|c) set (?:\\S{1,60} ){0,2}?(?:strict-ssl|strictSsl|enableStrictSsl|audit|package-lock)[ =]${OFF}(?:\\s|$)`,
    ),
    TLS,
  ),
  asks(
    ["npm", "pnpm", "yarn"],
    / (?:(?:config|c) )?set (?:\S{1,60} ){0,2}?(?:script-shell|node-options|init-module|onload-script|shell|git|before|globalconfig|prefix)[ =](?:\S{0,40}(?:-r|--require|--import|--loader)|[/~.])/,
    "makes the package manager run a program of its own",
  ),
  asks(["pip", "pip3"], / config set \S{0,40}trusted-host/, TLS),
  asks(["conda", "mamba"], new RegExp(` config (?:\\S{1,40} ){0,2}--set ssl_verify ${OFF}`, "i"), TLS),
  asks(["composer"], / config (?:\S{1,40} ){0,2}(?:disable-tls true|secure-http false)/, TLS),
  asks(["poetry"], / config \S{0,80}certificates\.\S{1,80} false/, TLS),
  asks(["bundle"], / config (?:\S{1,40} ){0,2}ssl_verify_mode 0/, TLS),
  asks(
    ["go"],
    / env -w (?:\S{1,200} ){0,6}?(?:GOSUMDB=off|GONOSUMCHECK=|GONOSUMDB=\*|GOINSECURE=\*|GOFLAGS=\S{0,80}-insecure)/,
    TLS,
  ),
  asks(["gh"], / config set (?:\S{1,40} ){0,2}git_protocol http(?:\s|$)/, TLS),
  asks(["gpg", "gpg2"], / --(?:always-trust|trust-model always)\b.{0,100}--import/, "trusts every host key"),
  asks(["pre-commit", "lefthook"], /^ uninstall(?:\s|$)/, "disables the pre-commit checks"),
  asks(["husky"], /^ (?:uninstall|remove)(?:\s|$)/, "disables the pre-commit checks"),
  asks(
    ["gitleaks", "trufflehog", "semgrep"],
    / --(?:no-verification --allow-all|baseline-path \/dev\/null)/,
    "suppresses findings of a secret scanner",
  ),
  asks(
    ["cp", "mv", "ln", "install"],
    / \S{0,200}(?:\/\.ssh\/id_\w{2,12}|\.env(?:\.\w{1,20})?|\/\.aws\/credentials|\.pem|\.p12|secrets?\.\w{2,5}) \S{0,200}(?:^|[/ ])(?:public|static|www|htdocs|public_html|wwwroot)\//,
    "puts a file with secrets into a public directory",
    { kind: "send", instead: "keep it outside of what is served" },
  ),
  asks(["localectl"], / set-/, "changes the language of the machine", { asRoot: true }),
  asks(["ntpdate", "rdate", "sntp"], / (?:-b|-s|-S|\S)/, "changes the clock of the machine", {
    asRoot: true,
    unless: / -q(?:\s|$)/,
  }),
  asks(["dpkg-reconfigure"], / \S/, "changes the configuration of the machine", { asRoot: true }),
  asks(
    ["rkhunter", "aide", "tripwire"],
    / (?:--propupd|--update|--init|-i|-u)(?:\s|$)/,
    "makes a scanner trust files as they are now",
    { asRoot: true },
  ),
  asks(["timedatectl"], / set-(?:ntp (?:false|0|no)|time )/, "changes the system clock"),
  asks(
    ["update-alternatives", "alternatives"],
    / --(?:set|install|remove-all) /,
    "changes which program a command name runs",
  ),
  asks(["hostnamectl"], / (?:set-hostname|hostname) \S/, "changes the hostname of this machine"),
  asks(
    ["gh", "glab"],
    /^ api .{0,400}(?:security_and_analysis|secret_scanning|push_protection|branches\/\S{1,200}\/protection|\/rulesets|\/collaborators\/|\/actions\/permissions|\/vulnerability-alerts|\/statuses\/|\/check-(?:runs|suites)|\/actions\/(?:secrets|variables|runners)|\/environments\/|\/hooks(?:\s|$|\/)|\/keys(?:\s|$)|\/transfer(?:\s|$)|\/invitations|\/memberships?\/|\/interaction-limits|\/code-scanning\/|\/secret-scanning\/|\/pages(?:\s|$)|\/dispatches(?:\s|$)|[ =]private[=:]false|visibility[=:]public)/,
    "changes permissions or monitoring of a repository",
    { kind: "service", unless: /^ api (?!.{0,400} (?:-X|--method|-f|-F|--field|--raw-field|--input)[ =])/ },
  ),
  asks(["gh"], /^ workflow run .{0,200}prod(?:uction)?\b/i, "starts a workflow that changes shared resources", {
    kind: "service",
    instead: "look at it first (`gh workflow view ci.yml`), and ask the user to start it",
  }),
]);
