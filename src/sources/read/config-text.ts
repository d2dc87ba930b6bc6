/**
 * Parses the text of a config file, with source positions of values. JSON is parsed as JSONC: comments and trailing
 * commas are allowed. After a syntax error the rest of the file is still parsed.
 */
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { type Document, isCollection, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import { type Finding, finding, type Where } from "../../core/errors.js";
import { isRecord } from "../../core/text/json.js";

export type FieldPath = readonly (string | number)[];

export interface ParsedText {
  /** Undefined if nothing could be parsed. */
  readonly value: unknown;
  readonly findings: readonly Finding[];
  /** File, line, column and field name of a value; of its nearest parent if it is missing. */
  where(path: FieldPath): Where;
}

/** Maximum size, because an event waits for the parser; YAML takes ten times as long. */
export const CONFIG_LIMIT = 1_000_000;
const YAML_LIMIT = 100_000;
/** Maximum number of objects and lists; protects recursive readers. */
const PLAIN_LIMIT = 1_000;
/** Both parsers are recursive, and compiling a regular expression at the end of the stack crashes the process. */
const DEEPEST = 200;

export function parseConfigText(file: string, text: string): ParsedText {
  const isYaml = /\.ya?ml$/i.test(file);
  if (text.length > (isYaml ? YAML_LIMIT : CONFIG_LIMIT))
    return failed(file, finding("CONFIG_TOO_LARGE", `the file has ${text.length} characters`, { file }));
  const clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (clean.trim() === "") return failed(file, finding("CONFIG_SYNTAX", "the file is empty", { file, line: 1 }));
  if (isTooDeep(clean))
    return failed(
      file,
      finding("CONFIG_SYNTAX", `the file is nested too deeply: more than ${DEEPEST} levels`, { file, line: 1 }),
    );
  try {
    return isYaml ? parseYaml(file, clean) : parseJson(file, clean);
  } catch {
    // YAML limits aliases.
    return failed(file, finding("CONFIG_SYNTAX", "the file has recursive or too many aliases", { file, line: 1 }));
  }
}

/** Counts brackets, even in quotes, and YAML nesting at the start of a line. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === 0x5b || char === 0x7b) depth++;
    else if ((char === 0x5d || char === 0x7d) && depth > 0) depth--;
    if (depth > DEEPEST) return true;
  }
  return new RegExp(`^[ \\t?:-]{${DEEPEST * 2}}`, "m").test(text);
}

export function fieldName(path: FieldPath): string {
  return path.map((part, i) => (typeof part === "number" ? `[${part}]` : i === 0 ? part : `.${part}`)).join("");
}

function failed(file: string, found: Finding): ParsedText {
  return {
    value: undefined,
    findings: [found],
    where: (path) => ({ file, ...(path.length > 0 ? { field: fieldName(path) } : {}) }),
  };
}

/** Plain JSON needs no tree until a position is requested: building one takes ten times as long. */
function parseJson(file: string, text: string): ParsedText {
  const value = readStrictly(text);
  if (value === undefined || mayRepeatKeys(value, text)) return parseJsonc(file, text);
  let tree: ParsedText | undefined;
  const where = (path: FieldPath) => {
    tree ??= parseJsonc(file, text);
    return tree.where(path);
  };
  return { value, findings: [], where };
}

/**
 * JSON keeps the last of two equal keys, so a guard could silently disappear. Counting names is quick; the tree is
 * exact.
 */
function mayRepeatKeys(value: unknown, text: string): boolean {
  const hooks = isRecord(value) ? value["hooks"] : undefined;
  const names = [...(isRecord(value) ? Object.keys(value) : []), ...(isRecord(hooks) ? Object.keys(hooks) : [])];
  return names.some((name) => text.split(`"${name}"`).length > 2);
}

function readStrictly(text: string): unknown {
  if (text.split(/[[{]/).length > PLAIN_LIMIT) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // comments, trailing commas or an error: the other parser decides
  }
}

function parseJsonc(file: string, text: string): ParsedText {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  const lines = lineStarts(text);
  const end = text.trimEnd().length;
  const mistakes = new Map(errors.toReversed().map(({ offset, error }) => [Math.min(offset, end), error]));
  const findings = [...mistakes]
    .toSorted(([one], [other]) => one - other)
    .slice(0, 5)
    .map(([offset, error]) => {
      const message = offset === end ? "the file ends too early" : words(printParseErrorCode(error));
      return finding("CONFIG_SYNTAX", message, { file, ...position(lines, offset) });
    });
  for (const { key, offset } of tree ? repeatedKeys(tree).slice(0, 5) : []) {
    findings.push(finding("CONFIG_DUPLICATE_KEY", `duplicate key "${key}"`, { file, ...position(lines, offset) }));
  }
  const where = (path: FieldPath): Where => {
    const node = tree && nearestNode(tree, path);
    return {
      file,
      ...(node ? position(lines, node.offset) : {}),
      ...(path.length > 0 ? { field: fieldName(path) } : {}),
    };
  };
  return { value: tree && getNodeValue(tree), findings, where };
}

function repeatedKeys(node: Node): { key: string; offset: number }[] {
  return [...(node.children ?? []).flatMap(repeatedKeys), ...repeatedIn(node)];
}

/**
 * Duplicate keys of an object.
 * @internal Its types belong to a bundled library.
 */
export function repeatedIn(node: Node): { key: string; offset: number }[] {
  if (node.type !== "object") return [];
  const seen = new Set<string>();
  return (node.children ?? []).flatMap((property) => {
    const key = String(property.children?.[0]?.value);
    if (seen.has(key)) return [{ key, offset: property.offset }];
    seen.add(key);
    return [];
  });
}

function nearestNode(tree: Node, path: FieldPath): Node | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return node.parent?.type === "property" ? node.parent : node;
  }
  return tree;
}

function parseYaml(file: string, text: string): ParsedText {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, logLevel: "silent", uniqueKeys: false });
  const at = (offset: number): Where => {
    const { line, col } = counter.linePos(offset);
    return { file, line, column: col };
  };
  const collections = removeCollectionKeys(document);
  const repeated = repeatedYamlKeys(document);
  const findings = document.errors
    .slice(0, 5)
    .map((error) =>
      finding("CONFIG_SYNTAX", error.message.split("\n")[0]!.replace(/ at line.*$/, ""), at(error.pos[0])),
    );
  for (const offset of collections.slice(0, 5))
    findings.push(finding("CONFIG_SYNTAX", "a list or a map is used as a key", at(offset)));
  for (const { key, offset } of repeated.slice(0, 5))
    findings.push(finding("CONFIG_DUPLICATE_KEY", `duplicate key "${key}"`, at(offset)));
  const where = (path: FieldPath): Where => {
    let node: unknown = document.contents;
    let offset = rangeStart(node);
    for (const part of path) {
      const next = isMap(node)
        ? node.items.find((pair) => isPair(pair) && isScalar(pair.key) && pair.key.value === part)
        : isSeq(node) && typeof part === "number"
          ? node.items[part]
          : undefined;
      if (next === undefined) break;
      offset = (isPair(next) ? rangeStart(next.key) : rangeStart(next)) ?? offset;
      node = isPair(next) ? next.value : next;
    }
    return {
      ...(offset === undefined ? { file } : at(offset)),
      ...(path.length > 0 ? { field: fieldName(path) } : {}),
    };
  };
  return {
    // maxAliasCount stops a small file from expanding into a huge one.
    value: document.errors.length > 0 && document.contents === null ? undefined : withoutCircle(document),
    findings,
    where,
  };
}

/** Throws on a recursive alias: no reader of a config would terminate. */
function withoutCircle(document: Document): unknown {
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  JSON.stringify(value);
  return value;
}

/** No format has complex keys, and nested ones would be serialised repeatedly. Returns their positions. */
function removeCollectionKeys(document: Document): number[] {
  const found: number[] = [];
  visit(document, {
    Pair(_, { key }) {
      if (!isCollection(key)) return undefined;
      found.push(rangeStart(key) ?? 0);
      return visit.REMOVE;
    },
  });
  return found;
}

/** The library's own check is quadratic. */
function repeatedYamlKeys(document: Document): { readonly key: string; readonly offset: number }[] {
  const found: { key: string; offset: number }[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>();
      for (const { key } of items) {
        const name = isScalar(key) ? String(key.value) : undefined;
        if (name === undefined) continue;
        if (seen.has(name)) found.push({ key: name, offset: rangeStart(key) ?? 0 });
        seen.add(name);
      }
    },
  });
  return found;
}

function rangeStart(node: unknown): number | undefined {
  const range = (node as { range?: [number, number, number] } | null | undefined)?.range;
  return range?.[0];
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return starts;
}

function position(starts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - starts[low]! + 1 };
}

function words(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`).toLowerCase();
}
