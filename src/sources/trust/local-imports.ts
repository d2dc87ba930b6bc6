/**
 * The local files a script brings in, as far as its text says so plainly: relative imports of JavaScript and
 * TypeScript, files that a shell script sources, modules beside a Python script. Read, never run. What a script puts
 * together while it runs is not found here, and the docs say so.
 */
import { dirname, join, resolve } from "node:path";

/** Undefined for what is not there. */
export type ReadText = (path: string) => string | undefined;

const MOST_FILES = 500;

/** Every file that the scripts bring in, themselves not included, in the order they were found. */
export function localImports(scripts: readonly string[], read: ReadText): string[] {
  const known = new Set(scripts);
  const waiting = [...scripts];
  for (let path = waiting.shift(); path !== undefined && known.size < MOST_FILES; path = waiting.shift()) {
    const text = read(path);
    if (text === undefined) continue;
    for (const found of importsOf(path, text, read)) {
      if (known.has(found)) continue;
      known.add(found);
      waiting.push(found);
    }
  }
  return [...known].slice(scripts.length);
}

function importsOf(path: string, text: string, read: ReadText): string[] {
  const firstLine = text.slice(0, 200).split("\n")[0]!;
  if (/\.[cm]?[jt]sx?$/.test(path) || /^#!.*\b(?:node|deno|bun|tsx)\b/.test(firstLine))
    return javascript(path, text, read);
  if (/\.py$/.test(path) || /^#!.*\bpython/.test(firstLine)) return python(path, text, read);
  if (/\.(?:ba|z|fi)?sh$/.test(path) || /^#!.*\b(?:ba|z|da|k|fi)?sh\b/.test(firstLine)) return shell(path, text);
  return [];
}

const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*|\bnew URL\s*\(\s*)["'`](\.{1,2}\/[^"'`\n]+)["'`]/g;
const ENDINGS = ["", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".json", "/index.js", "/index.mjs", "/index.ts"];

function javascript(path: string, text: string, read: ReadText): string[] {
  return [...text.matchAll(SPECIFIER)].map(([, specifier = ""]) => {
    const target = resolve(dirname(path), specifier);
    // TypeScript is imported by the name it will have.
    const asSource = target.replace(/\.([cm]?)js$/, ".$1ts");
    const tried = [...ENDINGS.map((ending) => `${target}${ending}`), asSource];
    return tried.find((one) => read(one) !== undefined) ?? target; // what is not there is covered as absent
  });
}

const SOURCED = /^[\t ]*(?:source|\.)[\t ]+([^\n;|&#]+|"[^"\n]*"[^\n;|&#]*)/gm;
/** Ways to say "beside this script". */
const OWN_FOLDER = [
  /^\$\(dirname (?:-- )?\$\{?(?:0|BASH_SOURCE(?:\[0\])?)\}?\)\//,
  /^\$\{(?:0|BASH_SOURCE(?:\[0\])?)%\/\*\}\//,
];

function shell(path: string, text: string): string[] {
  // `$(cd "$(dirname "$0")" && pwd)` holds an `&`, which else ends a command.
  const joined = text.replace(/ && pwd(?: -P)?\)/g, ")").replace(/\$\(cd (["']?)(\$\([^)]*\))\1\)/g, "$2");
  return [...joined.matchAll(SOURCED)]
    .map(([, word = ""]) => OWN_FOLDER.reduce((one, form) => one.replace(form, "./"), word.replace(/["']/g, "").trim()))
    .map((word) => word.split(/\s/)[0]!)
    .filter((word) => /^[\w./-]+$/.test(word))
    .map((word) => resolve(dirname(path), word));
}

const IMPORTED = /^[\t ]*(?:from[\t ]+(\.*[\w.]*)[\t ]+import[\t ]+([\w, \t]+)|import[\t ]+([\w., \t]+))/gm;

function python(path: string, text: string, read: ReadText): string[] {
  const folder = dirname(path);
  return [...text.matchAll(IMPORTED)].flatMap(([, from, names = "", plain = ""]) => {
    const modules =
      from === undefined
        ? plain.split(",").map((one) => one.trim().split(/\s/)[0]!)
        : [
            from,
            ...names.split(",").map((one) => `${from}${from.endsWith(".") ? "" : "."}${one.trim().split(/\s/)[0]}`),
          ];
    return modules.flatMap((name) => pythonFiles(folder, name, read));
  });
}

/** A module, and every package on the way to it: importing `a.b` runs `a/__init__.py` first. */
function pythonFiles(folder: string, name: string, read: ReadText): string[] {
  const dots = /^\.*/.exec(name)![0].length;
  const top = join(folder, ...Array<string>(Math.max(0, dots - 1)).fill(".."));
  const parts = name.split(".").filter((part) => part !== "");
  const paths = parts.map((_, i) => join(top, ...parts.slice(0, i + 1)));
  return [...paths.slice(-1).map((path) => `${path}.py`), ...paths.map((path) => join(path, "__init__.py"))].filter(
    (one) => read(one) !== undefined,
  );
}
