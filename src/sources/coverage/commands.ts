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
const SCRIPT = /\.(?:[cm]?[jt]sx?|sh|bash|zsh|fish|py|rb|pl|php|lua|ps1|jq|awk|sed)$/i;

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
  for (const startup of ["BASH_ENV", "ENV"]) {
    const value = variables.get(startup) ?? wordOf(around.variables[startup]);
    if (program !== undefined && SHELL.test(program) && value !== undefined && value.text !== "")
      file(value, (path) => walk.run({ path, cwd: invocation.cwd, language: "shell" }));
  }
  if (program === undefined) return;
  if (program === "." || program === "source") {
    file(args[0]?.text === "--" ? args[1] : args[0], (path) => {
      sourced.add(path);
      walk.cover(path);
    });
  } else if (SHELL.test(program)) {
    const { text, rest } = splitShell(args);
    const input = invocation.input.kind === "file" ? invocation.input.file : undefined;
    if (text === undefined)
      file(rest[0] ?? input, (path) => walk.run({ path, cwd: invocation.cwd, language: "shell" }));
  } else if (INTERPRETER.test(program)) followInterpreter(program, invocation, around, walk, file);
  else if (program in RUNNERS) followRunner(program, invocation, around, walk);
  else if (isTool(program)) walk.tools.add(program);
  else if (/^(?:awk|gawk|mawk|sed|gsed|jq)$/.test(program)) {
    args.forEach(({ text }, i) => {
      if (/^(?:-f|--file|--from-file)$/.test(text)) file(args[i + 1], script);
      else if (/^(?:--file=|--from-file=)/.test(text)) file(wordOf(text.replace(/^[^=]*=/, "")), script);
      else if (program === "jq" && text === "-L") file(args[i + 1], (path) => coverFolder(path, /\.jq$/, walk));
    });
  } else if (!ONLY_DATA.has(program)) for (const arg of args) if (SCRIPT.test(arg.text)) file(arg, script);
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
