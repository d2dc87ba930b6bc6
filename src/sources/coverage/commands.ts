/** Finds the files that command lines run, with the shell parser of the guards. */
import { basename, dirname, join } from "node:path";
import { type Invocation, UNKNOWN, type Word } from "../../effects/model/invocation.js";
import { readCommand } from "../../effects/shell/read-command.js";
import { splitShell } from "../../effects/shell/shells.js";
import { followInterpreter, INTERPRETER } from "./interpreters.js";
import { isTool, ONLY_DATA } from "./programs.js";
import { followRunner, RUNNERS } from "./runners.js";
import { filesBelow, isSystem, locate, type Surroundings, type Walk, wordOf } from "./walk.js";

const SHELL = /^(?:sh|bash|zsh|dash|ksh|ksh93|mksh|ash|rbash|fish)$/;
const SCRIPT =
  /\.(?:[cm]?[jt]sx?|sh|bash|zsh|fish|py|rb|pl|php|lua|ps1|jq|awk|sed|tcl|exp|r|el|vim|jl|exs?|groovy|java|jar|csx|fsx|kts|scala|swift|raku|scm|lisp|clj|nim|sql)$/i;
/** Files that these load are not followed. */
const LOADS_MORE: Readonly<Record<string, RegExp>> = {
  lua: /\b(?:require|dofile|loadfile)\b/,
  tcl: /^[ \t]*(?:source|load|package\s+require)\b/m,
  exp: /^[ \t]*(?:source|load)\b/m,
  r: /\b(?:source|sys\.source)\s*\(/,
  el: /\((?:require|load|load-file)\b/,
  vim: /^[ \t]*(?:so|source|runtime)\b/m,
  jl: /\binclude\s*\(/,
  exs: /\bCode\.\w+_file\b/,
};

/** Returns the files that the text sources, so that a shell script is analysed together with them. */
export function followCommand(text: string, around: Surroundings, walk: Walk): string[] {
  const { cwd, variables, zero } = around;
  const where = { cwd, project: walk.project, home: walk.home, platform: process.platform };
  const reading = readCommand(text, where, { variables, ...(zero === undefined ? {} : { zero }) });
  const sourced = new Set<string>();
  for (const invocation of reading.invocations) followInvocation(invocation, around, walk, sourced);
  for (const { what, words } of reading.unclear) walk.notCovered.add(`${shown(zero, words)}: this ${what}`);
  return [...sourced];
}

/** A program and its arguments, without a shell. */
export function followWords(words: readonly string[], around: Surroundings, walk: Walk): void {
  followCommand(words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" "), around, walk);
}

function followInvocation(invocation: Invocation, around: Surroundings, walk: Walk, sourced: Set<string>): void {
  const { program, name, args, runs, variables } = invocation;
  if (runs === "elsewhere" || invocation.standsIn) return;
  const file = (word: Word | undefined, visit: (path: string) => void) =>
    followWord(word, invocation, around, walk, visit);
  const script = (path: string) => walk.run({ path, cwd: invocation.cwd });
  if (!name.known && name.text.replaceAll(UNKNOWN, "").replaceAll("/", "") === "") return; // reported in `unclear` if it matters
  if (name.text.includes("/") || SCRIPT.test(name.text)) {
    if (/\/node_modules\/\.bin\/[^/]+$/.test(name.text)) walk.tools.add(basename(name.text));
    else file(name, script);
    if (/^python[\d.]*$/.test(program ?? "") && !isSystem(name.text))
      walk.notCovered.add(
        `${locate(name.text, invocation.cwd, walk.home) ?? name.text}: packages that are installed for this interpreter`,
      );
  } else coverOnPath(name.text, invocation, around, walk);
  const preloaded = variables.get("LD_PRELOAD") ?? wordOf(around.variables["LD_PRELOAD"]);
  for (const one of preloaded?.text.split(/[\s:]+/) ?? [])
    if (one.includes("/")) file(wordOf(one), (path) => walk.cover(path));
  if (variables.has("LD_LIBRARY_PATH"))
    walk.notCovered.add(`${shown(around.zero, invocation.words)}: libraries found through LD_LIBRARY_PATH`);
  for (const startup of ["BASH_ENV", "ENV"]) {
    const value = variables.get(startup) ?? wordOf(around.variables[startup]);
    if (program !== undefined && SHELL.test(program) && value !== undefined && value.text !== "")
      file(value, (path) => walk.run({ path, cwd: invocation.cwd, language: "shell" }));
  }
  if (program === undefined) return;
  if (program === "eval" && args.some(({ known }) => !known) && readsOwnFile(invocation.input, walk))
    walk.notCovered.add(`${shown(around.zero, invocation.words)}: it runs text that is only known at run time`);
  if ((program === "." || program === "source") && invocation.input.kind === "pipe")
    followPrinted(invocation, file, script);
  else if (program === "." || program === "source") {
    file(args[0]?.text === "--" ? args[1] : args[0], (path) => {
      sourced.add(path);
      walk.cover(path);
    });
  } else if (SHELL.test(program)) {
    const { text, rest } = splitShell(args);
    const input = invocation.input.kind === "file" ? invocation.input.file : undefined;
    const shellScript = (path: string) => walk.run({ path, cwd: invocation.cwd, language: "shell" });
    args.forEach(({ text: option }, at) => {
      if (/^--(?:rcfile|init-file)$/.test(option)) file(args[at + 1], shellScript);
      else if (/^--(?:rcfile|init-file)=/.test(option)) file(wordOf(option.replace(/^[^=]*=/, "")), shellScript);
    });
    if (text === undefined) file(rest[0] ?? input, shellScript);
    noteHandedOn(invocation, text === undefined && rest.length === 0, around, walk);
  } else if (INTERPRETER.test(program)) {
    followInterpreter(program, invocation, around, walk, file);
    noteHandedOn(invocation, !args.some(({ text }) => !text.startsWith("-")), around, walk);
  } else if (program in RUNNERS) followRunner(program, invocation, around, walk);
  else if (isTool(program)) walk.tools.add(program);
  else if (/^(?:awk|gawk|mawk|sed|gsed|jq)$/.test(program)) {
    const awk = (path: string) => {
      script(path);
      for (const [, name = ""] of (walk.disk.text(path) ?? "").matchAll(/^[ \t]*@(?:include|load)\s+"([^"]+)"/gm))
        for (const folder of [dirname(path), invocation.cwd ?? dirname(path)])
          if (!walk.cover(join(folder, name.endsWith(".awk") ? name : `${name}.awk`))) break;
    };
    const run = program.endsWith("awk") ? awk : script;
    args.forEach(({ text }, i) => {
      if (/^-[a-zA-Z]*f$|^--(?:file|from-file)$/.test(text)) file(args[i + 1], run);
      else if (program !== "jq" && /^-f./.test(text)) file(wordOf(text.slice(2)), run);
      else if (/^(?:--file=|--from-file=)/.test(text)) file(wordOf(text.replace(/^[^=]*=/, "")), script);
      else if (program === "jq" && text === "-L") file(args[i + 1], (path) => coverFolder(path, /\.jq$/, walk));
    });
  } else if (program === "run-parts") coverParts(args.at(-1), invocation, file, walk);
  else if (!ONLY_DATA.has(program)) {
    // `-S check.vim`, `--script=check.lua`; a program is known by its first line.
    const other = (path: string) => {
      script(path);
      const more = LOADS_MORE[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ""];
      if (more?.test(walk.disk.text(path) ?? "")) walk.notCovered.add(`${path}: the files that it loads`);
    };
    for (const arg of args) {
      const word = /^--?\w[\w-]*=/.test(arg.text) ? { ...arg, text: arg.text.replace(/^[^=]*=/, "") } : arg;
      if (SCRIPT.test(word.text) || (arg.text.includes("/") && isScript(arg, invocation, walk))) file(word, other);
    }
  }
}

function isScript({ text, known }: Word, { cwd }: Invocation, walk: Walk): boolean {
  const path = known ? locate(text, cwd, walk.home) : undefined;
  return path !== undefined && !isSystem(path) && walk.disk.text(path)?.startsWith("#!") === true;
}

/** `ls *.sh | xargs sh`: the list decides what runs. */
function noteHandedOn({ moreArgs, words }: Invocation, withoutScript: boolean, around: Surroundings, walk: Walk): void {
  if (moreArgs && withoutScript)
    walk.notCovered.add(`${shown(around.zero, words)}: the file that it is given is only known at run time`);
}

/** `. <(cat lib.sh)` */
function followPrinted(
  { input }: Invocation,
  file: (word: Word, visit: (path: string) => void) => void,
  visit: (path: string) => void,
): void {
  for (const { program, args } of input.kind === "pipe" ? input.from : [])
    if (program === "cat") for (const arg of args) file(arg, visit);
}

/** Text that one of the project's files holds, and not what a program prints: `eval "$(ssh-agent)"`. */
function readsOwnFile(input: Invocation["input"], walk: Walk): boolean {
  return (
    input.kind === "pipe" &&
    input.from.some(({ program, args, cwd }) => {
      const isFile = ({ text }: Word) =>
        !isSystem(text) && walk.disk.text(locate(text, cwd, walk.home) ?? "") !== undefined;
      return program === "cat" && args.some(isFile);
    })
  );
}

/** Every file of the folder, also a new one. */
function coverParts(
  folder: Word | undefined,
  { cwd }: Invocation,
  file: (word: Word | undefined, visit: (path: string) => void) => void,
  walk: Walk,
): void {
  file(folder, (path) => {
    walk.coverModules(path, ["*"]);
    for (const name of walk.disk.list(path)) walk.run({ path: join(path, name), cwd });
  });
}

/** Visits the file that a word names or all files of a pattern, or notes that it is unknown. */
function followWord(
  word: Word | undefined,
  { cwd, words }: Invocation,
  { zero }: Surroundings,
  walk: Walk,
  visit: (path: string) => void,
): void {
  if (word === undefined || word.text === "" || /^-./.test(word.text)) return;
  const path = word.known ? locate(word.text, cwd, walk.home) : undefined;
  if (path === undefined) {
    walk.notCovered.add(`${shown(zero, words)}: the file named by \`${cut(word.source)}\` is only known at run time`);
  } else if (word.glob || (/[*?]/.test(word.text) && walk.disk.text(path) === undefined)) {
    walk.coverModules(dirname(path), [`*${basename(path).replace(/^.*(?=\.)/, "")}`]);
    const pattern = globPattern(basename(path));
    for (const name of walk.disk.list(dirname(path))) if (pattern.test(name)) visit(join(dirname(path), name));
  } else visit(path);
}

/** A program that is looked up in project directories because `PATH` contains them. */
function coverOnPath(name: string, { variables, cwd }: Invocation, around: Surroundings, walk: Walk): void {
  const path = variables.get("PATH")?.text ?? around.variables["PATH"];
  if (path === undefined || name === "") return;
  for (const folder of path.split(":")) {
    if (folder.includes(UNKNOWN) || folder === "$PATH") continue;
    const found = locate(join(folder === "" ? "." : folder, name), cwd, walk.home);
    if (found === undefined || isSystem(found)) continue;
    walk.run({ path: found, cwd });
  }
}

function coverFolder(folder: string, ending: RegExp, walk: Walk): void {
  for (const one of filesBelow(walk.disk, folder, (name) => ending.test(name), 500)) walk.cover(one);
}

function globPattern(glob: string): RegExp {
  const escaped = glob
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replace(/\?/g, ".");
  try {
    return new RegExp(`^(?!\\.)${escaped}$`);
  } catch {
    return /^(?!\.)/; // an invalid set may match any name
  }
}

function shown(zero: string | undefined, words: string): string {
  return zero === undefined ? cut(words) : `${zero}: ${cut(words)}`;
}

function cut(text: string): string {
  const line = text.replaceAll(UNKNOWN, "…").replace(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, 117)}…` : line;
}
