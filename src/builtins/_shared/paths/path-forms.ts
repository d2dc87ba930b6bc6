/**
 * All paths that a string in a tool's input may mean. Tools differ in expansion and link handling, and file systems in
 * which names are equal. A path rule has to hold for each form.
 */
import { basename, isAbsolute, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Links } from "./follow-links.js";

export interface PathForms {
  /** Absolute paths: as written, and with links resolved. */
  readonly forms: readonly string[];
  /** One of them cannot be resolved. */
  readonly unknown: boolean;
}

export function pathForms(path: string, home: string, cwd: string, links: Links): PathForms {
  const forms: string[] = [];
  let unknown = false;
  const add = (end: string | undefined) => {
    if (end === undefined) unknown = true;
    else if (!forms.includes(end)) forms.push(end);
  };
  for (const one of spellings(path, home)) {
    const written = resolve(cwd, one);
    add(written);
    add(links.real(written));
    const way = isAbsolute(one) ? one : `${cwd}${sep}${one}`;
    // With a link before `..` the real path differs from the normalised text.
    if (way.includes("..")) add(links.follow(way));
  }
  return { forms, unknown };
}

/** What these begin with may stand for another path. */
const SHORTENED = /^[\s~$%f]|\s$/i;

function spellings(path: string, home: string): Iterable<string> {
  if (!SHORTENED.test(path)) return [path];
  const found = new Set([path, path.trim()]);
  for (const one of [...found]) {
    if (/^file:\/\//i.test(one)) found.add(fromUrl(one));
    const [, name = ""] = /^~([^/\\]*)/.exec(one) ?? [];
    if (one.startsWith("~") && (name === "" || foldPath(name) === foldPath(basename(home))))
      found.add(home + one.slice(1 + name.length));
    const [variable = ""] = /^(?:\$HOME|\$\{HOME\}|%USERPROFILE%)(?=[/\\]|$)/i.exec(one) ?? [];
    if (variable !== "") found.add(home + one.slice(variable.length));
  }
  return found;
}

function fromUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return url; // remote, or not a path
  }
}

const PLAIN = /^[\x20-\x7e]*$/;
/** Characters that some file systems ignore. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Folds names that some file system treats as equal: case, Unicode composition, trailing dots and spaces. On file
 * systems that distinguish them, the other name is not in use.
 */
export function foldPath(path: string): string {
  const text = PLAIN.test(path) ? path : path.normalize("NFKC").replace(IGNORED, "").toUpperCase();
  const lower = text.toLowerCase();
  const folded = lower.includes(".") || lower.includes(" ") ? lower.replace(/(?<![. ])[. ]+(?=[/\\]|$)/g, "") : lower;
  return sep === "\\" ? folded.replaceAll("\\", "/") : folded;
}
