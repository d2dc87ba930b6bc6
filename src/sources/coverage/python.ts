/**
 * Modules that Python loads: beside the script, their packages, and names that take precedence. `import json` finds a
 * `json.py` beside the script before the standard library.
 */
import { basename, dirname, join } from "node:path";
import { isTool } from "./programs.js";
import { COMMON_NAMES, STANDARD_NAMES } from "./python-names.js";
import { followStarted } from "./started-scripts.js";
import type { Script, Walk } from "./walk.js";

interface Surroundings {
  /** Directories searched for modules, in order. */
  readonly folders: readonly string[];
  readonly cwd: string | undefined;
  /** The package for relative imports. */
  readonly package?: string;
  /** For messages. */
  readonly name: string;
}

export function followPython(
  { path, cwd, pythonPath = [] }: Script,
  text: string,
  variables: Readonly<Record<string, string>>,
  walk: Walk,
): void {
  const own = dirname(path);
  // Absolute imports start at the program's directory; the module's own directory counts for relative imports.
  const folders = [...new Set([...(pythonPath.length > 0 ? [] : [own]), ...pythonPath])];
  coverPython(
    text,
    {
      folders: pythonPath.includes(own) || pythonPath.length === 0 ? folders : [own, ...folders],
      cwd,
      package: own,
      name: path,
    },
    walk,
  );
  followStarted(text, { path, cwd, variables }, walk);
}

/** `python3 -m name` in a directory. */
export function pythonModule(
  name: string,
  cwd: string,
  pythonPath: readonly string[],
  walk: Walk,
  args: readonly string[] = [],
): void {
  const around = { folders: [cwd, ...pythonPath], cwd, name: `python -m ${name}` };
  const found = coverModule(name, around, walk) || coverModule(`${name}.__main__`, around, walk);
  coverModule(`${name}.__main__`, around, walk);
  walk.coverModules(cwd, [name.split(".")[0]!]);
  if (found) for (const folder of around.folders) walk.coverModules(folder, [COMMON_NAMES]);
  else if (RUNS_MODULES.test(name)) followNamed(args, around, walk);
  else if (isTool(name)) walk.tools.add(name);
}

/** Modules of the standard library that run others. */
const RUNS_MODULES = /^(?:unittest|doctest|pdb|cProfile|profile|trace|timeit|runpy)$/;

/** `python3 -m unittest tests.rules`, `python3 -m pdb check.py`; without a name, whatever is found. */
function followNamed(args: readonly string[], around: Surroundings, walk: Walk): void {
  const named = args.filter((arg) => !arg.startsWith("-"));
  const { cwd, folders } = around;
  for (const one of named) {
    const path = cwd === undefined ? undefined : join(cwd, one);
    if (path !== undefined && walk.disk.text(path) !== undefined)
      walk.run({ path, cwd, language: "python", pythonPath: folders });
    else if (/^[\w.]+$/.test(one))
      for (const module of [one, one.replace(/\.\w+$/, "")]) coverModule(module, around, walk);
  }
  if (named.length === 0 || named.includes("discover"))
    walk.notCovered.add(`${around.name}: the modules that it finds`);
}

export function coverPython(text: string, around: Surroundings, walk: Walk): void {
  const source = withoutComments(text);
  const folders = [...around.folders, ...addedFolders(source, around, walk)];
  const here = { ...around, folders };
  const names = importsIn(source);
  for (const folder of folders)
    walk.coverModules(folder, [COMMON_NAMES, ...names.flatMap(({ module }) => topOf(module))]);
  for (const { module, imported } of names) {
    const base = module.startsWith(".") ? relativeBase(module, here) : undefined;
    if (module.startsWith(".") && base === undefined) continue;
    const inside = base === undefined ? here : { ...here, folders: [base.folder] };
    const name = base === undefined ? module : base.name;
    if (base !== undefined) walk.coverModules(base.folder, [...topOf(name), ...(name === "" ? imported : [])]);
    const isLocal = name === "" || coverModule(name, inside, walk);
    if (!isLocal) continue;
    for (const one of imported)
      if (one === "*") coverWholePackage(name, inside, walk);
      else coverModule(name === "" ? one : `${name}.${one}`, inside, walk);
  }
  for (const note of unknownImports(source)) walk.notCovered.add(`${around.name}: ${note}`);
}

interface Import {
  /** With leading dots if it is relative. */
  readonly module: string;
  readonly imported: readonly string[];
}

const NAME = String.raw`[A-Za-z_]\w*`;
const DOTTED = String.raw`${NAME}(?:[\t ]*\.[\t ]*${NAME})*`;
const PLAIN = /(?:^|[;:\n])[\t ]*import[\t ]*\(?([\w.,\s]+?)\)?[\t ]*(?=[;\n#]|$)/g;
const FROM = new RegExp(
  String.raw`(?:^|[;:\n])[\t ]*from[\t ]*(\.*[\t ]*(?:${DOTTED})?)[\t ]*\bimport\b[\t ]*(\([^)]*\)|\*|[^;\n]*)`,
  "g",
);
const BY_NAME = /\b(?:__import__|import_module|find_spec|run_module)\s*\(\s*(?:name\s*=\s*)?[rbu]?["']([\w.]+)["']/g;

function importsIn(source: string): Import[] {
  const plain = [...source.matchAll(PLAIN)].flatMap(([, names = ""]) => listed(names));
  const from = [...source.matchAll(FROM)].map(([, module = "", names = ""]) => ({
    module: module.replace(/\s/g, ""),
    imported: names.includes("*") ? ["*"] : listed(names.replace(/[()]/g, "")),
  }));
  const byName = [...source.matchAll(BY_NAME)].map(([, name = ""]) => name);
  return [...[...plain, ...byName].map((module) => ({ module, imported: [] })), ...from];
}

function listed(names: string): string[] {
  return names
    .split(",")
    .map((one) =>
      one
        .trim()
        .split(/\s+as\s+|\s/)[0]!
        .replace(/\s/g, ""),
    )
    .filter((one) => one !== "");
}

/** Without comments, and with continuation lines joined. */
function withoutComments(text: string): string {
  return text.replace(/\\\r?\n/g, " ").replace(/^([^"'#\n]*)#.*$/gm, "$1");
}

function topOf(module: string): string[] {
  const top = module.replace(/^\.+/, "").split(".")[0]!;
  return top === "" || STANDARD_NAMES.has(top) ? [] : [top];
}

function relativeBase(module: string, around: Surroundings): { folder: string; name: string } | undefined {
  if (around.package === undefined) return undefined;
  const dots = /^\.+/.exec(module)![0].length;
  return { folder: join(around.package, ...Array<string>(dots - 1).fill("..")), name: module.slice(dots) };
}

/** Covers a module and all its parent packages. Returns true if it is in one of these directories. */
function coverModule(name: string, { folders, cwd }: Surroundings, walk: Walk): boolean {
  const parts = name.split(".");
  for (const folder of folders) {
    const top = join(folder, parts[0]!);
    if (!isModule(top, walk)) continue;
    let found = false;
    parts.forEach((part, i) => {
      const inside = join(folder, ...parts.slice(0, i));
      const path = join(inside, part);
      if (i > 0) walk.coverModules(inside, [part, "__init__"]);
      found = isModule(path, walk);
      for (const file of filesOf(path, walk)) walk.run({ path: file, cwd, language: "python", pythonPath: folders });
    });
    return found;
  }
  return false;
}

const SUFFIX = /^\.(?:py|pyc|pyd|so|[\w-]+\.so|[\w-]+\.pyd)$/;

function filesOf(path: string, walk: Walk): string[] {
  const [folder, name] = [dirname(path), basename(path)];
  const modules = walk.disk
    .list(folder)
    .filter((entry) => entry.startsWith(`${name}.`) && SUFFIX.test(entry.slice(name.length)))
    .map((entry) => join(folder, entry));
  const init = walk.disk.isFolder(path)
    ? walk.disk
        .list(path)
        .filter((entry) => /^__init__\./.test(entry))
        .map((entry) => join(path, entry))
    : [];
  return [...modules, ...init];
}

function isModule(path: string, walk: Walk): boolean {
  return walk.disk.isFolder(path) || filesOf(path, walk).length > 0;
}

/** `from package import *` may load any module that the package lists. */
function coverWholePackage(name: string, { folders, cwd }: Surroundings, walk: Walk): void {
  for (const folder of folders) {
    const path = join(folder, ...name.split(".").filter((part) => part !== ""));
    if (!walk.disk.isFolder(path)) continue;
    walk.coverModules(path, ["*.py"]);
    for (const entry of walk.disk.list(path))
      if (entry.endsWith(".py")) walk.run({ path: join(path, entry), cwd, language: "python", pythonPath: folders });
  }
}

const PATH_CHANGE = /\bsys\.path(?:\.(?:insert|append|extend)\s*\(|\s*(?:\+=|\[:0\]\s*=|=)|\.__setitem__\()([^\n]*)/g;

/** Directories that the script adds to `sys.path`, as far as they follow from its own path. */
function addedFolders(source: string, { folders, package: own, name, cwd }: Surroundings, walk: Walk): string[] {
  return [...source.matchAll(PATH_CHANGE)].flatMap(([, text = ""]) => {
    const literals = [...text.matchAll(/["']([^"']*)["']/g)].map(([, literal = ""]) => literal);
    const ups =
      (text.match(/\bdirname\s*\(|\.parent\b/g) ?? []).length +
      (/\.parents\[(\d)\]/.exec(text) ? Number(/\.parents\[(\d)\]/.exec(text)![1]) + 1 : 0);
    const base = /__file__/.test(text)
      ? join(own ?? folders[0]!, ...Array<string>(Math.max(0, ups - 1)).fill(".."))
      : undefined;
    if (base !== undefined) return [join(base, ...literals)];
    // A variable derived from `__file__`: the directories it usually means.
    const candidates = [own, own === undefined ? undefined : dirname(own), cwd].filter((one) => one !== undefined);
    const found = candidates
      .map((one) => join(one, ...Array<string>(ups).fill(".."), ...literals))
      .filter((one) => walk.disk.isFolder(one));
    if (literals.length > 0 && found.length > 0) return found;
    if (literals.length === 0 && candidates.length > 0 && /__file__/.test(source)) return candidates;
    walk.notCovered.add(`${name}: the directory it adds to sys.path is only known at run time`);
    return [];
  });
}

function unknownImports(source: string): string[] {
  const dynamic =
    /\b(?:__import__|import_module|run_module)\s*\(\s*(?!\s*(?:name\s*=\s*)?[rbu]?["'])(\w[^\n)]{0,60})/.exec(source);
  const loader = /\b(?:spec_from_file_location|SourceFileLoader|run_path|execfile)\b([^\n]*)/.exec(source);
  const notes: string[] = [];
  if (dynamic !== null) notes.push(`it imports a module whose name is only known at run time (${dynamic[1]!.trim()})`);
  if (loader !== null && !/["'][^"'\n]+\.py["']/.test(loader[1]!))
    notes.push("it loads a file whose name is only known at run time");
  if (/\bsite\.addsitedir\s*\(/.test(source)) notes.push("it adds a directory whose .pth files are run");
  if (/(?<![.\w])exec\s*\(\s*(?!["'])/.test(source)) notes.push("it runs text as code that is only known at run time");
  return notes;
}
