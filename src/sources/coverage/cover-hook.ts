/** Determines the files that an approval of a hook covers, and what it does not cover. Reads files; runs nothing. */
import { basename, join, resolve, sep } from "node:path";
import type { McpToolRun, RunSpec } from "../../core/hooks/hook.js";
import { FOLDER_NAMES, fillVariables, findMcpServer } from "../../core/hooks/mcp-server.js";
import { lookUp, parseObject } from "../../core/text/json.js";
import { followCommand, followWords } from "./commands.js";
import { followJavaScript, followPackages } from "./javascript.js";
import { followPerl, followPhp, followRuby } from "./other-languages.js";
import { followPython } from "./python.js";
import { followShell } from "./shell.js";
import {
  type Coverage,
  type CoverageDisk,
  filesBelow,
  isSystem,
  type Language,
  locate,
  type Script,
  Walk,
} from "./walk.js";

export interface CoveragePlaces {
  readonly home: string;
  readonly project: string;
}

export function coverHook(run: RunSpec, { home, project }: CoveragePlaces, disk: CoverageDisk): Coverage {
  const walk = new Walk(disk, home, project, followCommand);
  if (run.type === "mcp_tool") return coverServer(run, home, project, walk);
  if (run.type !== "command") return walk.result;
  const { command, args = [], exec = false, shell, env = {} } = run;
  const cwd = run.cwd ?? project;
  const variables = { ...knownVariables(home, project, cwd), ...env };
  if (shell?.includes("/")) walk.run({ path: resolve(cwd, shell), cwd });
  if (exec) followWords([command, ...args], { cwd, variables }, walk);
  else if (shell !== undefined && /^(?:pwsh|powershell)$/.test(basename(shell)))
    walk.notCovered.add(`scripts of PowerShell in: ${command}`);
  else followCommand([command, ...args.map(quoted)].join(" "), { cwd, variables }, walk);
  return followAll(variables, walk);
}

function followAll(variables: Readonly<Record<string, string>>, walk: Walk): Coverage {
  for (let script = walk.next(); script !== undefined; script = walk.next()) follow(script, variables, walk);
  followPackages(walk);
  return walk.result;
}

/** The server that came with the hook: its definition, and what its program runs. */
function coverServer({ server: name, definedIn }: McpToolRun, home: string, project: string, walk: Walk): Coverage {
  if (definedIn === undefined) return walk.result;
  const { file, folder } = definedIn;
  walk.coverKeys(file, ["mcpServers"]);
  const found = findMcpServer(parseObject(walk.disk.text(file) ?? ""), name);
  if (found === undefined || "invalid" in found) return walk.result; // it cannot be started
  const { command, args, cwd = "", env } = found.server;
  const folders = Object.fromEntries([...FOLDER_NAMES].map((variable) => [variable, folder]));
  const known: Record<string, string> = { ...knownVariables(home, project, folder), ...folders };
  const fill = (text: string, isData = false) =>
    fillVariables(text, (variable) => {
      if (!isData && !Object.hasOwn(known, variable))
        walk.notCovered.add(`MCP server "${name}": what \${${variable}} names`);
      return lookUp(known, variable);
    });
  const values = Object.fromEntries(Object.entries(env).map(([variable, value]) => [variable, fill(value, true)]));
  const own = resolve(folder, fill(cwd).replace(/^~(?=\/|$)/, home));
  const around = { cwd: own, variables: { ...known, ...values } };
  followWords(
    [command, ...args].map((word) => fill(word)),
    around,
    walk,
  );
  return followAll(around.variables, walk);
}

/** Modules that a bundle still loads at run time, relative to its config. */
export function coverBundle(code: string, path: string, home: string, disk: CoverageDisk): Coverage {
  const walk = new Walk(disk, home, sep, followCommand);
  followJavaScript({ path, cwd: undefined }, code, {}, walk);
  return followAll({}, walk);
}

function knownVariables(home: string, project: string, cwd: string): Record<string, string> {
  return {
    HOME: home,
    PWD: cwd,
    CLAUDE_PROJECT_DIR: project,
    SNAPHOOK_PROJECT_DIR: project,
  };
}

function follow(script: Script, variables: Readonly<Record<string, string>>, walk: Walk): void {
  coverHooksFolder(script.path, walk);
  const text = walk.disk.text(script.path);
  if (text === undefined) return followFolder(script, walk);
  // A program of the project that runs it.
  const interpreter = /^#!\s*([^\s]+)/.exec(text.slice(0, 200))?.[1];
  const starter = interpreter === undefined ? undefined : locate(interpreter, script.cwd, "/");
  if (starter !== undefined && !isSystem(starter)) walk.run({ path: starter, cwd: script.cwd });
  const language = script.language ?? languageOf(script.path, text);
  if (language === undefined) return;
  FOLLOW[language]({ ...script, language }, text, variables, walk);
}

type Follow = (script: Script, text: string, variables: Readonly<Record<string, string>>, walk: Walk) => void;

const FOLLOW: Readonly<Record<Language, Follow>> = {
  shell: followShell,
  python: followPython,
  javascript: followJavaScript,
  ruby: followRuby,
  perl: followPerl,
  php: followPhp,
};

const ENDINGS: readonly (readonly [RegExp, Language])[] = [
  [/\.(?:ba|z|k|fi)?sh$/, "shell"],
  [/\.pyw?$/, "python"],
  [/\.[cm]?[jt]sx?$/, "javascript"],
  [/\.rb$/, "ruby"],
  [/\.p[lm]$/, "perl"],
  [/\.php$/, "php"],
];

const INTERPRETERS: readonly (readonly [RegExp, Language])[] = [
  [/\b(?:node|deno|bun|tsx|ts-node)\b/, "javascript"],
  [/\bpython/, "python"],
  [/\b(?:ba|z|da|k|fi|a)?sh\b/, "shell"],
  [/\bruby\b/, "ruby"],
  [/\bperl\b/, "perl"],
  [/\bphp\b/, "php"],
];

function languageOf(path: string, text: string): Language | undefined {
  const firstLine = text.slice(0, 200).split("\n")[0]!;
  if (firstLine.startsWith("#!")) {
    const found = INTERPRETERS.find(([pattern]) => pattern.test(firstLine));
    if (found !== undefined) return found[1];
  }
  return ENDINGS.find(([pattern]) => pattern.test(path))?.[1];
}

/** An interpreter with a directory as its argument runs its main module. */
function followFolder(script: Script, walk: Walk): void {
  if (!walk.disk.isFolder(script.path)) return;
  const main = { python: "__main__.py", javascript: "index.js" } as const;
  if (script.language === "python" || script.language === "javascript")
    walk.run({ ...script, path: join(script.path, main[script.language]) });
  if (script.language === "javascript") walk.coverKeys(join(script.path, "package.json"), ["main", "type"]);
}

const CODE = /\.(?:[cm]?[jt]sx?|sh|bash|zsh|fish|py|rb|pl|pm|php|lua|ps1)$/i;

const TEST_CASE = /(?:^|[._-])(?:tests?|specs?|cases)(?:[._-]|$)/i;

/** Scripts in `.snaphook/hooks/` may start each other. */
function coverHooksFolder(path: string, walk: Walk): void {
  const folder = new RegExp(`^.*\\${sep}\\.snaphook\\${sep}hooks(?=\\${sep})`).exec(path)?.[0];
  if (folder === undefined) return;
  const isCode = (name: string) => CODE.test(name) && !TEST_CASE.test(name);
  for (const one of filesBelow(walk.disk, folder, isCode, 500)) walk.cover(one);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
