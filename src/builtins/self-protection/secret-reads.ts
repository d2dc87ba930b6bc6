/** Decides whether a call reads tokens, keys or records of Snaphook, with any program or tool. */

import type { BasePayload } from "../../core/events/payload.js";
import { compileGlob } from "../../core/match/glob.js";
import { isRecord } from "../../core/text/json.js";
import { operands } from "../../effects/model/arguments.js";
import { byProgram } from "../../effects/model/by-program.js";
import type { Where } from "../../effects/model/effect.js";
import { type Invocation, UNKNOWN } from "../../effects/model/invocation.js";
import { absolute } from "../../effects/paths/paths.js";
import { CONTENT_FIELD, textsIn } from "../../effects/tools/fields.js";
import { toolDoes } from "../../effects/tools/tool-words.js";
import type { OwnSecrets, Reached } from "./own-secrets.js";
import type { RenamedPaths } from "./renamed-paths.js";
import { findsOf, isHarmlessSearch, packsOnlyFolders } from "./searches.js";

export interface SecretRead {
  /** The part of the call that reads it. */
  readonly words: string;
  readonly path: string;
  /** `holds`: a directory is read with everything in it. */
  readonly reached: Reached;
  /** One of our directories, or a directory inside one. */
  readonly own: boolean;
}

/** Their arguments are text, or they do not read a file's content. */
const TEXT =
  /^(?::|echo|printf|print|true|false|snaphook|gh|glab|claude|codex|gemini|export|declare|local|readonly|alias)$/;
const NAMES_ONLY =
  /^(?:\[\[?|test|basename|cd|chattr|chgrp|chmod|chown|df|dirname|dirs|du|exa|eza|fd|fdfind|file|find|fuser|gfind|inotifywait|locate|ls|lsattr|lsof|mkdir|namei|ncdu|popd|pushd|pwd|readlink|realpath|rm|rmdir|setfacl|getfacl|shred|stat|touch|tree|truncate|type|unlink|which)$/;
const LISTS = /^(?:exa|eza|fd|fdfind|find|gfind|locate|ls|tree)$/;
const INTERPRETER =
  /^(?:(?:python|pypy|ruby|perl|php|lua)[\d.]*|node|nodejs|deno|bun|tclsh|expect|osascript|Rscript|julia)$/;
const SEARCHES = /^(?:[ef]?grep|rg|ag|ack)$/;
/** These search hidden folders too. */
const READS_HIDDEN = /^[ef]?grep$/;
const EMBEDDED = /(?<![\w.~%+-])(?:~|\.{1,2})?\/[^\s'"`:;,(){}[\]<>|=&!]+/g;
const MOST_WORDS = 64;

/** What its name says about a program. */
const traitsOf = byProgram((program) => ({
  talks: TEXT.test(program),
  namesOnly: NAMES_ONLY.test(program),
  lists: LISTS.test(program),
  interprets: INTERPRETER.test(program),
  searches: SEARCHES.test(program),
}));

export function secretRead(
  invocations: readonly Invocation[],
  where: Where,
  renamed: RenamedPaths,
  secrets: OwnSecrets,
): SecretRead | undefined {
  const handsOn = invocations.some((one) => one.moreArgs && reads(one, invocations));
  let folder: SecretRead | undefined;
  for (const invocation of invocations) {
    const { program = "" } = invocation;
    const { talks, namesOnly, lists, interprets } = traitsOf(program);
    if (talks || (invocation.standsIn === undefined && program === "git" && isMessage(invocation))) continue;
    const paths = new Set<string>();
    if (!namesOnly || (handsOn && lists) || printsNames(invocation)) addPaths(invocation, interprets, where, paths);
    addInputs(invocation, where, paths);
    const here = searchedFolder(invocation);
    if (here !== undefined && (READS_HIDDEN.test(program) || secrets.isOwn(here))) paths.add(here);
    for (const path of paths) {
      const reached = reach(renamed.origin(path), secrets);
      if (reached === undefined) continue;
      const found: SecretRead = { words: invocation.words, path, reached, own: secrets.isOwn(path) };
      if (reached === "is") return found;
      if (!found.own && isHarmlessSearch(invocation)) continue;
      if (lists && !secrets.isFound(path, findsOf(invocation, where.home))) continue;
      if (takesFolders(invocation, path, where, handsOn) && (folder === undefined || found.own)) folder = found;
    }
  }
  return folder;
}

/** `file -f LIST`, `du --files0-from=LIST`: names that do not exist are printed. */
function printsNames({ args }: Invocation): boolean {
  return args.some(({ text }) => /^(?:-f|--files-from|--files0-from|--fromfile)(?:=|$)/.test(text));
}

/** `grep -r WORD` without a path searches the working directory. */
function searchedFolder(invocation: Invocation): string | undefined {
  const { program = "", args, cwd, input } = invocation;
  if (!traitsOf(program).searches || input.kind !== "none" || operands(invocation).length > 1) return undefined;
  const recurses = !READS_HIDDEN.test(program) || args.some(({ text }) => /^-[a-zA-Z]*[rR]|^--recursive/.test(text));
  return recurses ? cwd : undefined;
}

/** Reads the files that are given to it when it runs. */
function reads(taker: Invocation, invocations: readonly Invocation[]): boolean {
  const { namesOnly, talks } = traitsOf(taker.program);
  if (namesOnly || talks || isHarmlessSearch(taker)) return false;
  const listers = invocations.filter(({ program }) => traitsOf(program).lists);
  return !packsOnlyFolders(taker, listers);
}

/** A tool with one of them in any field other than content. */
export function secretInFields(payload: BasePayload, where: Where, secrets: OwnSecrets): SecretRead | undefined {
  const { tool_name: tool, tool_input: input } = payload;
  if (
    typeof tool !== "string" ||
    !isRecord(input) ||
    tool === "Bash" ||
    tool === "PowerShell" ||
    toolDoes(tool) === "list"
  )
    return undefined;
  for (const { name, text } of textsIn(input).slice(0, MOST_WORDS)) {
    if (CONTENT_FIELD.test(name)) continue;
    // `sqlite:///path`, and a URL within code.
    const named = /^(?:[/~]|\$\{?HOME\b|[a-z][\w+.-]{1,20}:\/)\S*$/i.test(text)
      ? [text]
      : (text.slice(0, 4096).match(/\bfile:\/[^\s'"`)]+/gi) ?? []);
    for (const one of named) {
      const path = absolute(plainPath(one, where.home), where, where.cwd);
      if (path !== undefined && reach(path, secrets) === "is")
        return { words: `${tool} ${text}`, path, reached: "is", own: true };
    }
  }
  return undefined;
}

/** Without its scheme, `$HOME` and `%2D`. */
function plainPath(text: string, home: string): string {
  if (/^https?:/i.test(text)) return "";
  const bare = text
    .replace(/^[a-z][\w+.-]{1,20}:(?:\/\/(?=\/)|\/\/localhost(?=\/))?(?=\/)/i, "")
    .replace(/\?[\w=&]*$/, "")
    .replace(/^\$(?:HOME\b|\{HOME\})/, home);
  try {
    return text === bare ? bare : decodeURIComponent(bare);
  } catch {
    return bare; // not encoded
  }
}

function reach(path: string, secrets: OwnSecrets): Reached | undefined {
  if (path.startsWith(UNKNOWN)) return secrets.behind(path.slice(UNKNOWN.length));
  if (!/[*?[]/.test(path)) return secrets.reach(path);
  try {
    return secrets.match(compileGlob(path, "path"));
  } catch {
    return undefined; // the pattern matches nothing
  }
}

/** `git commit -m TEXT`, `git log --grep TEXT`. */
function isMessage({ args }: Invocation): boolean {
  return !args.some(({ text }) => /^(?:--no-index|hash-object|config|-F|--file|apply|add)$/.test(text));
}

function addInputs({ redirects, cwd, input }: Invocation, where: Where, found: Set<string>): void {
  const add = (text: string) => {
    const path = absolute(text, where, cwd);
    if (path !== undefined) found.add(path);
  };
  for (const { operator, target } of redirects) if (operator.startsWith("<")) add(target.text);
  if (input.kind === "file") add(input.file.text);
}

function addPaths(invocation: Invocation, interprets: boolean, where: Where, found: Set<string>): void {
  const { args, cwd, input } = invocation;
  const bases = foldersOf(invocation, where);
  const addIn = (text: string, base: string | undefined) => {
    const path = absolute(text, where, base);
    if (path !== undefined && !path.includes(UNKNOWN)) found.add(path);
    else if (text.includes(UNKNOWN)) found.add(text.slice(text.lastIndexOf(UNKNOWN)));
  };
  const add = (text: string) => {
    const plain = text.startsWith("file:") ? text.replace(/^file:(?:\/\/)?(?=\/)/, "") : text;
    addIn(plain, cwd);
    for (const base of bases) addIn(plain, base);
  };
  const most = Math.min(args.length, MOST_WORDS);
  for (let at = 0; at < most; at++) {
    const { text } = args[at]!;
    if (text.length > 4096) continue;
    if (text.length < 256 || !/\s/.test(text)) add(text);
    // `--file=path`, `if=path`, `@path`, `path:/in/container`, code.
    if (/[:=@]/.test(text))
      for (const part of /^[~/.]/.test(text) ? text.split(":") : text.split(/^[^=]{0,60}=|^@/))
        if (part !== text) add(part);
    if (text.includes("/"))
      for (const part of text.match(EMBEDDED) ?? []) if (part !== text && /[^/.]/.test(part)) add(part);
  }
  if (interprets && input.kind === "text") for (const part of input.text.text.match(EMBEDDED) ?? []) add(part);
}

/** `tar -C FOLDER`, `git -C FOLDER`, `make -C FOLDER`. */
function foldersOf({ args, cwd }: Invocation, where: Where): string[] {
  const found: string[] = [];
  args.forEach(({ text }, at) => {
    if (text !== "-C" && text !== "--directory") return;
    const folder = absolute(args[at + 1]?.text ?? "", where, cwd);
    if (folder !== undefined) found.push(folder);
  });
  return found;
}

/** True if the program reads the directory recursively. */
function takesFolders(invocation: Invocation, path: string, where: Where, handsOn: boolean): boolean {
  const { program = "", args, standsIn, cwd } = invocation;
  const flag = (form: RegExp) => args.some(({ text }) => form.test(text));
  const isSource = () => {
    const last = operands(invocation).at(-1);
    return last === undefined || absolute(last.text, where, cwd) !== path;
  };
  switch (program) {
    case "cat":
      return standsIn === true; // a tool that searches or reads directories
    case "grep":
    case "egrep":
    case "fgrep":
    case "diff":
      return flag(/^-[a-zA-Z]*[rR]|^--recursive|^--dereference-recursive/);
    case "git":
      return flag(/^(?:grep|--no-index)$/);
    case "rg":
    case "ag":
    case "ack":
    case "zip":
    case "7z":
    case "7za":
    case "docker":
    case "podman":
    case "nerdctl":
      return true;
    case "tar":
    case "bsdtar":
    case "gtar":
      return (
        flag(/^-?[a-zA-Z]{0,20}[cru][a-zA-Z]{0,20}$|^--(?:create|append|update)$/) &&
        !flag(/^-?[a-zA-Z]{0,20}x[a-zA-Z]{0,20}$|^--extract$/)
      );
    case "cp":
    case "scp":
      return flag(/^-[a-zA-Z]*[rRa]|^--(?:recursive|archive)$/) && isSource();
    case "rsync":
      return isSource();
    default:
      return traitsOf(program).lists && handsOn;
  }
}
