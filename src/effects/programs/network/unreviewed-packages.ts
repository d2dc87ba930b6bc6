/** Packages installed or run directly from a URL instead of a registry, without a review. */

import { operands } from "../../model/arguments.js";
import type { Invocation } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { HOST_END, isLoopback, isNear, NEAR_HOST } from "../../model/near-hosts.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import type { Program } from "../contract.js";

/** A URL of code: a download or a repository. */
const ADDRESS =
  /^(?:[\w.[\],-]{1,80}\s?@\s?)?(?:git\+|git::)?(?:https?|git|ssh):\/\/|^(?:git\+|git@|github:|gitlab:|bitbucket:|gist:|gh:)/;
const HOST = /:\/\/(?:[^/@\s]{1,200}@)?([\w.-]{1,200})/;
/** Where well-known projects publish code that is installed from a URL. */
const WELL_KNOWN =
  /^(?:raw\.githubusercontent\.com|github\.com|gitlab\.com|[\w-]{1,60}\.k8s\.io|k8s\.io|kubernetes\.io|storage\.googleapis\.com|projectcontour\.io|deno\.land|jsr\.io|esm\.sh|localhost|127\.0\.0\.1|download\.pytorch\.org|api\.nuget\.org|conda\.anaconda\.org|repo\.anaconda\.com|dl\.flathub\.org|flathub\.org)$/;
const GO_TOOLS =
  /^(?:golang\.org\/x|google\.golang\.org|go\.uber\.org|honnef\.co|mvdan\.cc|gotest\.tools|sigs\.k8s\.io|github\.com\/(?:golang|google|golangci|goreleaser|air-verse|cosmtrek|swaggo|vektra|sqlc-dev|pressly|bufbuild|onsi|securego|a-h\/templ|go-task|golang-migrate|magefile|ogen-go|oapi-codegen|99designs|uber-go|wailsapp|charmbracelet|cli|rakyll|tsenart|spf13|stretchr|mgechev|fatih|cweill|segmentio|mikefarah|jesseduffield|derailed|caddyserver|grpc|grpc-ecosystem|protocolbuffers|kubernetes(?:-sigs)?|hashicorp|go-delve|gotestyourself|daixiang0|ariga|entgo|gqlgen|twitchtv|deepmap|matryer|boumenot|jstemmer|client9|evilmartians|gohugoio|terraform-docs|tomwright|nektos|rogpeppe))\b/;

interface Taker {
  /** The words before the package. */
  readonly when?: RegExp;
  readonly taking?: readonly string[];
  /** Options whose value is the package. */
  readonly options?: readonly string[];
  /** Well-known hosts also need a question: anyone can publish there. */
  readonly anyHost?: true;
}

const RUN: Taker = { options: ["-p", "--package", "--from", "--spec", "--with"], anyHost: true };
const ADD = /^(?: -\S{1,80}){0,6} (?:install|i|add|exec|x|dlx)(?:\s|$)/;

const TAKERS: Readonly<Record<string, readonly Taker[]>> = {
  npx: [RUN],
  bunx: [RUN],
  pnpx: [RUN],
  uvx: [RUN],
  npm: [
    { when: /^(?: -\S{1,80}){0,6} (?:install|i|add)\b.{0,200} ?(?:-g|--global)(?:\s|$)/, anyHost: true },
    {
      when: ADD,
      taking: ["--registry", "--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter"],
    },
    { when: /^(?: -\S{1,200}){0,4} (?:exec|x|dlx)(?:\s|$)/, options: ["-p", "--package"], anyHost: true },
  ],
  pnpm: [
    {
      when: ADD,
      taking: ["--registry", "--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter"],
    },
    { when: /^(?: -\S{1,200}){0,4} (?:exec|x|dlx)(?:\s|$)/, options: ["-p", "--package"], anyHost: true },
  ],
  yarn: [
    {
      when: ADD,
      taking: ["--registry", "--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter"],
    },
    { when: /^(?: -\S{1,200}){0,4} (?:exec|x|dlx)(?:\s|$)/, options: ["-p", "--package"], anyHost: true },
  ],
  bun: [
    {
      when: ADD,
      taking: ["--registry", "--prefix", "-C", "--dir", "--cwd", "-w", "--workspace", "--filter"],
    },
    { when: /^(?: -\S{1,200}){0,4} (?:exec|x|dlx)(?:\s|$)/, options: ["-p", "--package"], anyHost: true },
  ],
  pip: [
    {
      when: / install(?:\s|$)/,
      taking: ["-i", "--index-url", "--extra-index-url", "-f", "--find-links", "--trusted-host"],
      options: ["-r", "-e", "--requirement", "--editable"],
      anyHost: true,
    },
  ],
  pipx: [{ when: / (?:run|install|inject)(?:\s|$)/, options: ["--spec"], anyHost: true }],
  uv: [
    {
      when: / (?:tool run|tool install|pip install|add|run)(?:\s|$)/,
      taking: ["-i", "--index-url", "--index", "--extra-index-url", "--default-index"],
      options: ["--from", "--with"],
      anyHost: true,
    },
  ],
  deno: [
    { when: / (?:run|install|serve)\b.{0,80}(?:-A|--allow-all|--allow-run)(?:\s|$)/, anyHost: true },
    { when: /^(?: -\S{1,80}){0,4} (?:run|install|eval|serve|task)?(?:\s|$)/ },
  ],
  cargo: [{ when: / (?:install|binstall|add)(?:\s|$)/, options: ["--git"], anyHost: true }],
  brew: [{ when: / (?:install|tap|reinstall)(?:\s|$)/ }],
  gem: [{ when: / (?:install|specific_install)(?:\s|$)/, options: ["-l", "--location"], anyHost: true }],
  kubectl: [{ when: / (?:apply|create|replace)(?:\s|$)/, options: ["-f", "--filename", "-k", "--kustomize"] }],
  oc: [{ when: / (?:apply|create|replace)(?:\s|$)/, options: ["-f", "--filename", "-k"] }],
  helm: [{ when: / (?:install|upgrade|template)(?:\s|$)/, taking: ["-f", "--values", "-n", "--namespace", "--set"] }],
  luarocks: [{ when: / (?:install|make)(?:\s|$)/, taking: ["--server"], anyHost: true }],
  code: [{ options: ["--install-extension"], anyHost: true }],
  nix: [{ when: / run(?:\s|$)/, anyHost: true }],
  "nix-env": [{ options: ["-if", "-f", "--file"], anyHost: true }],
  "nix-shell": [{ options: ["-I"], anyHost: true }, { anyHost: true }],
  composer: [{ when: / (?:create-project|require|global)(?:\s|$)/, options: ["--repository", "--repository-url"] }],
  jbang: [{ anyHost: true }],
  groovy: [{ anyHost: true }],
  coursier: [{ when: / (?:launch|install|bootstrap)(?:\s|$)/, options: ["-r", "--repository"] }],
  cs: [{ when: / (?:launch|install|bootstrap)(?:\s|$)/, options: ["-r", "--repository"] }],
  "ansible-pull": [{ options: ["-U", "--url"], anyHost: true }],
  "ansible-galaxy": [{ when: / install(?:\s|$)/, options: ["-s", "--server"], anyHost: true }],
  terraform: [{ when: / init(?:\s|$)/, options: ["-from-module"], anyHost: true }],
  tofu: [{ when: / init(?:\s|$)/, options: ["-from-module"], anyHost: true }],
  conda: [{ when: / (?:install|create|update)(?:\s|$)/, options: ["-c", "--channel"] }],
  mamba: [{ when: / (?:install|create|update)(?:\s|$)/, options: ["-c", "--channel"] }],
  micromamba: [{ when: / (?:install|create|update)(?:\s|$)/, options: ["-c", "--channel"] }],
  cpanm: [{ options: ["--mirror", "--from"], anyHost: true }],
  cpan: [{ anyHost: true }],
  easy_install: [{ options: ["-i", "--index-url", "-f", "--find-links"], anyHost: true }],
  rpm: [{ when: / (?:-[a-zA-Z]{0,6}[iU][a-zA-Z]{0,4}|--install|--upgrade|--import)(?:\s|$)/ }],
  dnf: [{ when: / (?:install|localinstall|reinstall)(?:\s|$)/ }],
  yum: [{ when: / (?:install|localinstall|reinstall)(?:\s|$)/ }],
  zypper: [{ when: / (?:install|in|addrepo|ar)(?:\s|$)/ }],
  pacman: [{ when: / -U/ }],
  flatpak: [{ when: / (?:install|remote-add)(?:\s|$)/ }],
  asdf: [{ when: / plugin(?:-| )add(?:\s|$)/, anyHost: true }],
  mise: [{ when: / (?:plugins? (?:install|add|i)|use|x|exec|install)(?:\s|$)/, anyHost: true }],
  dotnet: [{ when: / (?:tool|add|new)(?:\s|$)/, options: ["--add-source", "--source", "--nuget-source"] }],
  nuget: [{ when: / (?:install|sources add)(?:\s|$)/i, options: ["-Source", "-source"] }],
  vcpkg: [{ anyHost: true }],
  conan: [{ when: / (?:remote add|config install)(?:\s|$)/ }],
  krew: [{ when: / install(?:\s|$)/, options: ["--manifest-url"] }],
  julia: [{ when: / install(?:\s|$)/ }],
  swift: [{ when: / package (?:init|add)(?:\s|$)/ }],
  mix: [{ when: / (?:archive|escript)\.install(?:\s|$)/, anyHost: true }],
  opam: [{ when: / (?:pin|repo|repository)(?: add)?(?:\s|$)/, anyHost: true }],
  cabal: [{ when: / install(?:\s|$)/, anyHost: true }],
  raco: [{ when: / pkg install(?:\s|$)/, anyHost: true }],
  nimble: [{ when: / install(?:\s|$)/, anyHost: true }],
  dart: [
    {
      when: / pub (?:global )?(?:activate|add)(?:\s|$)/,
      options: ["-sgit", "--git-url", "-shosted", "--hosted-url", "-u"],
      anyHost: true,
    },
  ],
  flutter: [
    { when: / pub (?:global )?(?:activate|add)(?:\s|$)/, options: ["--git-url", "--hosted-url"], anyHost: true },
  ],
  fisher: [{ when: / install(?:\s|$)/, anyHost: true }],
  snap: [{ when: / install(?:\s|$)/ }],
  poetry: [{ when: / (?:add|source add)(?:\s|$)/ }],
  pdm: [{ when: / add(?:\s|$)/ }],
  pixi: [{ when: / (?:add|global install|exec)(?:\s|$)/, options: ["-c", "--channel"] }],
  hatch: [{ when: / run(?:\s|$)/ }],
  sdk: [{ when: / install(?:\s|$)/ }],
};

/** Options and settings that name another package source, by kind of program. */
const SOURCES: readonly (readonly [programs: string, options: RegExp, form: RegExp])[] = [
  [
    "pip pip3 uv uvx pipx pdm poetry",
    /^(?:-i|--index-url|--extra-index-url|--index|--default-index|-f|--find-links|--trusted-host|--pip-args)$/,
    / (?:install|download|add|run|sync|tool|wheel|lock|config set)\b|^ -|^ \w/,
  ],
  [
    "npm pnpm yarn bun npx bunx pnpx",
    /^(?:--registry|--@[\w-]{1,60}:registry|registry|npmRegistryServer|npm_config_registry)$/,
    /./,
  ],
  ["gem bundle", /^(?:-s|--source|--clear-sources|-a|--add)$/, / (?:install|update|sources|add|fetch)\b/],
  ["cargo", /^(?:--index|--registry-index)$/, / (?:install|add|publish)\b/],
  ["go", /^GOPROXY$/, / env -w\b/],
  ["luarocks", /^(?:--server|--only-server)$/, / install\b/],
  ["mvn mvnw gradle", /^-D(?:remoteRepositories|repoUrl|maven\.repo\.remote)$/, /./],
  ["helm", /^--repo$/, / (?:install|upgrade|pull|template)\b/],
];
const USUAL_SOURCE =
  /(?:^|[/.@])(?:pypi\.org|pythonhosted\.org|download\.pytorch\.org|pypi\.nvidia\.com|pypi\.ngc\.nvidia\.com|npmjs\.(?:org|com)|yarnpkg\.com|npmmirror\.com|jsr\.io|npm\.pkg\.github\.com|rubygems\.org|rubygems\.pkg\.github\.com|crates\.io|nuget\.org|proxy\.golang\.org|maven\.org|maven\.apache\.org|luarocks\.org|bitnami\.com|artifacthub\.io|pkg\.dev|codeartifact\.[\w-]{1,40}\.amazonaws\.com|pkgs\.dev\.azure\.com|gitlab\.com|jfrog\.io|tsinghua\.edu\.cn|aliyun\.com)(?:[:/,|]|$)|^(?:\.{0,2}\/|~|file:)|github\.io\/|^(?:[\w-]{1,60}|[\w.-]{1,100}\.corp)(?:[:/]|$)/;

/** Commands that install from a URL inside another word. */
const ELSEWHERE = String.raw`https?:\/\/(?!(?:(?:[\w-]{1,40}\.)?(?:pypi\.org|npmjs\.(?:org|com)|yarnpkg\.com|npmmirror\.com|npm\.pkg\.github\.com|conda\.anaconda\.org|repo\.packagist\.org|packagist\.org|pytorch\.org|alpinelinux\.org)|${NEAR_HOST}|[\w.-]{1,80}\.corp)${HOST_END})`;
const PIP_CONFIG = new RegExp(`^ config set \\S{0,40}(?:index-url|find-links) ${ELSEWHERE}`);
const NPM_CONFIG = new RegExp(
  `^ (?:config|c) set (?:\\S{1,60} ){0,2}?@[\\w.-]{1,60}:registry[ =]${ELSEWHERE}|^ (?:config set )?pkg set \\S{0,40}(?:dependencies|overrides|resolutions)\\S{0,80}=(?:git|https?:|github:|npm:)`,
  "i",
);
const OTHER_WAYS: Readonly<Record<string, RegExp>> = {
  pip: PIP_CONFIG,
  pip3: PIP_CONFIG,
  npm: NPM_CONFIG,
  pnpm: NPM_CONFIG,
  yarn: NPM_CONFIG,
  composer: new RegExp(
    `^ config (?:\\S{1,40} ){0,3}repo(?:s|sitor\\S{1,4})?\\.\\S{1,60} (?:\\S{1,20} )?\\S{0,60}${ELSEWHERE}`,
  ),
  conda: new RegExp(`^ config --(?:add|append|prepend) channels ${ELSEWHERE}`),
  apk: new RegExp(` (?:--allow-untrusted|(?:-X|--repository)[ =]${ELSEWHERE})`),
  go: /^ mod edit (?:.{0,100} )?-replace[ =]\S{1,200}=(?:github|gitlab|bitbucket|[\w-]{1,60}\.[\w.]{2,40})[\w./-]{0,200}/,
  "add-apt-repository": /^(?: -\S{1,20}){0,4} (?:ppa:|["']?deb |https?:)/,
  "apt-add-repository": /^(?: -\S{1,20}){0,4} (?:ppa:|["']?deb |https?:)/,
  "apt-key": /^(?: --\S{1,200}){0,3} (?:add\b|adv\b.{0,200}(?:hkps?:|--fetch-keys))/,
  apt: / (?:install|update)\b.{0,200}(?:--allow-unauthenticated|--allow-insecure-repositories|trusted=yes|AllowUnauthenticated=)/,
  "apt-get":
    / (?:install|update)\b.{0,200}(?:--allow-unauthenticated|--allow-insecure-repositories|--force-yes|AllowUnauthenticated=)/,
  dnf: / config-manager .{0,60}(?:--add-repo|addrepo)[ =].{0,60}:\/\/| --nogpgcheck\b.{0,200}:\/\/| copr enable /,
  yum: /-config-manager --add-repo| --nogpgcheck\b.{0,200}:\/\//,
  "yum-config-manager": / --add-repo/,
  gh: /^ extension install (?!github\/|dlvhdr\/|cli\/|owner\/)\S/,
  helm: new RegExp(
    String.raw`^ plugin install \S{0,200}:\/\/|^ repo add \S{1,80} http:\/\/(?!${NEAR_HOST}${HOST_END})`,
  ),
  mix: /^ hex\.repo add \S{1,80} https?:/,
  nuget: /^ sources? (?:add|update)\b.{0,200}-source[ =]https?:/i,
  dotnet:
    /^ nuget (?:add|update) source\b.{0,200}https?:\/\/(?!(?:api\.nuget\.org|nuget\.pkg\.github\.com|pkgs\.dev\.azure\.com)(?:[:/\s]|$))/,
  choco: /^ source add\b/i,
  "register-psrepository": / -SourceLocation https?:/i,
  "register-packagesource": / -Location https?:/i,
  "set-psrepository": / -InstallationPolicy trusted/i,
  winget: /^ source (?:add|reset)\b/i,
  scoop: /^ bucket add \S{1,60} https?:/i,
  pod: /^ repo add(?:-cdn)? \S{1,80} (?:https?:|git)/,
  zypper: /^ (?:-\S{1,40} ){0,4}(?:ar|addrepo)\b.{0,200}(?:http:\/\/|--no-gpgcheck|-G\b)/,
  krew: /^ index add /,
  docker: /^ plugin install /,
  bundle: /^ config (?:\S{1,40} ){0,3}mirror\.\S{1,100} http/,
  snap: / install\b.{0,100} --(?:dangerous|devmode|classic --dangerous)/,
  brew: /^ (?:tap|install) (?:-\S{1,40} ){0,3}(?!(?:homebrew|hashicorp|aws|azure|mongodb|heroku|stripe|supabase|oven-sh|goreleaser|github|cloudflare|fluxcd|argoproj|derailed|charmbracelet|twilio|snyk|trufflesecurity|aquasecurity|facebook|shivammathur|romkatv|jesseduffield|vercel|golangci|go-task|planetscale|microsoft|datadog|elastic|redis-stack|confluentinc|pulumi|terraform-linters|username|user|caskroom)\/)[\w-]{1,60}\/[\w-]{1,60}/,
  mvn: /^ (?:\S{1,80} ){0,4}\S{0,60}dependency\S{0,30}:get\b.{0,200}-DremoteRepositories=/,
  code: /^(?: --\S{1,40}){0,3} --install-extension \S{1,200}\.vsix(?:\s|$)/,
  vim: / \+["']?so(?:urce)? https?:/,
  nvim: / \+["']?so(?:urce)? https?:/,
  npx: /^(?: -\S{1,40}){0,4} [\w.-]{1,60}\/[\w.-]{1,80}(?:#\S{1,80})?(?:\s|$)/,
  bunx: /^(?: -\S{1,40}){0,4} [\w.-]{1,60}\/[\w.-]{1,80}(?:#\S{1,80})?(?:\s|$)/,
};

const BY_SOURCE = new Map(
  SOURCES.flatMap(([programs, options, form]) => programs.split(" ").map((name) => [name, { options, form }] as const)),
);

const unreviewedPackages: Program = {
  names: [...new Set([...Object.keys(TAKERS), ...BY_SOURCE.keys(), ...Object.keys(OTHER_WAYS)])],
  effects(invocation) {
    if (asksForHelp(invocation)) return [];
    const line = lineOf(invocation);
    if (isElsewhere(invocation, line)) return [sourced(invocation)];
    if (OTHER_WAYS[invocation.program!]?.test(line) === true) return [taken(invocation)];
    if (invocation.program === "go") return goTool(invocation) ? [taken(invocation)] : [];
    const rows = TAKERS[invocation.program === "pip3" ? "pip" : invocation.program!] ?? [];
    const isTaken = rows.some(
      (row) =>
        (row.when === undefined || row.when.test(line)) &&
        addresses(invocation, row).some((text) => isAsked(text, row)),
    );
    return isTaken ? [taken(invocation)] : [];
  },
};

export default unreviewedPackages;

function addresses(invocation: Invocation, { taking = [], options = [] }: Taker): string[] {
  const { args, program = "" } = invocation;
  const named = args.flatMap(({ text }, at) => {
    if (options.includes(text)) return [args[at + 1]?.text ?? ""];
    const option = options.find((name) => name.startsWith("--") && text.startsWith(`${name}=`));
    return option === undefined ? [] : [text.slice(option.length + 1)];
  });
  const words = operands(invocation, [...taking, ...options]).map(({ text }) => text);
  // The first operand is run; the rest are its arguments.
  const runs = /^(?:npx|bunx|pnpx|uvx|deno)$/.test(program) || /^(?:run|exec|x|dlx)$/.test(words[0] ?? "");
  return [...named, ...(runs ? words.slice(0, 2) : words)];
}

function isAsked(text: string, { anyHost }: Taker): boolean {
  if (!ADDRESS.test(text)) return false;
  const host = HOST.exec(text)?.[1];
  const wellKnown = host === undefined ? /^(?:github|gitlab|gh):/.test(text) : WELL_KNOWN.test(host);
  return !(anyHost !== true && wellKnown) && !isLoopback(host ?? "");
}

/** `go run host/path@version`, `go install host/path@version` */
function goTool(invocation: Invocation): boolean {
  const [verb, path = ""] = operands(invocation, ["-exec", "-ldflags", "-tags"]).map(({ text }) => text);
  return (verb === "run" || verb === "install") && /^[\w-]{1,60}\.[\w./-]{1,300}@/.test(path) && !GO_TOOLS.test(path);
}

/** Packages come from an unusual source. */
function isElsewhere({ program = "", args }: Invocation, line: string): boolean {
  const row = BY_SOURCE.get(program);
  if (
    row === undefined ||
    !row.form.test(line) ||
    / (?:login|logout|whoami|publish|view|ping|get|star|search|index)\b/.test(line)
  )
    return false;
  return args.some(({ text }, at) => {
    const [, name = text, joined] = /^([^=]{1,80})=(.{1,500})$/.exec(text) ?? [];
    if (!row.options.test(name)) return false;
    const value = joined ?? args[at + 1]?.text ?? "";
    return (
      (/:\/\//.test(value) || (/trusted-host/.test(name) && value !== "")) &&
      !isNear(value) &&
      !USUAL_SOURCE.test(value.replace(/^\w{2,8}:\/\/(?:[^/@\s]{1,200}@)?/, ""))
    );
  });
}

function sourced(invocation: Invocation) {
  return effectOf(invocation, {
    kind: "remote-code",
    severity: "risky",
    certainty: "likely",
    what: "installs packages from an unusual registry",
    instead: "use the default registry, or ask the user to configure the other one",
  });
}

function taken(invocation: Invocation) {
  return effectOf(invocation, {
    kind: "remote-code",
    severity: "risky",
    certainty: "likely",
    what: "runs code directly from a URL, without a registry or a review",
    instead: "install it from its registry by name and version, or ask the user to review it first",
  });
}
