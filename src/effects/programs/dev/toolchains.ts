/** Versions of languages and environments. Removing one by its name is everyday work; all of them is not. */
import { UNKNOWN } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { isDryRun } from "../../services/options.js";
import type { Program } from "../contract.js";

/** By program: what removes a version, an environment or a tool. */
const REMOVES: Readonly<Record<string, RegExp>> = {
  pyenv: /^ (?:uninstall|virtualenv-delete)(?:\s|$)/,
  rbenv: /^ uninstall(?:\s|$)/,
  nodenv: /^ uninstall(?:\s|$)/,
  nvm: /^ uninstall(?:\s|$)/,
  fnm: /^ uninstall(?:\s|$)/,
  n: /^ (?:rm|prune|uninstall)(?:\s|$)/,
  volta: /^ uninstall(?:\s|$)/,
  asdf: /^ (?:uninstall|plugin[ -]remove)(?:\s|$)/,
  mise: /^ (?:uninstall|prune|implode)(?:\s|$)/,
  sdk: /^ (?:uninstall|rm|flush)(?:\s|$)/,
  rustup: /^ (?:toolchain (?:uninstall|remove)|target remove)(?:\s|$)/,
  opam: /^ (?:switch remove|remove|uninstall)(?:\s|$)/,
  ghcup: /^ (?:rm|nuke|gc)(?:\s|$)/,
  conda: /^ (?:env remove|remove|uninstall)(?:\s|$)/,
  mamba: /^ (?:env remove|remove|uninstall)(?:\s|$)/,
  micromamba: /^ (?:env remove|remove|uninstall)(?:\s|$)/,
  pipx: /^ (?:uninstall|uninstall-all)(?:\s|$)/,
  gem: /^ (?:uninstall|cleanup)(?:\s|$)/,
  cargo: /^ uninstall(?:\s|$)/,
  uv: /^ (?:tool uninstall|python uninstall)(?:\s|$)/,
  guix: /^ (?:remove|package (?:.{0,80} )?(?:-r|--remove))(?:\s|$)/,
  npm: /^ (?:rm|remove|uninstall|un|r)(?: \S{1,80}){0,6} (?:-g|--global)|^ (?:-g|--global) (?:rm|remove|uninstall|un|r)(?:\s|$)/,
  pnpm: /^ (?:rm|remove|uninstall)(?: \S{1,80}){0,6} (?:-g|--global)(?:\s|$)/,
  yarn: /^ global remove(?:\s|$)/,
  dotnet: /^ (?:tool uninstall (?:-g|--global)|workload (?:uninstall|clean))(?:\s|$)/,
  code: /^ --uninstall-extension(?:[ =]|$)/,
  cursor: /^ --uninstall-extension(?:[ =]|$)/,
  xcodes: /^ uninstall(?:\s|$)/,
  ollama: /^ rm(?:\s|$)/,
  krew: /^ uninstall(?:\s|$)/,
};
const ALL =
  / (?:--all|-a|-ax|-aIx|-xa|\*|'?\.\*'?|all|uninstall-all|implode|nuke|--purge-all)(?=\s|$)|^ uninstall-all(?:\s|$)/;
/** What the other tools are started with. */
const ITSELF =
  /^ (?:.{0,80} )?(?:-g|--global)(?: .{0,80})? (?:npm|npx|corepack|pnpm|yarn)(?:\s|$)|^ (?:rm|remove|uninstall|un|r) (?:npm|corepack) (?:-g|--global)| (?:-n|--name)[ =](?:base|root|prod\w{0,8})(?:\s|$)/;
const INSTEAD = "list what is installed, and remove one by its name";

const toolchains: Program = {
  names: Object.keys(REMOVES),
  effects(invocation) {
    const line = lineOf(invocation).slice(0, 2000);
    if (asksForHelp(invocation) || isDryRun(invocation, ["-n"]) || !REMOVES[invocation.program!]!.test(line)) return [];
    const unseen = invocation.moreArgs || line.includes(UNKNOWN);
    const all = ALL.test(line) && !/ (?:-n|--name|-p|--prefix)[ =]/.test(line);
    if (!unseen && !all && !ITSELF.test(line)) return [];
    const what = ITSELF.test(line)
      ? "removes what other tools need to run"
      : unseen
        ? "removes tools, versions or environments whose names are only known at run time"
        : "removes every installed version or environment";
    return [effectOf(invocation, { kind: "machine", severity: "risky", what, instead: INSTEAD })];
  },
};

export default toolchains;
