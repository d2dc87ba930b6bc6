/**
 * Starts a program in its own process group and terminates the whole group on request. Node's own timeouts kill only
 * the first process and settle when the last pipe closes (EX-09); here `done` settles at once.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Failure } from "../core/decision/failure.js";
import type { CommandRun } from "../core/hooks/hook.js";
import type { ProgramCall } from "./command.js";

export interface ProcessOptions {
  readonly cwd?: string;
  readonly env: Record<string, string>;
  readonly stdin: string;
  readonly stdoutLimit: number;
  readonly stderrTail: number;
  readonly signal: AbortSignal;
  readonly onStderr?: (text: string) => void;
}

export type ProcessEnd =
  | { readonly kind: "exit"; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "signal"; readonly signal: string; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "error"; readonly error: NodeJS.ErrnoException }
  | { readonly kind: "stdout-limit"; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "aborted"; readonly stdout: string; readonly stderr: string };

/** Between SIGTERM and SIGKILL. */
const TERM_GRACE_MS = 150;
/** How long to wait, after the process exited, for pipes that a grandchild may hold open. */
const DRAIN_MS = 60;

/** Never rejects. */
export function runProcess(call: ProgramCall, options: ProcessOptions, live: LiveGroups): Promise<ProcessEnd> {
  return new Promise((done) => {
    let child: ChildProcess;
    try {
      child = spawn(call.file, call.args as string[], {
        cwd: options.cwd,
        env: options.env,
        stdio: ["pipe", "pipe", "pipe"],
        detached: process.platform !== "win32",
        windowsHide: true,
        windowsVerbatimArguments: call.verbatim ?? false,
      });
    } catch (error) {
      return done({ kind: "error", error: error as NodeJS.ErrnoException });
    }
    new RunningProcess(child, options, live, done).watch();
  });
}

class RunningProcess {
  readonly #child: ChildProcess;
  readonly #options: ProcessOptions;
  readonly #live: LiveGroups;
  readonly #done: (end: ProcessEnd) => void;
  readonly #stdout: Buffer[] = [];
  #stdoutSize = 0;
  #stderr = "";
  #settled = false;
  #ending = false;
  #drain: NodeJS.Timeout | undefined;

  constructor(child: ChildProcess, options: ProcessOptions, live: LiveGroups, done: (end: ProcessEnd) => void) {
    this.#child = child;
    this.#live = live;
    this.#options = options;
    this.#done = done;
  }

  watch(): void {
    const { signal } = this.#options;
    const child = this.#child;
    if (child.pid !== undefined) this.#live.add(child.pid);
    child.on("error", (error) => this.#settle({ kind: "error", error }));
    child.stdout?.on("data", (chunk: Buffer) => this.#onStdout(chunk));
    child.stderr?.on("data", (chunk: Buffer) => this.#onStderr(chunk));
    child.once("exit", () => {
      if (child.pid !== undefined && !this.#ending) this.#live.delete(child.pid);
      this.#drain = setTimeout(() => this.#drainOnce(), DRAIN_MS);
    });
    child.once("close", () => this.#settleExit());
    // A hook may ignore its stdin (IN-16); a broken pipe counts as its end.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.on("error", () => {});
    child.stdin?.end(this.#options.stdin);
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  #onStdout(chunk: Buffer): void {
    this.#stdoutSize += chunk.length;
    if (this.#settled) return;
    this.#stdout.push(chunk);
    if (this.#stdoutSize > this.#options.stdoutLimit) this.#end({ kind: "stdout-limit", ...this.#output() });
  }

  #onStderr(chunk: Buffer): void {
    const text = chunk.toString("utf8");
    this.#stderr = (this.#stderr + text).slice(-this.#options.stderrTail);
    if (!this.#settled) this.#options.onStderr?.(text);
  }

  readonly #onAbort = (): void => this.#end({ kind: "aborted", ...this.#output() });

  /** If the event loop was busy, the answer may still be in the pipe: it is read before an immediate runs. */
  #drainOnce(): void {
    setImmediate(() => this.#settleExit());
  }

  #settleExit(): void {
    const { exitCode, signalCode } = this.#child;
    const output = this.#output();
    if (signalCode !== null) this.#settle({ kind: "signal", signal: signalCode, ...output });
    else this.#settle({ kind: "exit", code: exitCode ?? 0, ...output });
  }

  /** Terminates the group and answers now; SIGKILL follows if SIGTERM is ignored. */
  #end(end: ProcessEnd): void {
    const { pid } = this.#child;
    if (pid !== undefined) {
      // The first process may have exited before its children: the group stays on the list until the end.
      this.#ending = true;
      signalGroup(pid, "SIGTERM");
      setTimeout(() => {
        signalGroup(pid, "SIGKILL");
        this.#live.delete(pid);
      }, TERM_GRACE_MS);
    }
    this.#settle(end);
  }

  #settle(end: ProcessEnd): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#drain);
    this.#options.signal.removeEventListener("abort", this.#onAbort);
    this.#child.stdin?.destroy();
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    this.#child.unref();
    this.#done(end);
  }

  #output(): { stdout: string; stderr: string } {
    return { stdout: Buffer.concat(this.#stdout).toString("utf8"), stderr: this.#stderr };
  }
}

/** The process groups of hooks: nothing that a hook starts outlives the process that waits for it. */

/** Of all engines in this process. */
const running = new Set<number>();
let watcher: ((pid: number, runs: boolean) => void) | undefined;
let endsWithUs = false;

/** The living groups of one engine. */
export class LiveGroups {
  readonly #own = new Set<number>();

  add(pid: number): void {
    if (!endsWithUs) {
      endsWithUs = true;
      process.once("exit", () => {
        for (const one of running) signalGroup(one, "SIGKILL");
      });
    }
    this.#own.add(pid);
    running.add(pid);
    watcher?.(pid, true);
  }

  delete(pid: number): void {
    if (!this.#own.delete(pid)) return;
    running.delete(pid);
    watcher?.(pid, false);
  }

  /** Immediately. */
  killAll(): void {
    for (const pid of [...this.#own]) {
      signalGroup(pid, "SIGKILL");
      this.delete(pid);
    }
  }
}

/** For a supervisor that terminates them even if this process is killed. Includes groups that already run. */
export function watchGroups(onChange: (pid: number, runs: boolean) => void): void {
  watcher = onChange;
  for (const pid of running) onChange(pid, true);
}

export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // The group has exited on its own.
  }
}

// Process exits that are not an answer, whatever the dialect's exit codes mean (EX-20).

interface Limits {
  readonly cwd: string | undefined;
  readonly stdoutLimit: number;
}

/** Undefined if the process exited on its own and may have answered. */
export function processFailure(end: ProcessEnd, run: CommandRun, limits: Limits): Failure | undefined {
  switch (end.kind) {
    case "error":
      return spawnFailure(end.error, run, limits.cwd);
    case "signal":
      return { cause: "signal", message: `it was killed by ${end.signal}` };
    case "stdout-limit":
      return { cause: "output-limit", message: `it printed more than ${limits.stdoutLimit} bytes` };
    case "aborted":
      return { cause: "aborted", message: "it was terminated" };
    case "exit":
      return scriptMissing(end) ?? (run.exec ? undefined : shellFailure(end, limits.cwd));
  }
}

type Exit = Extract<ProcessEnd, { kind: "exit" }>;

/** What interpreters print if their script does not exist. */
const NO_SCRIPT =
  /^(?:\S*python[\d.]*: can't open file|\S*sh: 0: cannot open|Can't open perl script) .*No such file.*$/;

/** They exit with 2, which would count as a block: a missing script must not block every tool. */
function scriptMissing({ code, stdout, stderr }: Exit): Failure | undefined {
  const said = stderr.trim();
  if (code !== 2 || stdout !== "" || !NO_SCRIPT.test(said)) return undefined;
  return { cause: "not-found", message: `its script was not found (${said})` };
}

/** A shell reports a missing or forbidden program by exit code; that is a broken hook, not a block. */
function shellFailure({ code, stderr }: Exit, cwd: string | undefined): Failure | undefined {
  const said = stderr.trim().split("\n").at(-1) ?? "";
  if (code === 127) {
    if (/bad interpreter|env: /.test(said) || namesExistingFile(said, cwd))
      return { cause: "interpreter-missing", message: `its interpreter was not found (${said})` };
    return { cause: "not-found", message: `its command was not found (${said})` };
  }
  if (code === 126) return { cause: "not-executable", message: `its command may not be executed (${said})` };
  return undefined;
}

const NOT_FOUND = ": not found";

/** Some shells report the script as "not found" if its interpreter is missing. */
function namesExistingFile(said: string, cwd: string | undefined): boolean {
  if (!said.endsWith(NOT_FOUND)) return false;
  const before = said.slice(0, -NOT_FOUND.length);
  const named = before.slice(before.lastIndexOf(":") + 1).trimStart();
  return named.includes("/") && existsSync(resolve(cwd ?? ".", named));
}

function spawnFailure(error: NodeJS.ErrnoException, run: CommandRun, cwd: string | undefined): Failure {
  if (cwd !== undefined && !existsSync(cwd))
    return { cause: "not-found", message: `its working directory ${cwd} does not exist` };
  const program = run.exec ? run.command : (run.shell ?? "/bin/sh");
  if (error.code === "ENOENT") {
    if (program.includes("/") && existsSync(resolve(cwd ?? ".", program)))
      return { cause: "interpreter-missing", message: `the interpreter of ${program} was not found` };
    return { cause: "not-found", message: `${program} was not found` };
  }
  if (error.code === "EACCES") return { cause: "not-executable", message: `${program} may not be executed` };
  return {
    cause: "spawn-error",
    message: `the process could not be started (${error.code ?? error.message})`,
  };
}
