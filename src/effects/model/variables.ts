/** Environment variables that change what a program loads or runs. */
import type { Effect } from "./effect.js";
import type { Invocation } from "./invocation.js";
import { effectOf } from "./make-effect.js";
import { HOST_END, NEAR_HOST } from "./near-hosts.js";

const LOADS = new Set(["LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "BASH_ENV", "PROMPT_COMMAND"]);
/** Memory allocators, fake clocks and sanitizers that are normally loaded this way. */
const KNOWN =
  /(?:jemalloc|tcmalloc|mimalloc|faketime|eatmydata|[at]san|ubsan|valgrind|heaptrack|profiler|nvidia|primus|proxychains|torsocks|stdbuf|gtk|qt)/i;

/** Code that interpreters load from world-writable places. */
const LOADS_FROM_OPEN =
  /^(?:PYTHONSTARTUP|PYTHONPATH|PERL5LIB|RUBYLIB|NODE_PATH|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS|NODE_OPTIONS)=(?:.{0,100}(?:-r|--require|--import|--loader|-M|-I|-javaagent:)[ =]?)?(?:\/tmp|\/var\/tmp|\/dev\/shm)\//;

/** Package sources and their verification. */
const SOURCES =
  /^(?:(?:npm_config_|NPM_CONFIG_|YARN_|YARN_NPM_|BUN_CONFIG_)(?:registry|REGISTRY|REGISTRY_SERVER)|PIP_(?:EXTRA_)?INDEX_URL|PIP_FIND_LINKS|UV_(?:EXTRA_|DEFAULT_)?INDEX(?:_URL)?|GOPROXY|RUBYGEMS_HOST|BUNDLE_MIRROR\w{0,60}|CARGO_REGISTRIES_\w{1,60}_INDEX|CONDA_CHANNEL_ALIAS|HOMEBREW_(?:BOTTLE_DOMAIN|API_DOMAIN|BREW_GIT_REMOTE)|COMPOSER_REPO_PACKAGIST)=/;
const USUAL_SOURCE = new RegExp(
  String.raw`=(?:(?:off|direct)(?:,|$)|https:\/\/(?:[\w-]{1,40}\.)?(?:npmjs\.(?:org|com)|yarnpkg\.com|npmmirror\.com|pypi\.org|pytorch\.org|golang\.org|goproxy\.(?:io|cn)|rubygems\.org|crates\.io|brew\.sh)${HOST_END}|https?:\/\/(?:[^\s/@?#]{0,200}@)?(?:${NEAR_HOST}|[\w-]{1,60}|[\w.-]{1,100}\.corp)${HOST_END})|=$|=\uFFFC`,
  "i",
);
const UNCHECKED = new RegExp(
  String.raw`^(?:GOSUMDB=off|GONOSUMCHECK=1|GONOSUMDB=\*|GOINSECURE=\*|GOFLAGS=.{0,60}-insecure|PIP_TRUSTED_HOST=(?!${NEAR_HOST}${HOST_END})\S|HOMEBREW_NO_VERIFY\w{0,20}=1|npm_config_strict_ssl=false|NPM_CONFIG_STRICT_SSL=false)`,
);

/** Variables set for this program, and those it exports. */
function settings({ program = "", args, variables }: Invocation): [string, string][] {
  const found = [...variables].map(([name, { text }]): [string, string] => [name, text]);
  if (program !== "export" && program !== "declare" && program !== "typeset") return found;
  for (const { text } of args) {
    const match = /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)=(.*)$/s.exec(text);
    if (match !== null) found.push([match[1]!, match[2]!]);
  }
  return found;
}

/** Sockets and tickets that lie in the temporary folder, where those of all accounts are. */
const OTHER_LOGIN =
  /^(?:SSH_AUTH_SOCK=(?:\/tmp\/ssh-|\u{FFFC}$)|KRB5CCNAME=(?:FILE:)?\/tmp\/krb5cc_|GPG_AGENT_INFO=\/tmp\/)/u;

/** A world-writable directory comes first in PATH. */
const OPEN_PATH = new Set<string | undefined>(["export", "declare", "typeset"]);
const OPEN_FOLDER = /^PATH=(?:\/tmp|\/var\/tmp|\/dev\/shm)(?:\/[^:]{0,200})?:/;

export function variableEffects(invocation: Invocation): Effect[] {
  const exports = OPEN_PATH.has(invocation.program);
  if (!exports && invocation.variables.size === 0) return [];
  const effects: Effect[] = [];
  if (exports && invocation.args.some(({ text }) => OPEN_FOLDER.test(text)))
    effects.push(
      effectOf(invocation, {
        kind: "remote-code",
        severity: "risky",
        what: "adds a directory that every user can write to at the front of PATH",
        instead: "use the program's full path, or keep it in the project: `export PATH=./node_modules/.bin:$PATH`",
      }),
    );
  const given = [
    ...[...invocation.variables].map(([name, { text }]) => `${name}=${text}`),
    ...(exports ? invocation.args.map(({ text }) => text) : []),
  ];
  for (const setting of given)
    if (UNCHECKED.test(setting) || (SOURCES.test(setting) && !USUAL_SOURCE.test(setting)))
      effects.push(
        effectOf(invocation, {
          kind: "remote-code",
          severity: "risky",
          certainty: "likely",
          words: setting.slice(0, 300),
          what: "installs packages from an unusual registry, or without verification",
          instead: "use the default registry, or ask the user to configure the other one",
        }),
      );
  for (const setting of given)
    if (OTHER_LOGIN.test(setting))
      effects.push(
        effectOf(invocation, {
          kind: "escalate",
          severity: "risky",
          certainty: "likely",
          words: setting.slice(0, 300),
          what: "uses the keys or the login of another session",
          instead: "use your own agent: `ssh-add -l`",
        }),
      );
  for (const [name, text] of settings(invocation))
    if ((LOADS.has(name) && text !== "" && !KNOWN.test(text)) || LOADS_FROM_OPEN.test(`${name}=${text}`))
      effects.push(
        effectOf(invocation, {
          kind: "remote-code",
          severity: "risky",
          target: { type: "other", name: text },
          certainty: "likely",
          words: `${name}=${text}`,
          what: "makes a program load or run injected code",
          instead: "run the program without the variable, and configure what it loads in its own settings",
        }),
      );
  return effects;
}
