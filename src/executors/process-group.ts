/**
 * Starts a program in a process group of its own and ends the whole group when told to. Node's own timeouts kill
 * only the first process and settle when the last pipe closes (EX-09); here `done` settles at once.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { type LiveGroups, signalGroup } from "./live-groups.js";
import type { ProgramCall } from "./shell-command.js";

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

/** Between the polite and the final signal. */
const TERM_GRACE_MS = 150;
/** After the process has gone, how long to wait for pipes that a grandchild may hold open. */
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
    // A hook that does not read its stdin is not at fault (IN-16); a pipe that breaks off is read as its end.
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

  /** When the loop was busy the answer may still wait in the pipe: what is there is read before an immediate runs. */
  #drainOnce(): void {
    setImmediate(() => this.#settleExit());
  }

  #settleExit(): void {
    const { exitCode, signalCode } = this.#child;
    const output = this.#output();
    if (signalCode !== null) this.#settle({ kind: "signal", signal: signalCode, ...output });
    else this.#settle({ kind: "exit", code: exitCode ?? 0, ...output });
  }

  /** Ends the group and answers now; the final signal follows if the polite one is ignored. */
  #end(end: ProcessEnd): void {
    const { pid } = this.#child;
    if (pid !== undefined) {
      // The first process may be gone while its children are not: the group stays on the list until the end.
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
