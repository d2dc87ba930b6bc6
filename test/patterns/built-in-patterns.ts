/** Every regular expression that stands in the product, read from its sources, and texts that try to wear it out. */
import { parseAst } from "rolldown/parseAst";
import { readSources } from "../architecture/source-tree.js";

export interface BuiltIn {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

interface Node {
  readonly type?: string;
  readonly regex?: { readonly pattern: string; readonly flags: string };
}

export function builtInPatterns(): BuiltIn[] {
  const found = new Map<string, BuiltIn>();
  for (const { path, text } of readSources())
    walk(parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }), ({ regex }) => {
      if (regex === undefined) return;
      const one = { file: path, source: regex.pattern, flags: regex.flags };
      found.set(`/${one.source}/${one.flags}`, found.get(`/${one.source}/${one.flags}`) ?? one);
    });
  return [...found.values()];
}

function walk(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  see(value as Node);
  for (const inner of Object.values(value)) walk(inner, see);
}

/** What nearly every class and repetition bites on. */
const PUMPS = [
  "a",
  "0",
  " ",
  "\t",
  "\n",
  "/",
  ".",
  "-",
  "_",
  "=",
  '"',
  "'",
  "\\",
  "a ",
  "a.",
  "a-",
  "a/",
  "-a",
  "a=",
  "A0",
  ", ",
  "**",
  "\\\\",
  "x\n",
];

/**
 * Long texts made of what the pattern itself is made of: its plain beginning, then one piece again and again, then
 * something that does not fit, so that whoever backtracks does so from every place.
 */
export function attacksOn({ source }: BuiltIn, length: number): string[] {
  const plain = source.replace(/\\[bBAZ]|[\^$]/g, "");
  const begin = /^[\w /.:=<>"'-]+/.exec(plain)?.[0] ?? "";
  const own = [...new Set(source.match(/[\w /:=<>"'@#%&;,-]/g) ?? [])].slice(0, 12);
  return [...new Set([...PUMPS, ...own])].flatMap((pump) => {
    const long = pump.repeat(Math.ceil(length / pump.length));
    return [`${begin}${long}\u0000`, `${long}${begin}`];
  });
}
