/**
 * Everything a path in a tool's input may mean. Tools differ in what they expand and in when they follow links, and so
 * do file systems in what they take for the same name: a rule about paths has to hold for each of them.
 */
import { basename, isAbsolute, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Links } from "./follow-links.js";

export interface PathForms {
  /** Absolute paths: as written, and with links followed. */
  readonly forms: readonly string[];
  /** One of them leads nobody knows where. */
  readonly unknown: boolean;
}

export function pathForms(path: string, home: string, cwd: string, links: Links): PathForms {
  const forms = new Set<string>();
  let unknown = false;
  const add = (end: string | undefined) => {
    if (end === undefined) unknown = true;
    else forms.add(end);
  };
  for (const one of spellings(path, home)) {
    const written = resolve(cwd, one);
    forms.add(written);
    add(links.real(written));
    const way = isAbsolute(one) ? one : `${cwd}${sep}${one}`;
    // A link before `..` leads elsewhere than the text says.
    if (way.includes("..")) add(links.follow(way));
  }
  return { forms: [...forms], unknown };
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
    return url; // of another machine, or not one at all
  }
}

const PLAIN = /^[\x20-\x7e]*$/;
/** Marks that some file systems pass over. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The same text for names that some file system takes for the same: letters of any case, composed or not, with dots and
 * blanks at the end. Where a file system tells them apart, the other name is nothing that anybody has.
 */
export function foldPath(path: string): string {
  const text = PLAIN.test(path) ? path : path.normalize("NFKC").replace(IGNORED, "").toUpperCase();
  const folded = text.toLowerCase().replace(/(?<![. ])[. ]+(?=[/\\]|$)/g, "");
  return sep === "\\" ? folded.replaceAll("\\", "/") : folded;
}
