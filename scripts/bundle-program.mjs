// The program as bundles, from which `dist/` is built, and copies that differ from it in one place (test/support).
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { lazyModules } from "./lazy-modules.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const INPUT_OPTIONS = {
  platform: "node",
  external: [/^node:/, "rolldown", "libsql"],
  resolve: {
    extensionAlias: { ".js": [".ts", ".js"] },
    mainFields: ["module", "main"],
    // As ES modules. Its CommonJS needs `require`, which an ES module makes of import.meta.url when it is loaded, and
    // that is undefined in a CommonJS bundle that an application makes of us with esbuild.
    alias: {
      yaml: join(root, "node_modules/yaml/browser/dist/index.js"),
      // 63 files that `executors/mcp/connect.ts` never calls.
      ajv: join(root, "scripts/no-ajv.mjs"),
      "ajv-formats": join(root, "scripts/no-ajv.mjs"),
    },
  },
  // `ws` would load native packages of these names if an application happens to have them.
  transform: { define: { "process.env.WS_NO_BUFFER_UTIL": "true", "process.env.WS_NO_UTF_8_VALIDATE": "true" } },
  // A busy machine is no problem of the bundle.
  checks: { bundlerTimings: false },
  logLevel: "warn",
  onLog(level, log) {
    if (level === "warn") throw new Error(log.message);
  },
  cwd: root,
};

/** Returns what was written. */
export async function bundle(input, output, plugins = []) {
  const build = await rolldown({ ...INPUT_OPTIONS, input, plugins });
  const written = await build.write({ sourcemap: false, ...output });
  await build.close();
  return written.output;
}

/** `input` is another only in tests. */
export async function bundleProgram(dir, plugins = [], input = PROGRAM_INPUT) {
  const lazy = lazyModules({ ...INPUT_OPTIONS, plugins });
  const written = await bundle(input, { ...PROGRAM_OUTPUT, dir }, [...plugins, ...lazy, SHORT_EXPORTS]);
  // `compiled-code.ts` reads a chunk as one byte per character.
  const other = written.find(({ code = "" }) => /[^\0-\x7f]/.test(code));
  if (other !== undefined) throw new Error(`${other.fileName} holds characters beyond ASCII`);
  // `compiled-code.ts` has to recognise chunks that import ES modules.
  const unseen = written.find(({ code = "" }) =>
    /(?:^|[\s(=>,?:;!&|[])import\(/.test(code.replaceAll("await import(", "")),
  );
  if (unseen !== undefined) throw new Error(`${unseen.fileName} imports without \`await\``);
  return written;
}

/** Chunks have a hundred exports each: seventy characters for one are a tenth of the code that an event reads. */
const SHORT_EXPORTS = {
  name: "short-exports",
  generateBundle(_, written) {
    for (const chunk of Object.values(written)) {
      const short = chunk.code?.replace(EXPORT, "defineExport($1,()=>$2)");
      if (short !== undefined && short !== chunk.code) chunk.code = `${DEFINE_EXPORT}${short}`;
    }
  },
};
const EXPORT = /Object\.defineProperty\(exports,("[^"]+"),\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g;
const DEFINE_EXPORT = "const defineExport=(name,get)=>Object.defineProperty(exports,name,{enumerable:!0,get});";

// The daemon runs functions of code configs and backups in processes, and its store in a thread, of their own.
const PROGRAM_INPUT = {
  snaphook: "src/cli/bin.ts",
  "function-runner": "src/daemon/functions/function-runner.ts",
  "store-worker": "src/daemon/records/store-worker.ts",
  "backup-process": "src/daemon/backup/backup-process.ts",
};

const PROGRAM_OUTPUT = {
  format: "cjs",
  minify: true, // every event reads this code from disk
  charset: "ascii", // one byte per character, on disk and in memory
  entryFileNames: "[name].cjs",
  chunkFileNames: "bin/[name]-[hash].cjs",
  // Few files, because each costs a cold start: what every call needs, what an event needs, what people need.
  codeSplitting: {
    groups: [
      {
        name: "base",
        test: /(rolldown.runtime\.js|(runtime.(plan.open-plan|record.(hook-log|rotating-log)|platform.(read-stdin|paths|redaction-tags))|sources.discover.stop-flag|adapters._lazy|core.(decision.(decision|failure)|hooks.admission|text.(json|suggest)|events.(events|_namespaces)))\.ts)$/,
        priority: 3,
      },
      {
        name: "event",
        test: /(cli.hook.hook-entry|builtins.(_lazy|_shared.calls.tool-call)|core.(events.(normalize|tools)|records.call-hash)|adapters._shared.[^/]+)\.ts$/,
        priority: 2,
      },
      // What a call needs when its answer has left.
      {
        name: "record",
        test: /(runtime.record.(make-record|summarise|tool-facts|spool-record|spool|hook-log|rotating-log)|core.events.dedupe|disk.short-lock)\.ts$/,
        priority: 1.8,
      },
      // An agent's call reads its own adapter, with what its family shares, and no other.
      {
        name: (id) => `agent-${/adapters.(?:_shared.)?([a-z]+)/.exec(id)[1]}`,
        debugName: "agents",
        test: /adapters.(_shared.)?[a-z][^/\\]*[/\\]/,
        priority: 1.5,
      },
      // Every call of a tool passes it.
      {
        name: "self-protection",
        test: /(builtins.(protect-(commands|git|services)|self-protection.index|_shared.(state.unless-excepted|text.shown|calls.effect-guard|paths.(folder-globs|path-forms)))|effects.tools.harmless-tools)\.ts$/,
        priority: 1.4,
      },
      // What guards need for every command line. What only some command lines need is loaded with them (lazy-modules.mjs).
      { name: "commands", test: /effects.(shell.(?!powershell)|model.arguments)/, priority: 1.3 },
      {
        name: "guards",
        test: /(effects.(analyse|(git|model|paths|secrets|services)[/\\][\w-]+|tools.(fields|diff-files))|builtins._shared.calls.(effects-of|real-targets))\.ts$/,
        priority: 1.2,
      },
      { name: "protections", test: /builtins.self-protection.(judge|protections)\.ts$/, priority: 1.1 },
      // Tables that are called together.
      {
        name: "git",
        test: /effects.programs.\w+.(git|skipped-hooks|committed-secrets|patches)\.ts$/,
        priority: 1.1,
      },
      {
        name: "packages",
        test: /effects.programs.\w+.((unreviewed-|misspelled-)?packages|plain-downloads|registries|toolchains|task-runners|package-scripts)\.ts$/,
        priority: 1.1,
      },
      // Checked HTTP, for http hooks and models. A group of its own, so that nothing of every call is put into it.
      { name: "http", test: /executors.(http-target|http-post|special-address)\.ts$/, priority: 1.1 },
      {
        name: "main",
        test: /cli.(main|run-line|input.inputs|output.(print|describe-hook)|commands.list)\.ts$/,
        priority: 1,
      },
    ],
  },
  banner: (chunk) => (chunk.isEntry ? "#!/usr/bin/env node" : ""),
};
