/** Git settings that make git run programs: hooks, helpers, filters, editors, aliases. */

import { type Invocation, UNKNOWN, type Word } from "../model/invocation.js";
import { isNear } from "../model/near-hosts.js";
import type { Finding, Judge } from "./finding.js";
import { gitOptions } from "./options.js";
import type { Subcommand } from "./subcommand.js";

const STARTS_PROGRAMS =
  /^(?:core\.(?:fsmonitor|sshcommand|pager|editor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|pager\..+|gpg\.(?:.+\.)?program|diff\.external|(?:diff|difftool|merge|mergetool|filter)\..+\.(?:command|textconv|driver|cmd|path|clean|smudge|process)|credential\.(?:.+\.)?helper|uploadpack\.packobjectshook|receive\..+hook|remote\..+\.(?:uploadpack|receivepack|vcs)|ssh\.variant|browser\..+\.cmd|man\..+\.cmd|interactive\.difffilter|sendemail\..+cmd|submodule\..+\.update|trailer\..+\.(?:command|cmd)|imap\.tunnel|http\.(?:.+\.)?cookiefile)$/;
/** Directories of programs, and files with more settings. */
const HOLDS_PROGRAMS = /^(?:core\.hookspath|init\.templatedir|include\.path|includeif\..+\.path)$/;
const OTHER_WAY = /^url\.((?:http|git):\/\/[^/].{0,500})\.(?:push)?insteadof$/;
/** Common programs with plain arguments. */
const USUAL =
  /^(?:|true|false|0|1|cat|less|more|most|delta|diff-so-fancy|bat|vim?|nvim|nano|emacs|emacsclient|code|codium|cursor|subl|zed|ssh|gpg2?|gpgsm|meld|kdiff3|vimdiff|nvimdiff|opendiff|p4merge|bc|difft|store|cache|manager|manager-core|osxkeychain|libsecret|wincred|gh|glab|git-lfs|git-credential-[a-z-]{1,40}|git lfs)(?: [\w./~@%=:,+ -]*)?$/;

/** Editors that rewrite the todo list of a rebase non-interactively. */
const REWRITES_TEXT = /^(?::|sed|perl|true)(?: [^;&|`$<>]*)?$/;
const VARIABLES: Readonly<Record<string, string>> = {
  GIT_SSH_COMMAND: "core.sshcommand",
  GIT_SSH: "core.sshcommand",
  GIT_EXTERNAL_DIFF: "diff.external",
  GIT_PAGER: "core.pager",
  GIT_EDITOR: "core.editor",
  GIT_SEQUENCE_EDITOR: "sequence.editor",
  GIT_ASKPASS: "core.askpass",
  GIT_PROXY_COMMAND: "core.gitproxy",
};

const starts = (what: string): Finding => ({
  kind: "persistence",
  severity: "risky",
  what,
  instead: "ask the user to set it after reviewing the program it runs",
});

function settingFinding(name: string, value: string): Finding | undefined {
  const key = name.toLowerCase();
  if (key.startsWith("alias."))
    return value.startsWith("!") ? starts("defines a git alias that runs a shell command") : undefined;
  if (HOLDS_PROGRAMS.test(key))
    return (/^(?:[/~]|\.\.)/.test(value) && value !== "/dev/null" && !value.startsWith("~/.config/git")) ||
      value.includes(UNKNOWN)
      ? starts("makes git run programs from a directory outside the project")
      : undefined;
  if (key === "protocol.ext.allow" && value !== "never") return starts("allows repository URLs to run commands");
  const plain = OTHER_WAY.exec(key)?.[1];
  if (plain !== undefined && !isNear(plain))
    return starts("redirects git to another URL over an unencrypted connection");
  const to = /^url\.\w{2,8}:\/\/(?:[^/@]{1,200}@)?([^/]{1,200}).{0,300}\.(?:push)?insteadof$/.exec(key)?.[1];
  const from = /^(?:\w{2,8}:\/\/|git@)(?:[^/@]{1,200}@)?(github\.com|gitlab\.com|bitbucket\.org)/.exec(value)?.[1];
  if (to !== undefined && from !== undefined && to !== from && !isNear(to))
    return starts("redirects git to another host");
  if (/^remote\..{1,100}\.push$/.test(key) && value.startsWith("+"))
    return { ...starts("makes every push overwrite branches of the remote"), kind: "remote" };
  if (/^submodule\..{1,200}\.url$/.test(key) && !isUsualHost(value))
    return { ...starts("takes a submodule from another host"), kind: "remote-code" };
  return STARTS_PROGRAMS.test(key) && !isUsual(key, value.trim())
    ? starts("makes git run a custom program")
    : undefined;
}

/** Where projects keep their repositories, or a path. */
export function isUsualHost(url: string): boolean {
  return (
    /^(?:\.{0,2}\/|~)/.test(url) ||
    isNear(url) ||
    /^(?:(?:https|ssh):\/\/(?:[^/@\s]{1,100}@)?|git@)(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|dev\.azure\.com|[\w.-]{0,60}git(?:hub|lab)?\.[\w.-]{1,60}\.(?:internal|local|corp))[/:]/.test(
      url,
    )
  );
}

function isUsual(key: string, value: string): boolean {
  if (key.endsWith("editor") && REWRITES_TEXT.test(value)) return true;
  return USUAL.test(value) && !/(?:proxy|local)command/i.test(value);
}

/** Settings from `git -c name=value …` and from environment variables. */
export function inlineFindings({ config }: Subcommand, { variables }: Invocation): Finding[] {
  const settings = [...config];
  for (const [name, { text }] of variables) {
    const key = VARIABLES[name] ?? variables.get(name.replace(/^GIT_CONFIG_VALUE_/, "GIT_CONFIG_KEY_"))?.text;
    if (key !== undefined && name.startsWith("GIT_")) settings.push([key, text]);
  }
  return settings.flatMap(([name, value]) => settingFinding(name, value) ?? []);
}

export const config: Judge = ({ args }) => {
  const { operands, long } = gitOptions(args, ["f", "file", "blob", "type", "t", "default", "comment", "value", "url"]);
  if (long.some((name) => /^(?:get|unset|list|remove|rename|edit)/.test(name))) return undefined;
  const [name, value] = operands[0]?.text === "set" ? operands.slice(1) : operands;
  return name === undefined || value === undefined ? undefined : settingFinding(name.text, value.text);
};

/** URLs and options of a remote that name a program: `ext::sh -c …`, `--upload-pack=…`. */
export function transportFinding(args: readonly Word[]): Finding | undefined {
  const runs = args.some(
    ({ text }) =>
      /^ext::/i.test(text) ||
      /^--(?:upload-pack|receive-pack|exec)(?:=|$)/.test(text) ||
      /^(?:-u|-c)?core\.sshcommand=/i.test(text),
  );
  return runs ? { ...starts("makes git run a custom program"), kind: "remote-code" } : undefined;
}
