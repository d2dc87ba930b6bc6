/** Removes a value inside JSON text. Comments before it belong to the user, and stay. */
import { applyEdits, findNodeAtLocation, modify, type Node, parseTree } from "jsonc-parser";
import { readable, trailingComma } from "./append-json.js";
import { lineEnd } from "./line-end.js";

export function removeValue(text: string, path: readonly (string | number)[]): string {
  const tree = parseTree(readable(text), [], { allowTrailingComma: true })!;
  const node = findNodeAtLocation(tree, [...path]);
  const target = node?.parent?.type === "property" ? node.parent : node;
  const siblings = target?.parent?.children ?? [];
  const previous = target && siblings[siblings.indexOf(target) - 1];
  if (target === siblings.at(-1) && target && previous) {
    const edited = removeLast(text, previous, target);
    if (edited !== undefined) return edited;
  }
  return applyEdits(text, modify(readable(text), [...path], undefined, {}));
}

/** Of an element that others precede, with comments between; undefined if there are none. */
function removeLast(text: string, previous: Node, target: Node): string | undefined {
  const from = previous.offset + previous.length;
  const comma = trailingComma(text, from);
  if (comma === undefined || !/\/[/*]/.test(text.slice(from, target.offset))) return undefined;
  const comments = `${text.slice(from, comma - 1)}${text.slice(comma, target.offset)}`.trimEnd();
  const end = target.offset + target.length;
  const rest = text.slice(trailingComma(text, end) ?? end);
  return `${text.slice(0, from)}${comments}${/^[ \t]*\r?\n/.test(rest) ? "" : lineEnd(text)}${rest}`;
}
