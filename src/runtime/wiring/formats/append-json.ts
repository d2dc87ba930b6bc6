/** Appends to an object or array inside JSON text without changing existing bytes. */
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { lineEnd } from "./line-end.js";

/** The same text without a byte order mark, with all offsets unchanged. */
export function readable(text: string): string {
  return text.replace(/^\uFEFF/, " ");
}

/**
 * An existing value must be a list. Creates missing parents: `["hooks", "PreToolUse"]` in `{}` becomes `{"hooks":
 * {"PreToolUse": [value]}}`.
 */
export function appendToList(text: string, path: readonly string[], value: unknown): string {
  const base = text.trim() === "" ? "{}\n" : text;
  const unit = /\n([ \t]+)\S/.exec(base)?.[1] ?? "  ";
  const tree = parseTree(readable(base), [], { allowTrailingComma: true })!;
  let depth = path.length;
  while (findNodeAtLocation(tree, path.slice(0, depth)) === undefined) depth--;
  const parent = depth === 0 ? tree : findNodeAtLocation(tree, path.slice(0, depth))!;
  const missing = path.slice(depth);
  const fragment = missing.length === 0 ? value : nest(missing.slice(1), value);
  const name = missing.length === 0 ? "" : `${JSON.stringify(missing[0])}: `;
  const eol = lineEnd(base);
  const lines = (name + JSON.stringify(fragment, null, unit)).split("\n");
  return insert(base, parent, lines.map((line) => unit.repeat(depth + 1) + line).join(eol), unit.repeat(depth), eol);
}

/** Sets a top-level key that does not exist yet. */
export function withKey(text: string, name: string, value: unknown): string {
  const base = text.trim() === "" ? "{}\n" : text;
  const tree = parseTree(readable(base), [], { allowTrailingComma: true })!;
  if (findNodeAtLocation(tree, [name]) !== undefined) return text;
  const unit = /\n([ \t]+)\S/.exec(base)?.[1] ?? "  ";
  const eol = lineEnd(base);
  return insert(base, tree, `${unit}${JSON.stringify(name)}: ${JSON.stringify(value)}`, "", eol);
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), [value]);
}

function insert(text: string, parent: Node, fragment: string, closing: string, eol: string): string {
  const last = parent.children?.at(-1);
  if (last === undefined) {
    const start = parent.offset + 1;
    return `${text.slice(0, start)}${eol}${fragment}${eol}${closing}${text.slice(parent.offset + parent.length - 1)}`;
  }
  const end = last.offset + last.length;
  const comma = trailingComma(text, end);
  const at = (comma ?? end) + lineComment(text.slice(comma ?? end));
  const rest = text.slice(at);
  // The closing bracket may directly follow the last element.
  const gap = /^\s*\n/.test(rest) || /^\s*\/[/*]/.test(rest) ? "" : `${eol}${closing}`;
  const before = comma === undefined ? `${text.slice(0, end)},${text.slice(end, at)}` : text.slice(0, at);
  return `${before}${eol}${fragment}${gap}${gap === "" ? rest : rest.trimStart()}`;
}

/** A comment after an element, on its line, belongs to it. */
function lineComment(rest: string): number {
  return /^[ \t]*\/\/[^\r\n]*/.exec(rest)?.[0].length ?? 0;
}

/** Position after a trailing comma, skipping comments; undefined if there is none. */
export function trailingComma(text: string, from: number): number | undefined {
  const match = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*,/.exec(text.slice(from));
  return match === null ? undefined : from + match[0].length;
}
