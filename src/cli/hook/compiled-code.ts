/**
 * The compiled code of the program: much of the time of a call that no daemon answers, or of a command, would go into
 * compiling what has not changed. It is kept beside `dist`, in a folder that is ours alone: who may write there may write
 * to the program itself. Whatever does not fit is compiled as usual.
 */
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { Module } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

/** V8 looks at its own version and the length of the source, and takes every other byte as it comes. */
const HASH_BYTES = 32;
const HEAD = Buffer.from("(function (exports, require, module, __filename, __dirname) {");
const TAIL = Buffer.from("\n})");
/** Node 20 cannot import an ES module from kept code. Bundles of ours write it like this (scripts/bundle-program.mjs). */
const IMPORTS = "await import(";
/** How seldom a call looks whether it compiled functions that earlier ones did not need. */
const ONE_IN = 16;
/** The exit code of a command that does not exist: nothing is kept for it. */
const MISUSE = 2;

/** Of one chunk: what runs, and how long the code is that was kept. */
interface Loaded {
  readonly script: Script;
  readonly source: Buffer;
  readonly kept: number;
}

/** `kind` is the sort of call: each keeps the functions that it needs. `program` is not a link. */
export function useCompiledCode(program: string, kind: string): void {
  const dist = dirname(program);
  const folder = join(dist, "../compiled");
  if (!isOurs(folder)) return;
  const chunks = join(dist, "bin");
  const { main } = require;
  const plainly = require.extensions[".js"]!;
  const looksAgain = Math.floor(Math.random() * ONE_IN) === 0;
  const toKeep = new Map<string, Loaded>();

  const evaluate = (module: NodeModule, filename: string) => {
    const source = readSource(filename);
    if (source.includes(IMPORTS)) {
      module.filename = filename; // it searches for itself
      module.paths = main?.paths ?? [];
      return plainly(module, filename);
    }
    const file = join(folder, `${kind}-${basename(filename)}-${process.versions.v8}`);
    const cachedData = readCode(file, source);
    // The bundle holds ASCII only: one byte per character.
    const script = new Script(source.toString("latin1"), {
      filename,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    const kept = script.cachedDataRejected === false ? cachedData!.length : 0;
    if (kept === 0 || looksAgain) toKeep.set(file, { script, source, kept });
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
  // The first chunk is loaded by the program's own file.
  const search = main?.require.bind(main);
  if (main !== undefined) main.require = (id: string) => (id.startsWith("./bin/") ? load(basename(id)) : search!(id));
  // Bundles of code configs end like this, too.
  require.extensions[".cjs"] = (module, filename) =>
    dirname(filename) === chunks ? evaluate(module, filename) : plainly(module, filename);
  // When it has run, the code holds the functions that were needed, and not only the names of all.
  process.once("exit", (code) => {
    if (code === MISUSE && kind !== "hook") return;
    for (const [file, { script, source, kept }] of toKeep) {
      const compiled = script.createCachedData();
      if (compiled.length > kept) writeCode(file, source, compiled);
    }
  });
}

/** Whether no other user can write there. Made where it is missing, if the program is ours. */
function isOurs(folder: string): boolean {
  const user = process.getuid?.();
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found !== undefined)
      return found.isDirectory() && (user === undefined || (found.uid === user && (found.mode & 0o077) === 0));
    if (user === undefined || lstatSync(join(folder, "../dist")).uid !== user) return false;
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch {
    return false; // an installation that cannot be written to
  }
}

/** As a function of what a CommonJS module is given. */
function readSource(filename: string): Buffer {
  const file = openSync(filename, "r");
  try {
    const { size } = fstatSync(file);
    const source = Buffer.allocUnsafeSlow(HEAD.length + size + TAIL.length);
    HEAD.copy(source);
    TAIL.copy(source, HEAD.length + size);
    if (readSync(file, source, HEAD.length, size, 0) !== size) throw new Error(`${filename} could not be read`);
    return source;
  } finally {
    closeSync(file);
  }
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
