/**
 * Modules that Node and similar runtimes load: relative modules with all names that take precedence, project packages,
 * and the keys of package.json and tsconfig.json that affect resolution.
 */
import { dirname, join, resolve, sep } from "node:path";
import { parse } from "jsonc-parser";
import { isRecord } from "../../core/text/json.js";
import { followStarted } from "./started-scripts.js";
import { filesBelow, foldersUp, MOST_FILES, type Script, type Walk } from "./walk.js";

const SPECIFIER =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\s*\(\s*|\bregister\s*\(\s*|\)\s*\(\s*)(["'`])([^"'`\n$]+)\1/g;
const UNKNOWN_MODULE = /(?:\bimport\s*\(|\brequire\s*\()\s*(?!["'`]|\/\*|\))([^\n]{1,120})/g;

export function followJavaScript(
  { path, cwd }: Script,
  text: string,
  variables: Readonly<Record<string, string>>,
  walk: Walk,
): void {
  coverPackageKeys(dirname(path), ["type", "imports"], walk);
  const source = withPlainRequire(text.replace(/^[ \t]*(?:\/\/|\*).*$/gm, ""));
  for (const [, , specifier = ""] of source.matchAll(SPECIFIER)) coverJavaScript(specifier, path, cwd, walk);
  // A file without a module extension may be data.
  for (const [, , specifier = ""] of source.matchAll(
    /\bnew URL\s*\(\s*(["'`])([^"'`\n$]+\.(?:[cm]?[jt]sx?|node|wasm))\1/g,
  ))
    coverJavaScript(specifier, path, cwd, walk);
  for (const [, rest = ""] of source.matchAll(UNKNOWN_MODULE)) coverComputed(rest, path, cwd, walk);
  for (const [, rest = ""] of source.matchAll(/\b(?:import|require)\s*\(\s*(`[^`\n]*\$\{[^\n]{0,120})/g))
    coverComputed(rest, path, cwd, walk);
  if (
    cwd !== undefined &&
    /(?<![.\w])eval\s*\(|\bvm\.(?:run\w*|compileFunction|Script)\b|\.(?:runIn(?:This|New)?Context|compileFunction)\s*\(|\bnew Function\s*\(/.test(
      source,
    )
  )
    walk.notCovered.add(`${path}: it runs text as code that is only known at run time`);
  if (/\.[cm]?tsx?$/.test(path))
    for (const folder of foldersUp(dirname(path), walk.project))
      walk.coverKeys(join(folder, "tsconfig.json"), TSCONFIG_KEYS);
  if (/\bchild_process\b|\bWorker\b|\bexeca\b|\bBun\b|\bDeno\b|\bzx\b/.test(source))
    followStarted(source, { path, cwd, variables }, walk);
}

/** `const load = createRequire(…)`: calls of `load` are calls of `require`. */
function withPlainRequire(source: string): string {
  const made = source.matchAll(/\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=[^;\n]*\bcreateRequire\b/g);
  const names = [...made].map(([, name = ""]) => name.replaceAll("$", "\\$"));
  return names.length === 0
    ? source
    : source.replace(new RegExp(`(?<![\\w$.])(?:${names.join("|")})\\s*\\(`, "g"), "require(");
}

/** Keys of tsconfig.json that affect resolution. */
export const TSCONFIG_KEYS = ["extends", "compilerOptions.paths", "compilerOptions.baseUrl"];

/** One specifier, as written in the module `from`. */
export function coverJavaScript(specifier: string, from: string, cwd: string | undefined, walk: Walk): void {
  if (/^(?:node|bun|data|https?|npm|jsr):/.test(specifier)) {
    if (/^(?:https?|npm|jsr):/.test(specifier)) walk.notCovered.add(`${from}: ${specifier} is loaded from the network`);
    return;
  }
  const folder = dirname(from);
  if (/^\.{0,2}\/|^\.{1,2}$|^file:/.test(specifier))
    return coverRelative(resolve(folder, specifier.replace(/^file:\/\//, "").replace(/[?#].*$/, "")), cwd, walk);
  if (specifier.startsWith("#")) return coverMapped(specifier, folder, "imports", cwd, walk);
  if (!/^(?:@[\w.-]+\/)?[\w.-]+(?:\/.*)?$/.test(specifier) || BUILTIN.test(specifier)) return;
  if (coverTsPath(specifier, folder, cwd, walk)) return;
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0];
  if (nearestPackage(folder, walk)?.json["name"] === name)
    return coverMapped(`.${specifier.slice(name.length)}`, folder, "exports", cwd, walk);
  walk.packages.set(`${folder} ${name}`, { name, from: folder });
}

const BUILTIN =
  /^(?:assert|async_hooks|buffer|child_process|cluster|console|constants|crypto|dgram|diagnostics_channel|dns|domain|events|fs|http|http2|https|inspector|module|net|os|path|perf_hooks|process|punycode|querystring|readline|repl|stream|string_decoder|sys|timers|tls|trace_events|tty|url|util|v8|vm|wasi|worker_threads|zlib)(?:\/|$)/;

/** Extensions in resolution order; a TypeScript file is imported by its output name. */
const ENDINGS = ["", ".js", ".json", ".node", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".jsx"];

/** Covers the resolved file, and as absent every name that would take precedence. */
function coverRelative(target: string, cwd: string | undefined, walk: Walk): void {
  const asSource = target.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const named = ENDINGS.map((ending) => `${target}${ending}`);
  const files = [...named, ...(asSource === target ? [] : [asSource])];
  const isFile = (path: string) => walk.disk.text(path) !== undefined;
  const found = files.find(isFile);
  if (found !== undefined) {
    for (const path of files.slice(0, files.indexOf(found))) if (!walk.disk.isFolder(path)) walk.cover(path);
    return walk.run({ path: found, cwd, language: "javascript" });
  }
  if (!walk.disk.isFolder(target)) {
    for (const path of files) walk.cover(path);
    return;
  }
  for (const path of files.slice(1)) walk.cover(path);
  const manifest = join(target, "package.json");
  walk.coverKeys(manifest, ["main", "type", "exports"]);
  const main = parsed(walk.disk.text(manifest))["main"];
  if (typeof main === "string" && resolve(target, main) !== target) coverRelative(resolve(target, main), cwd, walk);
  coverRelative(join(target, "index"), cwd, walk);
}

/** `import(variable)`: resolved if the text contains the name, as in `path.join(__dirname, "lib", "a.js")`. */
function coverComputed(rest: string, path: string, cwd: string | undefined, walk: Walk): void {
  const call = rest.replace(/\b(?:require|import)\s*\(\s*["'`][\w:/.-]+["'`]\s*\)/g, "").split(/\)\s*[;,.\n]|;/)[0]!;
  const literals = [...call.matchAll(/["'`]([^"'`$\n]*)["'`]/g)].map(([, literal = ""]) => literal);
  const isOwn = /__dirname|import\.meta|__filename/.test(call);
  if (isOwn && literals.length > 0 && !/\$\{(?!__dirname|import)/.test(call)) {
    const target = resolve(dirname(path), ...literals.map((one) => one.replace(/^\/+/, "")));
    // `__dirname + "/rules/" + name`
    const isWhole =
      !/["'`]\s*\+\s*[\w$]/.test(call) && !/[,+]\s*(?!__dirname|import)[A-Za-z_$][\w$.]*\s*\)*$/.test(call.trim());
    if (isWhole && literals.every((one) => !one.includes("*"))) return coverRelative(target, cwd, walk);
  }
  const tail = /\$\{__dirname\}\/([^`$]+)`/.exec(call)?.[1];
  if (tail !== undefined) return coverRelative(resolve(dirname(path), tail), cwd, walk);
  walk.notCovered.add(`${path}: it loads a module whose name is only known at run time (${call.trim().slice(0, 60)})`);
}

/** `package.json` of every directory up to the first that exists: any of them would apply. */
function coverPackageKeys(folder: string, keys: readonly string[], walk: Walk): void {
  for (const one of foldersUp(folder, walk.project)) {
    walk.coverKeys(join(one, "package.json"), keys);
    if (walk.disk.text(join(one, "package.json")) !== undefined) return;
  }
}

function nearestPackage(
  folder: string,
  walk: Walk,
): { folder: string; json: Readonly<Record<string, unknown>> } | undefined {
  for (const one of foldersUp(folder, walk.project)) {
    const text = walk.disk.text(join(one, "package.json"));
    if (text !== undefined) return { folder: one, json: parsed(text) };
  }
  return undefined;
}

/** A name that package.json maps to files: `#imports`, or the package's own name. */
function coverMapped(
  specifier: string,
  folder: string,
  key: "imports" | "exports",
  cwd: string | undefined,
  walk: Walk,
): void {
  coverPackageKeys(folder, ["name", key], walk);
  const found = nearestPackage(folder, walk);
  const map = found?.json[key];
  if (found === undefined || map === undefined) return;
  const entries =
    isRecord(map) && Object.keys(map).some((one) => /^[.#]/.test(one)) ? Object.entries(map) : [[".", map] as const];
  for (const [pattern, target] of entries) {
    const [start, end] = pattern.split("*") as [string, string?];
    const fits = end === undefined ? pattern === specifier : specifier.startsWith(start) && specifier.endsWith(end);
    if (!fits) continue;
    const middle = end === undefined ? "" : specifier.slice(start.length, specifier.length - end.length);
    for (const path of textsIn(target))
      if (path.startsWith(".")) coverRelative(resolve(found.folder, path.replaceAll("*", middle)), cwd, walk);
      else walk.packages.set(`${found.folder} ${path}`, { name: path, from: found.folder });
  }
}

/** `paths` of tsconfig.json, which tsx, bun and others use. */
function coverTsPath(specifier: string, folder: string, cwd: string | undefined, walk: Walk): boolean {
  let isMapped = false;
  for (const one of foldersUp(folder, walk.project)) {
    const text = walk.disk.text(join(one, "tsconfig.json"));
    if (text === undefined) continue;
    const options = parsed(text)["compilerOptions"];
    const paths = isRecord(options) ? options["paths"] : undefined;
    const base = isRecord(options) && typeof options["baseUrl"] === "string" ? options["baseUrl"] : ".";
    for (const [pattern, targets] of Object.entries(isRecord(paths) ? paths : {})) {
      const [start, end] = pattern.split("*") as [string, string?];
      const fits = end === undefined ? pattern === specifier : specifier.startsWith(start) && specifier.endsWith(end);
      if (!fits) continue;
      walk.coverKeys(join(one, "tsconfig.json"), TSCONFIG_KEYS);
      const middle = end === undefined ? "" : specifier.slice(start.length, specifier.length - end.length);
      for (const target of textsIn(targets))
        coverRelative(resolve(one, base, target.replaceAll("*", middle)), cwd, walk);
      isMapped = true;
    }
    return isMapped;
  }
  return isMapped;
}

const LOADED = /\.(?:[cm]?js|json|node|wasm)$/;

/** Project packages with all their dependencies: every loadable file, or a note if they are too many. */
export function followPackages(walk: Walk): void {
  const done = new Set<string>();
  const files: string[] = [];
  const waiting = [...walk.packages.values()];
  const asked = [...new Set(waiting.map(({ name }) => name))];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const folder = packageFolder(next.name, next.from, walk);
    if (folder === undefined || done.has(folder)) continue;
    done.add(folder);
    if (files.length <= MOST_FILES)
      files.push(...filesBelow(walk.disk, folder, (name) => LOADED.test(name), MOST_FILES));
    const json = parsed(walk.disk.text(join(folder, "package.json")));
    for (const key of ["dependencies", "optionalDependencies", "peerDependencies"])
      for (const name of Object.keys(isRecord(json[key]) ? json[key] : {})) waiting.push({ name, from: folder });
  }
  if (done.size === 0 || walk.coverAll(files)) return;
  walk.notCovered.add(`packages of node_modules (${asked.join(", ")}): more than ${MOST_FILES} files or 10 MB`);
}

/** Nearer directories without it are covered as absent. */
function packageFolder(name: string, from: string, walk: Walk): string | undefined {
  for (const folder of foldersUp(from, walk.project)) {
    if (folder.endsWith(`${sep}node_modules`)) continue;
    const place = join(folder, "node_modules", name);
    if (walk.disk.isFolder(place)) return place;
    if (!from.includes(`${sep}node_modules${sep}`)) walk.cover(place);
  }
  return undefined;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** JSON with comments, as in tsconfig. */
function parsed(text: string | undefined): Readonly<Record<string, unknown>> {
  const value: unknown = parse(text ?? "{}", [], { allowTrailingComma: true });
  return isRecord(value) ? value : {};
}
