/**
 * Paths in forms that the analysis does not follow: in variables of the command, within other text (`CREATE:path`,
 * JSON, editor commands), in any field of a tool. The program may write there, so the user is asked if one of them is
 * protected.
 */
import { existsSync } from "node:fs";
import { basename, relative } from "node:path";
import type { BasePayload } from "../../core/events/payload.js";
import { compileGlob } from "../../core/match/glob.js";
import { isRecord } from "../../core/text/json.js";
import { byProgram } from "../../effects/model/by-program.js";
import type { Effect, Target, Where } from "../../effects/model/effect.js";
import { type Invocation, UNKNOWN } from "../../effects/model/invocation.js";
import { onlyReads } from "../../effects/paths/mentions.js";
import { absolute, asWritten, isWithin } from "../../effects/paths/paths.js";
import { CONTENT_FIELD, textsIn } from "../../effects/tools/fields.js";
import { isCanonicalFileTool, toolDoes, toolWords } from "../../effects/tools/tool-words.js";
import type { ProtectedPlaces } from "./protections.js";
import { findsOf, isPacking } from "./searches.js";

/** A path within other text. */
const EMBEDDED = /(?<![\w.~%+-])(?:~|\.{1,2})?\/[^\s'"`:;,(){}[\]<>|=&!*?]+/g;
/** An option with an attached directory: `-ofolder`. */
const JOINED = /^-[a-zA-Z](?=[~/])/;
/** Text for these is never a file name: messages, prompts, requests. */
const TALKS =
  /^(?:git|gh|glab|hub|jira|curl|wget|http|https|claude|codex|gemini|qwen|opencode|copilot|cursor-agent|pi|notify-send|say|logger|mail|npm|pnpm|yarn|psql|mysql|sqlite3|ssh|kill|snaphook)$/;
/** These run commands from their arguments or standard input. */
const SCRIPTED =
  /^(?:n?vim?|vimdiff|view|ex|ed|emacs|emacsclient|nano|pico|joe|micro|mg|kak|hx|code|codium|cursor|subl|zed|gedit|kate|tclsh|wish|expect|osascript|groovy|scala|Rscript|R|julia|elixir|raku|guile|sbcl|racket|ghci?|runghc|jshell|ansible|socat|script|gdb|lldb|crontab|debugfs|entr|watchexec)$/;
/** Their inline code is analysed. */
const INTERPRETER = /^(?:(?:python|pypy|ruby|perl|php|lua)[\d.]*|node|nodejs|deno|bun|awk|gawk|mawk)$/;
const CODE_OPTION = /^(?:-[a-zA-Z]{0,8}[ceEpr]|--eval|--print|eval)$/;
/** Their effect on a directory is known file by file, or they only print it. */
const KNOWN_WITH_FOLDERS =
  /^(?:cp|mv|install|rsync|ln|tar|bsdtar|gtar|unzip|mkdir|touch|rm|rmdir|chmod|chown|chgrp|zip|scp|git|cd|pushd|ncdu|dust|duf|broot|ranger|nnn|lf|yazi|mc|eza|lsd|gdu|dua|open|xdg-open|nautilus|dolphin|code|chezmoi)$/;
/** Variables that locate a program rather than its output. */
const OWN_VARIABLE = /^(?:HOME|PWD|OLDPWD|PATH|CDPATH|SHELL|TMPDIR|USERPROFILE|MANPATH|[A-Z]+_?PATH)$/;
const MOST_WORDS = 100;

/** What its name says about a program. */
const traitsOf = byProgram((program) => ({
  scripted: SCRIPTED.test(program),
  interprets: INTERPRETER.test(program),
  talks: TALKS.test(program),
  knownWithFolders: KNOWN_WITH_FOLDERS.test(program),
  tree: Object.hasOwn(TREE_OPTIONS, program) ? TREE_OPTIONS[program] : undefined,
  contains: CONTAINERS.test(program),
  covers: COVERS.test(program),
  isSandbox: SANDBOXES.test(program),
  lists: LISTS.test(program),
  removes: REMOVES.test(program),
}));
type Traits = ReturnType<typeof traitsOf>;

export function namedPaths(invocations: readonly Invocation[], where: Where, known: ProtectedPlaces): Effect[] {
  const found: Effect[] = [];
  for (const invocation of invocations) if (!invocation.standsIn) addByProgram(invocation, where, known, found);
  addHandedOn(invocations, where, known, found);
  addOpened(invocations, where, found);
  return found;
}

function addByProgram(invocation: Invocation, where: Where, { folders }: ProtectedPlaces, found: Effect[]): void {
  const { program = "", args, cwd } = invocation;
  const traits = traitsOf(program);
  const target = (path: string) => namedTarget(path, where, cwd);
  const below = (path: string): Target => ({ ...target(path), below: true });
  const isIn = (path: string) => folders.has(absolute(path, where, cwd) ?? "");
  if (program === "git")
    for (const path of madeByGit(args.map(({ text }) => text))) found.push(written(invocation, below(path)));
  if (traits.scripted || !onlyReads(invocation)) {
    const paths = pathsNamed(invocation, traits);
    const inTree = treesOf(invocation, traits.tree).filter((path) => !isPlain(path, where, cwd));
    for (const path of distinct(paths)) found.push(written(invocation, target(path)));
    if (!traits.knownWithFolders)
      for (const path of paths) if (isIn(path)) found.push(written(invocation, below(path)));
    for (const path of inTree) found.push(written(invocation, below(path)));
  }
  if (traits.interprets)
    for (const { text } of args)
      for (const [, folder = ""] of text.matchAll(CHANGES_FOLDER))
        if (isIn(folder)) found.push(written(invocation, below(folder)));
  if (traits.contains || traits.covers || traits.isSandbox) found.push(...beneath(invocation, traits, where));
  // `cd $(dirname path) && …`: the output becomes part of another command, which may write there.
  if (invocation.captured && program === "dirname")
    for (const { text } of args) for (const path of pathsIn(text)) found.push(written(invocation, target(path)));
}

const NO_PATHS: readonly string[] = [];

/** In its words, and in the variables set for it. */
function pathsNamed(invocation: Invocation, traits: Traits): string[] {
  const paths: string[] = [];
  for (const text of wordsOf(invocation, traits)) for (const path of pathsIn(text)) paths.push(path);
  for (const [name, { text }] of invocation.variables)
    if (!OWN_VARIABLE.test(name)) for (const path of pathsIn(text)) paths.push(path);
  return paths;
}

function distinct(paths: readonly string[]): readonly string[] {
  return paths.length < 2 ? paths : [...new Set(paths)].slice(0, MOST_WORDS);
}

/** As `pathTarget`, without what only the text of a path says. */
function namedTarget(path: string, where: Where, cwd: string | undefined): Target {
  const name = absolute(path, where, cwd);
  return name === path || name === undefined
    ? { type: "path", name: path }
    : { type: "path", name, written: asWritten(path, where, cwd) };
}

const CHANGES_FOLDER = /\bchdir\s*\(\s*['"`]([^'"`\n]{1,1000})['"`]/g;

function wordsOf({ args, input }: Invocation, { scripted, interprets, talks }: Traits): readonly string[] {
  if (!scripted && !interprets && talks) return NO_PATHS;
  const words: string[] = [];
  for (const { text } of args) if (text.length < 4096) words.push(text);
  if (scripted) {
    if (input.kind === "text") words.push(input.text.text);
    return words;
  }
  if (interprets) return words.filter((text, at) => !/\s/.test(text) && !CODE_OPTION.test(words[at - 1] ?? ""));
  return words.filter((text) => !/\s/.test(text) || /^[[{]/.test(text));
}

function pathsIn(text: string): readonly string[] {
  // Each begins with a `/`, or with what stands before one.
  if (!text.includes("/")) return NO_PATHS;
  return text.slice(0, 4096).replace(JOINED, "").match(EMBEDDED) ?? NO_PATHS;
}

function written(invocation: Pick<Invocation, "words">, target: Target): Effect {
  return {
    kind: "write",
    severity: "ordinary",
    certainty: "unknown",
    target,
    words: invocation.words,
    what: "may write to files in a directory",
  };
}

/** The project, or a directory in it: protected files there are known by name. */
function isPlain(path: string, where: Where, cwd: string | undefined): boolean {
  const name = absolute(path, where, cwd);
  return name === undefined || (isWithin(name, where.project) && !isWithin(where.home, where.project));
}

/** `git worktree add X`, `git clone URL X`, `git bundle create X`: files and directories that git creates. */
function madeByGit(words: readonly string[]): string[] {
  const given = words.filter((word) => !word.startsWith("-"));
  const at = given.findIndex((word) => /^(?:worktree|submodule|bundle|clone|init)$/.test(word));
  if (at === -1) return [];
  const from = /^(?:worktree|submodule|bundle)$/.test(given[at]!) ? at + 2 : at + 1;
  return given.slice(from).filter((word) => /^[~/.]/.test(word));
}

/** Directories that a program works in as a whole: `git --work-tree=X`, `patch -d X`, `tar --one-top-level=X`. */
function treesOf({ program, args, variables }: Invocation, option: TreeOption | undefined): readonly string[] {
  if (option === undefined) return NO_PATHS;
  const named = args.flatMap(({ text }, at) => {
    const [, joined] = option.joined.exec(text) ?? [];
    return option.alone.test(args[at - 1]?.text ?? "") ? [text] : joined === undefined ? [] : [joined];
  });
  const tree = program === "git" ? variables.get("GIT_WORK_TREE")?.text : undefined;
  return tree === undefined ? named : [...named, tree];
}

const treeOption = (names: string) => ({
  alone: new RegExp(`^(?:${names})$`),
  joined: new RegExp(`^(?:${names})=(.+)$`, "s"),
});
type TreeOption = ReturnType<typeof treeOption>;
const TREE_OPTIONS: Readonly<Record<string, TreeOption>> = {
  git: treeOption("--work-tree|--directory|--prefix|-C"),
  patch: treeOption("-d|--directory"),
  tar: treeOption("--one-top-level"),
  gtar: treeOption("--one-top-level"),
};

/** A mount over a directory, or a directory mounted writable in a container, affects everything below it. */
function beneath(invocation: Invocation, { contains, covers }: Traits, where: Where): Effect[] {
  const { args, cwd } = invocation;
  const texts = args.map(({ text }) => text);
  const folders = contains ? handedOver(texts) : covers ? texts.flatMap(pathsIn) : sandboxTargets(texts);
  const [what, instead] = contains
    ? [
        "gives a container write access to one of your directories",
        "mount only the directory it needs, such as the project, or add `:ro`",
      ]
    : ["mounts other files over a directory", "mount it elsewhere, such as in a new directory of the project"];
  return folders
    .filter((folder) => !isPlain(folder, where, cwd))
    .map((folder) => ({ ...written(invocation, namedTarget(folder, where, cwd)), kind: "move", what, instead }));
}

const COVERS =
  /^(?:mount|umount|bindfs|fuse-overlayfs|sshfs|s3fs|gcsfuse|unionfs|overlay|proot|systemd-nspawn|fusermount3?)$/;
const SANDBOXES = /^(?:bwrap|firejail|nsjail|minijail0?)$/;
const CONTAINERS =
  /^(?:docker|podman|nerdctl|buildah|docker-compose|podman-compose|lxc|incus|apptainer|singularity|container|limactl|multipass|vagrant)$/;

/** `-v FROM:TO`, `--mount type=bind,source=FROM,…`, `--bind FROM:TO`, `disk source=FROM`. */
function handedOver(texts: readonly string[]): string[] {
  return texts.flatMap((text, at) => {
    const joined = /^(?:-v|-B|--(?:volume|mount|bind|output))=?(.+)$/s.exec(text)?.[1];
    const value = /^(?:-v|-B|-o|--(?:volume|mount|bind|output))$/.test(texts[at - 1] ?? "") ? text : joined;
    const named = /(?:^|,)(?:source|src|dest)=([^,]{1,1000})/.exec(value ?? text)?.[1];
    const [, from] = /^([~/.][^:]{0,1000}|\.):/.exec(value ?? "") ?? [];
    const folder = named ?? from;
    return folder === undefined || READ_ONLY.test(value ?? text) ? [] : [folder];
  });
}

const READ_ONLY = /(?:^|[,:])(?:ro|readonly)(?:,|=true|$)/;

/** Directories that a sandbox replaces. A sandbox that shows the whole disk unchanged covers nothing. */
function sandboxTargets(texts: readonly string[]): string[] {
  return texts.flatMap((text, at) => {
    const [from = "", to = ""] = texts.slice(at + 1);
    if (/^--(?:dev-|ro-)?bind(?:-try)?$/.test(text)) return from === to ? [] : [to];
    return /^--(?:tmpfs|dir|symlink|overlay|tmp-overlay|file|bind-data)$/.test(text) ? [from] : [];
  });
}

const OPENED = /^\/(?:dev|proc\/(?:self|\d+))\/fd\/(\d+)$/;

/** `exec 3<FILE; echo > /dev/fd/3`: the file is opened again, to write. */
function addOpened(invocations: readonly Invocation[], where: Where, found: Effect[]): void {
  for (const writer of invocations)
    for (const { operator, target } of writer.redirects) {
      const handle = operator === "<" ? undefined : OPENED.exec(target.text)?.[1];
      if (handle === undefined) continue;
      for (const { redirects, cwd } of invocations)
        for (const { descriptor, target: file } of redirects)
          if (String(descriptor) === handle) found.push(written(writer, namedTarget(file.text, where, cwd)));
    }
}

const LISTS = /^(?:find|gfind|fd|fdfind|ls|locate)$/;

/** Files that one program lists and another receives: `find ~/.claude -type f -exec truncate -s 0 {} +`. */
function addHandedOn(
  invocations: readonly Invocation[],
  where: Where,
  { files }: ProtectedPlaces,
  found: Effect[],
): void {
  const listers = invocations.filter(({ program }) => traitsOf(program).lists);
  if (listers.length === 0) return;
  const taker = invocations.find((one) => (one.moreArgs && !onlyReads(one) && !isPacking(one)) || writesUnknown(one));
  const runsItself = listers.find(({ args }) => args.some(({ text }) => /^(?:-x|-X|--exec(?:-batch)?)$/.test(text)));
  if (taker === undefined && runsItself === undefined) return;
  for (const lister of listers) {
    const finds = findsOf(lister, where.home);
    const starts = lister.args.flatMap(({ text }) =>
      text.startsWith("-") ? [] : (absolute(text, where, lister.cwd) ?? []),
    );
    const file = files.find(
      (one) =>
        starts.some((start) => isUnder(one, start) && finds(basename(one), depthBelow(start, one))) && existsSync(one),
    );
    if (file !== undefined) found.push(written(taker ?? lister, { type: "path", name: file }));
  }
}

const REMOVES = /^(?:rm|unlink|truncate|shred|chmod|mv)$/;

/** `while read f; do echo > $f; done` */
function writesUnknown({ redirects, program, args }: Invocation): boolean {
  return (
    redirects.some(({ operator, target }) => operator !== "<" && target.text.startsWith(UNKNOWN)) ||
    (traitsOf(program).removes && args.some(({ text }) => text.startsWith(UNKNOWN)))
  );
}

/** Maximum: a pattern may match several directories. */
function depthBelow(start: string, file: string): number {
  return /[*?[]/.test(start) ? 1 : relative(start, file).split("/").length;
}

/** The search may start at a pattern that a shell expands. */
function isUnder(file: string, start: string): boolean {
  if (!/[*?[]/.test(start)) return isWithin(file, start);
  try {
    return compileGlob(start, "path")(file);
  } catch {
    return true; // invalid pattern
  }
}

/** Commands in these are analysed. */
const COMMAND_FIELD = /^(?:args|arguments|argv|cmd|command|commands|code|script)$/;
/** Tools that fill a directory with files. */
const FILLS = /^(?:checkout|clone|decompress|download|extract|import|install|restore|sync|unpack|untar|unzip)$/;

/** Paths in fields of unknown tools. */
export function pathsInFields(
  { tool_name: tool, tool_input: input }: BasePayload,
  where: Where,
  { folders }: ProtectedPlaces,
): Effect[] {
  if (typeof tool !== "string" || !isRecord(input) || tool === "Bash" || tool === "PowerShell") return [];
  if (isCanonicalFileTool(tool) || /^(?:read|list)$/.test(toolDoes(tool))) return [];
  const fills = toolWords(tool).some((word) => FILLS.test(word));
  return textsIn(input)
    .filter(
      ({ name, text }) =>
        !CONTENT_FIELD.test(name) && !COMMAND_FIELD.test(name) && /^(?:[/~]|file:\/|\$\{?HOME\b)\S*$/.test(text),
    )
    .slice(0, MOST_WORDS)
    .flatMap(({ name, text }) => {
      const path = text.replace(/^file:(?:\/\/)?(?=\/)/, "");
      const target = (one: string) => namedTarget(one, where, where.cwd);
      const words = `${tool} ${text}`;
      // `volumes: ["/home/ada:/h"]`
      const [, mounted] = /^(\/[^:]{0,1000}):\//.exec(path) ?? [];
      const shared =
        mounted ??
        (/^(?:source|src|host_path|path)$/.test(name) &&
        /mount|volume|container|docker/.test(JSON.stringify([tool, Object.keys(input)]))
          ? path
          : undefined);
      const whole: Effect[] =
        shared === undefined || isPlain(shared, where, where.cwd)
          ? []
          : [
              {
                ...written({ words }, target(shared)),
                kind: "move",
                what: "gives a container write access to one of your directories",
              },
            ];
      const filled =
        fills && folders.has(target(path).name) ? [written({ words }, { ...target(path), below: true })] : [];
      return [written({ words }, target(path)), ...whole, ...filled];
    });
}
