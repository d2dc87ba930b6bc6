/** Files that Ruby, Perl and PHP scripts load, as far as their text names them. */
import { dirname, join, resolve } from "node:path";
import { followStarted } from "./started-scripts.js";
import type { Language, Script, Walk } from "./walk.js";

type Variables = Readonly<Record<string, string>>;

export function followRuby(script: Script, text: string, variables: Variables, walk: Walk): void {
  const own = dirname(script.path);
  const added = foldersIn(text, /(?:\$LOAD_PATH|\$:)[^\n]*(?:<<|unshift|push)\s*\(?([^\n]*)/g, own);
  for (const [, name = ""] of text.matchAll(/\brequire_relative[\s(]+["']([^"'#]+)["']/g))
    load([join(own, name)], [".rb", ".so"], script, "ruby", walk);
  for (const [, how = "", name = ""] of text.matchAll(
    /\b(require|load|autoload[\s(]+:\w+\s*,)[\s(]+["']([^"'#]+)["']/g,
  )) {
    const folders = /^\.{0,2}\//.test(name)
      ? [script.cwd ?? own]
      : how === "load"
        ? [script.cwd ?? own, ...added]
        : added;
    load(
      folders.map((folder) => resolve(folder, name)),
      [".rb", ".so"],
      script,
      "ruby",
      walk,
    );
  }
  for (const [, rest = ""] of text.matchAll(/\b(?:require|load)[\s(]+(?:File\.(?:join|expand_path)\s*\(?)([^\n]*)/g))
    load(
      literals(rest).map((name) => join(own, name)),
      [".rb"],
      script,
      "ruby",
      walk,
    );
  note(/\b(?:require|load)[\s(]+(?!["']|File\.)[a-z_@$]\w*/.exec(text), script, walk);
  followBackticks(text, script, variables, walk);
  followStarted(text, { path: script.path, cwd: script.cwd, variables }, walk);
}

export function followPerl(script: Script, text: string, variables: Variables, walk: Walk): void {
  const own = dirname(script.path);
  const added = foldersIn(text, /\buse\s+lib\b([^;\n]*)/g, own, script.cwd);
  for (const [, name = ""] of text.matchAll(/^[ \t]*(?:use|require|no)[ \t]+([A-Z]\w*(?:::\w+)*)/gm))
    load(
      added.map((folder) => join(folder, ...name.split("::"))),
      [".pm"],
      script,
      "perl",
      walk,
    );
  for (const [, name = ""] of text.matchAll(/\b(?:require|do)[\s(]+(?:[$\w:]+\s*\.\s*)?["']([^"'$]+)["']/g))
    load(
      [own, script.cwd ?? own, ...added].map((folder) => resolve(folder, name.replace(/^\/(?!.*\/.*\/)/, ""))),
      [""],
      script,
      "perl",
      walk,
    );
  for (const [, name = ""] of text.matchAll(/\b(?:require|do)[\s(]+[\w:]+\([^"'\n;]*\.\s*["']\/?([^"'$]+)["']/g))
    load([join(own, name)], [""], script, "perl", walk);
  for (const [, name = ""] of text.matchAll(/\b(?:require|do)[\s(]+"\$[\w:{}]+\/([^"$]+)"/g))
    load([join(own, name)], [""], script, "perl", walk);
  note(/\b(?:require|do)\s+\$\w+\s*(?:;|or\b|\|\|)/.exec(text), script, walk);
  followBackticks(text, script, variables, walk);
  followStarted(text, { path: script.path, cwd: script.cwd, variables }, walk);
}

export function followPhp(script: Script, text: string, variables: Variables, walk: Walk): void {
  const own = dirname(script.path);
  for (const [, rest = ""] of text.matchAll(/\b(?:require|include)(?:_once)?\b[\s(]*([^;\n]+)/g)) {
    const names = literals(rest);
    if (names.length === 0) {
      note([rest] as unknown as RegExpExecArray, script, walk);
      continue;
    }
    const name = names.join("").replace(/^\//, "");
    const up = (rest.match(/\bdirname\s*\(/g) ?? []).length - (/__FILE__/.test(rest) ? 1 : 0);
    const base = join(own, ...Array<string>(Math.max(0, up)).fill(".."));
    const folders = /__DIR__|__FILE__/.test(rest) ? [base] : [script.cwd ?? own, own];
    load(
      folders.map((folder) => resolve(folder, name)),
      [""],
      script,
      "php",
      walk,
    );
    if (/vendor\/autoload\.php$/.test(name)) walk.notCovered.add(`${script.path}: packages of Composer in vendor/`);
  }
  followStarted(text, { path: script.path, cwd: script.cwd, variables }, walk);
}

/** `sh ./run.sh` in backticks, qx(…) or %x(…). */
function followBackticks(text: string, { path, cwd }: Script, variables: Variables, walk: Walk): void {
  if (cwd === undefined) return;
  for (const [, plain, other] of text.matchAll(/`([^`\n]{1,1000})`|(?:\bqx|%x)[({[|]([^)}\]|\n]{1,1000})[)}\]|]/g)) {
    const command = plain ?? other ?? "";
    if (!/[{}@]/.test(command)) walk.command(command, { cwd, variables, zero: path }, walk);
  }
}

/** Covers each existing one; if there is none, all of them as absent. */
function load(
  paths: readonly string[],
  endings: readonly string[],
  script: Script,
  language: Language,
  walk: Walk,
): void {
  const tried = paths.flatMap((path) => ["", ...endings].map((ending) => `${path}${ending}`));
  const there = tried.filter((path) => walk.disk.text(path) !== undefined);
  const first = there[0];
  for (const path of first === undefined ? tried : tried.slice(0, tried.indexOf(first)))
    if (!walk.disk.isFolder(path)) walk.cover(path);
  if (first !== undefined) walk.run({ path: first, cwd: script.cwd, language });
}

function foldersIn(text: string, pattern: RegExp, ...bases: readonly (string | undefined)[]): string[] {
  return [...text.matchAll(pattern)].flatMap(([, rest = ""]) =>
    (literals(rest).length === 0
      ? [
          rest
            .trim()
            .replace(/^qw\W|\W$/g, "")
            .trim(),
        ]
      : literals(rest)
    ).flatMap((name) =>
      bases
        .filter((base) => base !== undefined)
        .map((base) => resolve(base, name.replace(/^(?:\$\w+(?:::\w+)*|#\{[^}]*\})\//, ""))),
    ),
  );
}

function literals(text: string): string[] {
  return [...text.matchAll(/(["'])((?:(?!\1)[^\\\n])*)\1/g)].map(([, , literal = ""]) => literal);
}

function note(match: RegExpExecArray | null, { path }: Script, walk: Walk): void {
  if (match !== null)
    walk.notCovered.add(
      `${path}: it loads a file whose name is only known at run time (${match[0]!.trim().slice(0, 60)})`,
    );
}
