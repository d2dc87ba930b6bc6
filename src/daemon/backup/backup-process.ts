/**
 * A process for work on whole copies of the store, which is synchronous and takes seconds: neither the daemon nor its store
 * waits for it. One task as JSON on stdin, its result as JSON on stdout.
 */
import { readFileSync, writeSync } from "node:fs";
import { setPriority } from "node:os";
import { type ForgetRequest, forgetInCopies } from "./forget-in-copies.js";
import { type Made, type MakeRequest, makeBackup } from "./make-backup.js";
import { type Prepared, type PrepareRequest, prepareRestore } from "./prepare-restore.js";

export interface Tasks {
  make: { readonly request: MakeRequest; readonly result: Made };
  prepare: { readonly request: PrepareRequest; readonly result: Prepared };
  forget: { readonly request: ForgetRequest; readonly result: Forgot };
}

type Forgot = Awaited<ReturnType<typeof forgetInCopies>>;

type Handlers = { readonly [T in keyof Tasks]: (request: Tasks[T]["request"]) => unknown };

const HANDLERS: Handlers = { make: makeBackup, prepare: prepareRestore, forget: forgetInCopies };
const STDIN = 0;
const STDOUT = 1;
/** Agents and their calls come first. */
const LOW_PRIORITY = 10;

async function main(): Promise<void> {
  process.umask(0o077);
  process.on("SIGHUP", () => {}); // the command goes on if its terminal is closed
  try {
    setPriority(LOW_PRIORITY);
  } catch {
    // not permitted here
  }
  const { task, request } = JSON.parse(readFileSync(STDIN, "utf8")) as { task: keyof Tasks; request: never };
  const bytes = Buffer.from(JSON.stringify(await HANDLERS[task](request)));
  for (let done = 0; done < bytes.length; ) done += writeSync(STDOUT, bytes, done);
}

void main();
