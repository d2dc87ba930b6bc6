// In the program's bundle some modules are evaluated when they are first called, not when the program starts: a call of an
// agent needs a few of the eighty tables of programs, and seldom a table of functions of a language. Evaluating all of them
// was a tenth of its time. The sources import them as usual, so tests and the library see plain ES modules.
import { rolldown } from "rolldown";

const REGISTRY = /effects[/\\]programs[/\\]_registry\.ts$/;
const PROFILES = /sources[/\\]dialects[/\\]_profiles\.ts$/;
/** Modules from which only functions are imported, by the module that imports them. */
const CALLED_SELDOM = [
  [/effects[/\\]tools[/\\]read-call\.ts$/, /^\.\/call-\w+\.js$/],
  [/effects[/\\]shell[/\\](?:read-command|wrappers[/\\]windows)\.ts$/, /\/powershell\/read\.js$/],
  [/daemon[/\\]memory[/\\]world\.ts$/, /^\.\/(?:foreign-reads|command-effects)\.js$/],
];

/**
 * Plugins for a bundle that is CommonJS, where a module can be loaded later without waiting. Each becomes a chunk, as for
 * `import()`; the promise around its `require` is taken away when the bundle is written.
 */
export function lazyModules(inputOptions) {
  return [
    { name: "load-now", generateBundle: (_, bundle) => Object.values(bundle).forEach(loadNow) },
    {
      name: "lazy-programs",
      transform: { filter: { id: REGISTRY }, handler: (code, id) => lazyRegistry(code, id, inputOptions) },
    },
    { name: "lazy-profiles", transform: { filter: { id: PROFILES }, handler: lazyProfiles } },
    {
      name: "lazy-functions",
      transform: {
        filter: { id: CALLED_SELDOM.map(([importer]) => importer) },
        handler: (code, id) => lazyFunctions(code, id, CALLED_SELDOM.find(([importer]) => importer.test(id))[1]),
      },
    },
  ];
}

const PROMISED =
  /loadNow\(Promise\.resolve\(\)\.then\(\(\)=>(require\(["`'][^"`']+["`']\))\)(?:\.then\((\w+)=>\2\.(\w+)\))?\)/g;

function loadNow(chunk) {
  if (chunk.type !== "chunk") return;
  chunk.code = chunk.code.replace(PROMISED, (_, required, __, name) =>
    name === undefined ? required : `${required}.${name}`,
  );
  if (chunk.code.includes("loadNow(")) throw new Error(`${chunk.fileName}: an import was not written as expected`);
}

const LAZY_PROGRAM = `
const lazy = (names, table) => ({
  names: names.split(" "),
  effects: (invocation, where) => table().effects(invocation, where),
  further: (invocation, where) => table().further?.(invocation, where),
});`;

/** The names are written out, and each table is loaded when one of them is called. */
async function lazyRegistry(code, id, inputOptions) {
  const names = await programNames(id, inputOptions);
  const paths = [...code.matchAll(/^import \w+ from ("\.\/[\w/-]+\.js");$/gm)].map(([, path]) => path);
  if (paths.length !== names.length) throw new Error(`${id}: ${names.length} tables, ${paths.length} imports`);
  const entries = paths.map(
    (path, at) => `lazy(${JSON.stringify(names[at])}, () => loadNow(import(${path})).default),`,
  );
  return `${LAZY_PROGRAM}\nexport const PROGRAMS = [\n${entries.join("\n")}\n];\n`;
}

/** Of each table in the order of the registry, with a space between them. */
async function programNames(registry, inputOptions) {
  const build = await rolldown({ ...inputOptions, input: registry });
  const { output } = await build.generate({ format: "esm", codeSplitting: false });
  await build.close();
  const { PROGRAMS } = await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString("base64")}`);
  return PROGRAMS.map(({ names }) => names.join(" "));
}

/** Most hooks are native or Claude Code's. The profile of another dialect is loaded when it is first looked up. */
function lazyProfiles(code, id) {
  const paths = [...code.matchAll(/^import ((?!native|claude)\w+) from ("\.\/[\w/-]+\/profile\.js");$/gm)];
  const lazy = paths.reduce(
    (text, [whole, name, path]) =>
      text
        .replace(`${whole}\n`, "")
        .replace(
          new RegExp(`^  (?:("[\\w-]+"): )?${name},$`, "m"),
          (_, quoted = name) => `  get ${quoted}() { return loadNow(import(${path})).default; },`,
        ),
    code,
  );
  if (paths.length === 0 || lazy.split("loadNow(").length !== paths.length + 1)
    throw new Error(`${id} has another form`);
  return lazy;
}

function lazyFunctions(code, id, isSeldom) {
  const lazy = code.replace(/^import \{ ([\w, ]+) \} from "([^"]+)";$/gm, (whole, names, path) =>
    isSeldom.test(path)
      ? names
          .split(", ")
          .map((name) => `const ${name} = (...given) => loadNow(import(${JSON.stringify(path)})).${name}(...given);`)
          .join("\n")
      : whole,
  );
  if (lazy === code) throw new Error(`${id} imports nothing that fits ${isSeldom}`);
  return lazy;
}
