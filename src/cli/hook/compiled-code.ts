/**
 * The compiled code of the copy that the launcher runs: agents wait for every call that no daemon answers, and much of
 * that time would go into compiling what has not changed. It is kept beside the copy's `dist`, in a folder that comes with
 * the copy: who may write there may write to the program itself. Whatever does not fit is compiled as usual.
 */
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { Module } from "node:module";
import { basename, dirname, join } from "node:path";
import { constants, Script } from "node:vm";

/** V8 looks at its own version and the length of the source, and takes every other byte as it comes. */
const HASH_BYTES = 32;
const HEAD = "(function (exports, require, module, __filename, __dirname) {";

export function useCompiledCode(program: string): void {
  const folder = join(dirname(program), "../compiled");
  if (!existsSync(folder)) return;
  const chunks = join(dirname(realpathSync(program)), "bin"); // as Node names the files it loads
  const plainly = require.extensions[".js"]!;
  const fresh = new Map<string, { readonly script: Script; readonly source: Buffer }>();

  const evaluate = (module: NodeModule, filename: string) => {
    const source = readFileSync(filename);
    const kept = join(folder, `${basename(filename)}-${process.versions.v8}`);
    const cachedData = readCode(kept, source);
    // The bundle holds ASCII only: one byte per character.
    const script = new Script(`${HEAD}${source.toString("latin1")}\n})`, {
      filename,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (script.cachedDataRejected !== false) fresh.set(kept, { script, source });
    const run = script.runInThisContext() as (...given: unknown[]) => void;
    run(module.exports, (id: string) => (id.startsWith("./") ? load(id) : require(id)), module, filename, chunks);
  };
  /** One chunk for another: which file it is need not be searched for. */
  const load = (id: string): unknown => {
    const file = join(chunks, id);
    const known = require.cache[file];
    if (known !== undefined) return known.exports;
    const loading = new Module(file);
    require.cache[file] = loading;
    try {
      evaluate(loading, file);
    } catch (error) {
      delete require.cache[file];
      throw error;
    }
    loading.loaded = true;
    return loading.exports;
  };
  // Bundles of code configs end like this, too.
  require.extensions[".cjs"] = (module, filename) =>
    dirname(filename) === chunks ? evaluate(module, filename) : plainly(module, filename);
  // When it has run, the code holds the functions that were needed, and not only the names of all.
  process.once("exit", () => {
    for (const [file, { script, source }] of fresh) writeCode(file, source, script.createCachedData());
  });
}

function readCode(file: string, source: Buffer): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(HASH_BYTES);
    return hashOf(source, code).equals(bytes.subarray(0, HASH_BYTES)) ? code : undefined;
  } catch {
    return undefined; // not made yet
  }
}

function writeCode(file: string, source: Buffer, code: Buffer): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, Buffer.concat([hashOf(source, code), code]), { flag: "wx", mode: 0o600 });
    renameSync(draft, file);
  } catch {
    remove(draft); // a full disk: the next call compiles again
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // it was never made
  }
}

function hashOf(source: Buffer, code: Buffer): Buffer {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(source).update(code).digest();
}
