/** The source tree as data: every file, and what it imports. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const SRC = join(ROOT, "src");

export interface SourceFile {
  /** Relative to src, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Relative imports, as paths below src. */
  readonly imports: readonly string[];
  /** The same without `import type` and `import()`: what is loaded when the file is. */
  readonly loads: readonly string[];
  readonly packages: readonly string[];
  readonly loadsPackages: readonly string[];
}

const STATEMENT =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?[^;'"]*?from\s+"([^"]+)"|(?:^|\n)\s*import\s+"([^"]+)"|import\(\s*"([^"]+)"\s*\)/g;

export function readSources(): SourceFile[] {
  return readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".test.ts"))
    .map((path) => readSource(path.replaceAll("\\", "/")));
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(SRC, path), "utf8");
  const found = [...text.matchAll(STATEMENT)].map((match) => ({
    target: match[3] ?? match[4] ?? match[5] ?? "",
    loaded: match[5] === undefined && match[2] === undefined && !onlyTypes(match[0]),
  }));
  const local = found.filter(({ target }) => target.startsWith("."));
  const foreign = found.filter(({ target }) => !target.startsWith("."));
  const toPath = ({ target }: { target: string }) => sourceOf(relative(SRC, resolve(dirname(join(SRC, path)), target)));
  return {
    path,
    text,
    imports: local.map(toPath),
    loads: local.filter(({ loaded }) => loaded).map(toPath),
    packages: foreign.map(({ target }) => target),
    loadsPackages: foreign.filter(({ loaded }) => loaded).map(({ target }) => target),
  };
}

function sourceOf(target: string): string {
  const tsx = target.replace(/\.js$/, ".tsx");
  return existsSync(join(SRC, tsx)) ? tsx : target.replace(/\.js$/, ".ts");
}

/** `import { type A, type B }` loads nothing. */
function onlyTypes(statement: string): boolean {
  const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(",") ?? ["anything"];
  return names.filter((name) => name.trim() !== "").every((name) => name.trim().startsWith("type "));
}

/** Everything that is loaded together with a file. */
export function closure(sources: readonly SourceFile[], entry: string): SourceFile[] {
  const byPath = new Map(sources.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const visit = (path: string) => {
    const file = byPath.get(path);
    if (file === undefined || seen.has(path)) return;
    seen.add(path);
    file.loads.forEach(visit);
  };
  visit(entry);
  return [...seen].map((path) => byPath.get(path)!);
}
