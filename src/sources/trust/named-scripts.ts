/**
 * The scripts in a hook's command. An approval covers their content too, because otherwise it could be changed without
 * a review. A missing script is covered as absent.
 */
import { isAbsolute, resolve, sep } from "node:path";
import type { RunSpec } from "../../core/hooks/hook.js";

export interface ScriptPlaces {
  readonly home: string;
  readonly project: string;
}

const SCRIPT = /\.(?:[cm]?[jt]s|sh|bash|zsh|fish|py|rb|pl|php|lua|ps1)$/i;
const INTERPRETER = /^(?:node|bash|sh|zsh|python3?|deno|bun|ruby|perl|php)$/;

export function namedScripts(run: RunSpec, places: ScriptPlaces): string[] {
  if (run.type !== "command") return [];
  const cwd = run.cwd ?? places.project;
  const commands = run.exec ? [[run.command]] : commandsOf(run.command);
  commands.at(-1)?.push(...(run.args ?? []));
  const paths = commands
    .flatMap((words) => words.filter((word, i) => SCRIPT.test(word) || isProgram(word, words.slice(0, i))))
    .map((word) => locateScript(word, cwd, places));
  // A project cannot change system programs.
  const own = [cwd, places.project, places.home].map((folder) => `${folder}${sep}`);
  return [...new Set(paths)]
    .filter(
      (path) => own.some((folder) => path.startsWith(folder)) && !own.some((folder) => folder === `${path}${sep}`),
    )
    .sort();
}

/** A path at the start of a command, or the word after an interpreter and its options. */
function isProgram(word: string, before: readonly string[]): boolean {
  if (word.startsWith("-")) return false;
  const last = before.filter((one) => !one.startsWith("-")).at(-1);
  return last === undefined ? word.includes("/") : INTERPRETER.test(last);
}

/** The words of each command in a line, without quotes and variable assignments. */
function commandsOf(line: string): string[][] {
  return line
    .replace(/["']/g, "")
    .split(/[;|&()`\n]+/)
    .map((command) => command.split(/[\s<>]+/).filter((word) => word !== "" && !/^\w+=/.test(word)));
}

/** The path of a word in a command, if its variables are known. */
export function locateScript(word: string, cwd: string, { home, project }: ScriptPlaces): string {
  const path = word
    .replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, home)
    .replace(/^(?:\$PWD|\$\{PWD\})(?=\/)/, cwd)
    .replace(/^\$\{?(?:CLAUDE|SNAPHOOK)_PROJECT_DIR\}?(?=\/)/, project);
  return isAbsolute(path) ? resolve(path) : resolve(cwd, path);
}
