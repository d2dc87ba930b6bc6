/** Arguments of script interpreters: the script, inline code, preloaded modules. */
import { basename, join } from "node:path";
import { type Invocation, UNKNOWN, type Word } from "../../effects/model/invocation.js";
import { coverJavaScript, TSCONFIG_KEYS } from "./javascript.js";
import { coverPython, pythonModule } from "./python.js";
import {
  filesBelow,
  isSystem,
  type Language,
  locate,
  MOST_FILES,
  type Surroundings,
  type Walk,
  wordOf,
} from "./walk.js";

export const INTERPRETER = /^(?:python[\d.]*|pypy3?|node|nodejs|tsx|ts-node|ts-node-esm|deno|bun|ruby|perl|php[\d.]*)$/;

type FollowFile = (word: Word | undefined, visit: (path: string) => void) => void;

interface Options {
  readonly language: Language;
  /** Options whose value is code. */
  readonly code: RegExp;
  /** Options whose value is a file to run first. */
  readonly loads: RegExp;
  /** Other options with a value. */
  readonly takes: RegExp;
  /** Words before the script. */
  readonly verbs?: RegExp;
}

const NODE: Options = {
  language: "javascript",
  code: /^(?:-e|--eval|-p|--print|-pe)$/,
  loads: /^(?:-r|--require|--import|--loader|--experimental-loader|--preload)$/,
  takes: /^(?:-C|--conditions|--env-file|--tsconfig|--input-type|-P|--project|-c|--config|--import-map|--cwd)$/,
  verbs: /^(?:run|watch)$/,
};

const OPTIONS: Readonly<Record<string, Options>> = {
  python: { language: "python", code: /^-c$/, loads: /^$/, takes: /^(?:-W|-X|--check-hash-based-pycs)$/ },
  node: NODE,
  ruby: { language: "ruby", code: /^-e$/, loads: /^(?:-r|--require)$/, takes: /^(?:-C|-I|-E|-x)$/ },
  perl: { language: "perl", code: /^-\w*[eE]$/, loads: /^$/, takes: /^(?:-I)$/ },
  php: { language: "php", code: /^-r$/, loads: /^(?:-f|-F|-B|-E|-z)$/, takes: /^(?:-c|-d|-t)$/ },
};

export function followInterpreter(
  program: string,
  invocation: Invocation,
  around: Surroundings,
  walk: Walk,
  file: FollowFile,
): void {
  const kind = /^(?:python|pypy)/.test(program)
    ? "python"
    : /^(?:ruby|perl)$/.test(program)
      ? program
      : program.startsWith("php")
        ? "php"
        : "node";
  const { language, code, loads, takes, verbs } = OPTIONS[kind]!;
  const { args, variables } = invocation;
  // `ruby -C folder check.rb`
  const into = kind === "ruby" ? args.findIndex(({ text }) => text === "-C") : -1;
  const cwd = into === -1 ? invocation.cwd : locate(args[into + 1]?.text ?? ".", invocation.cwd, walk.home);
  const pythonPath = kind === "python" ? pythonFolders(invocation, around, walk) : undefined;
  const run = (path: string) => {
    // `node check` starts `check.js`, unless there is a `check`.
    if (kind === "node" && walk.disk.text(path) === undefined && !walk.disk.isFolder(path))
      return coverJavaScript(path, path, cwd, walk);
    walk.run({ path, cwd, language, ...(pythonPath === undefined ? {} : { pythonPath }) });
  };
  const codeText = (text: string) => followCode(language, text, cwd, pythonPath, around, walk);
  const startup = variables.get("PYTHONSTARTUP");
  if (kind === "python" && startup !== undefined) file(startup, run);
  if (kind === "perl" || kind === "ruby") coverLibraries(kind, invocation, around, walk);
  if (kind === "node") coverRuntimeConfig(program, invocation, around, walk, file);
  for (let at = 0; at < args.length; at++) {
    const { text } = args[at]!;
    const [name, value] = text.startsWith("--") && text.includes("=") ? splitAt(text) : [text, undefined];
    const given = () => (value === undefined ? args[++at] : wordOf(value));
    if (kind === "python" && text === "-m") {
      const module = args[at + 1];
      if (module?.known && cwd !== undefined)
        pythonModule(
          module.text,
          cwd,
          pythonPath ?? [],
          walk,
          args.slice(at + 2).map((arg) => arg.text),
        );
      else walk.notCovered.add(`${program} -m: the module is only known at run time`);
      return;
    }
    if (kind === "python" && /^-m./.test(text) && cwd !== undefined)
      return pythonModule(text.slice(2), cwd, pythonPath ?? [], walk);
    if (code.test(name)) return codeText(given()?.text ?? "");
    if (loads.test(name)) {
      const loaded = given();
      if (loaded === undefined) continue;
      // A package is looked up in node_modules.
      if (kind === "node" && cwd !== undefined && loaded.known) coverJavaScript(loaded.text, join(cwd, "-"), cwd, walk);
      else file(loaded, run);
    } else if (kind === "ruby" && /^-r./.test(text)) file(wordOf(text.slice(2)), run);
    else if (kind === "php" && name === "-c") file(given(), (path) => walk.cover(path));
    else if (kind === "php" && name === "-d") {
      const loaded = /^auto_(?:prepend|append)_file=(.+)$/.exec(given()?.text ?? "")?.[1];
      if (loaded !== undefined) file(wordOf(loaded), run);
    } else if (takes.test(name)) given();
    else if (text === "-" || text === "--") {
      if (text === "-") return followInput(invocation, codeText, file, run);
    } else if (text.startsWith("-")) {
      // a flag
    } else if (verbs?.test(text) && (program === "deno" || program === "bun" || program === "tsx") && at < 2) {
      // `deno run x.ts`
    } else if (into !== -1 && cwd !== undefined) return run(join(cwd, text));
    else return file(args[at], run);
  }
  followInput(invocation, codeText, file, run);
}

function followInput(
  { input }: Invocation,
  code: (text: string) => void,
  file: FollowFile,
  run: (path: string) => void,
): void {
  if (input.kind === "text") code(input.text.text);
  else if (input.kind === "file") file(input.file, run);
  else if (input.kind === "pipe") {
    const [cat] = input.from;
    if (input.from.length === 1 && cat?.program === "cat") for (const arg of cat.args) file(arg, run);
  }
}

function followCode(
  language: Language,
  text: string,
  cwd: string | undefined,
  pythonPath: readonly string[] | undefined,
  around: Surroundings,
  walk: Walk,
): void {
  if (cwd === undefined) return;
  if (language === "python") coverPython(text, { folders: [cwd, ...(pythonPath ?? [])], cwd, name: "python -c" }, walk);
  else if (language === "javascript")
    for (const [, specifier = ""] of text.matchAll(/(?:from|import|require)\s*\(?\s*["'`]([^"'`]+)["'`]/g))
      coverJavaScript(specifier, join(cwd, "-"), cwd, walk);
  else
    for (const [, path = ""] of text.matchAll(
      /\b(?:require|load|do|include|require_relative)\b[\s(]*["']([^"']+)["']/g,
    ))
      walk.run({ path: locate(path, cwd, around.variables["HOME"] ?? "/")!, cwd, language });
}

function pythonFolders({ variables, cwd }: Invocation, around: Surroundings, walk: Walk): string[] {
  const value = variables.get("PYTHONPATH")?.text ?? around.variables["PYTHONPATH"] ?? "";
  return value
    .split(":")
    .filter((folder) => folder !== "" && !folder.includes(UNKNOWN))
    .flatMap((folder) => locate(folder, cwd, walk.home) ?? []);
}

/** Files that a runtime reads before the script: they may load others. */
function coverRuntimeConfig(
  program: string,
  { cwd, variables, args }: Invocation,
  around: Surroundings,
  walk: Walk,
  file: FollowFile,
): void {
  const options = (variables.get("NODE_OPTIONS")?.text ?? around.variables["NODE_OPTIONS"] ?? "").split(/\s+/);
  options.forEach((option, i) => {
    const [name, value] = option.includes("=") ? splitAt(option) : [option, options[i + 1]];
    if (NODE.loads.test(name) && value !== undefined && cwd !== undefined)
      coverJavaScript(value, join(cwd, "-"), cwd, walk);
  });
  const added = (variables.get("NODE_PATH")?.text ?? around.variables["NODE_PATH"] ?? "").split(":");
  for (const folder of added.flatMap((one) => (one === "" ? [] : (locate(one, cwd, walk.home) ?? []))))
    if (!isSystem(folder)) walk.notCovered.add(`${folder}: modules found through NODE_PATH`);
  // It may set NODE_OPTIONS.
  args.forEach(({ text }, i) => {
    if (/^--env-file(?:-if-exists)?$/.test(text)) file(args[i + 1], (path) => walk.cover(path));
    else if (/^--env-file(?:-if-exists)?=/.test(text)) file(wordOf(splitAt(text)[1]), (path) => walk.cover(path));
    else if (text === "--test") walk.notCovered.add(`${program} --test: the test files that it finds`);
    else if (/^--run(?:=|$)/.test(text)) {
      const script = text === "--run" ? args[i + 1]! : wordOf(splitAt(text)[1])!;
      if (cwd !== undefined) walk.command(`npm run '${script.text}'`, { ...around, cwd }, walk);
    }
  });
  if (cwd === undefined) return;
  if (program === "bun") walk.cover(join(cwd, "bunfig.toml"));
  if (program === "deno") for (const name of ["deno.json", "deno.jsonc"]) walk.cover(join(cwd, name));
  for (const [i, { text }] of args.entries())
    if (/^--(?:import-map|config|tsconfig)$/.test(text)) file(args[i + 1], (path) => walk.cover(path));
  if (program !== "node" && program !== "nodejs") walk.coverKeys(join(cwd, "tsconfig.json"), TSCONFIG_KEYS);
  if (/^(?:tsx|ts-node)/.test(program)) walk.tools.add(basename(program));
}

/** Folders from which `-M` and `-r` load: what is there and new names. */
function coverLibraries(
  kind: "perl" | "ruby",
  { args, variables, cwd }: Invocation,
  around: Surroundings,
  walk: Walk,
): void {
  const ending = kind === "perl" ? ".pm" : ".rb";
  const variable = kind === "perl" ? "PERL5LIB" : "RUBYLIB";
  const folders = (variables.get(variable)?.text ?? around.variables[variable] ?? "").split(":");
  args.forEach(({ text }, at) => {
    if (text === "-I") folders.push(args[at + 1]?.text ?? "");
    else if (/^-I./.test(text)) folders.push(...text.slice(2).split(":"));
    else if (kind === "perl" && /^-Mlib=/.test(text)) folders.push(...text.slice(6).split(","));
  });
  for (const folder of folders.filter((one) => one !== "" && !one.includes(UNKNOWN))) {
    const path = locate(folder, cwd, walk.home);
    if (path === undefined || isSystem(path)) continue;
    const own = filesBelow(walk.disk, path, (name) => name.endsWith(ending), MOST_FILES);
    walk.coverModules(path, [`*${ending}`]);
    for (const one of own) walk.run({ path: one, cwd, language: kind });
  }
}

function splitAt(text: string): [string, string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}
