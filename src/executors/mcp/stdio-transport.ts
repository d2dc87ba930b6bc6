/**
 * JSON-RPC with a program: one message per line. The program runs in its own process group, which ends with the
 * connection. Lines that are no message are logs that do not belong on stdout, and are skipped.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { LiveGroups, signalGroup } from "../process-group.js";

export interface ServerLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const LINE_LIMIT = 1_000_000;
const STDERR_TAIL = 2_000;
/** Between SIGTERM and SIGKILL. */
const TERM_GRACE_MS = 150;

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Why it ended, if it ended on its own. */
  problem: string | undefined;
  stderr = "";
  readonly #launch: ServerLaunch;
  readonly #live = new LiveGroups();
  #child: ChildProcess | undefined;
  #closed = false;
  #line: Buffer[] = [];
  #lineSize = 0;

  constructor(launch: ServerLaunch) {
    this.#launch = launch;
  }

  start(): Promise<void> {
    const { command, args, cwd, env } = this.#launch;
    return new Promise((done, fail) => {
      const child = spawn(command, args as string[], {
        cwd,
        env: { ...env },
        stdio: ["pipe", "pipe", "pipe"],
        detached: process.platform !== "win32",
        windowsHide: true,
      });
      this.#child = child;
      if (child.pid !== undefined) this.#live.add(child.pid);
      child.once("spawn", () => done());
      child.once("error", (error: NodeJS.ErrnoException) => {
        this.#end(`it could not be started (${error.code ?? error.message})`);
        fail(error);
      });
      child.once("exit", (code, signal) => this.#end(`it ended with ${signal ?? `exit code ${code}`}`));
      child.stdout!.on("data", (chunk: Buffer) => this.#read(chunk));
      child.stderr!.on("data", (chunk: Buffer) => {
        this.stderr = (this.stderr + chunk.toString("utf8")).slice(-STDERR_TAIL);
      });
      for (const pipe of [child.stdin!, child.stdout!, child.stderr!]) pipe.on("error", () => {});
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((done, fail) => {
      if (this.#closed || this.#child === undefined) return fail(new Error(this.problem ?? "it is closed"));
      this.#child.stdin!.write(`${JSON.stringify(message)}\n`, (error) => (error ? fail(error) : done()));
    });
  }

  async close(): Promise<void> {
    this.#end(undefined);
  }

  /** A process that has nothing else to do does not wait for an idle server. */
  hold(isBusy: boolean): void {
    const child = this.#child;
    for (const one of [child, child?.stdin, child?.stdout, child?.stderr] as { ref?(): void; unref?(): void }[])
      isBusy ? one?.ref?.() : one?.unref?.();
  }

  #read(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0 && !this.#closed; end = rest.indexOf(10)) {
      this.#line.push(rest.subarray(0, end));
      const line = Buffer.concat(this.#line);
      this.#line = [];
      this.#lineSize = 0;
      rest = rest.subarray(end + 1);
      this.#take(line);
    }
    this.#line.push(rest);
    this.#lineSize += rest.length;
    if (this.#lineSize > LINE_LIMIT) this.#end(`it sent more than ${LINE_LIMIT} bytes in one line`);
  }

  #take(line: Buffer): void {
    if (line.length > LINE_LIMIT) return this.#end(`it sent more than ${LINE_LIMIT} bytes in one line`);
    let message: JSONRPCMessage;
    try {
      message = JSONRPCMessageSchema.parse(JSON.parse(line.toString("utf8")));
    } catch {
      return; // a log
    }
    this.onmessage?.(message);
  }

  #end(problem: string | undefined): void {
    if (this.#closed) return;
    this.#closed = true;
    this.problem = problem;
    const child = this.#child;
    const pid = child?.pid;
    if (pid !== undefined) {
      // Its children may live on when it has ended.
      signalGroup(pid, "SIGTERM");
      const last = setTimeout(() => {
        signalGroup(pid, "SIGKILL");
        this.#live.delete(pid);
      }, TERM_GRACE_MS);
      if (problem === undefined) last.unref(); // at its exit this process ends the group
    }
    for (const pipe of [child?.stdin, child?.stdout, child?.stderr]) pipe?.destroy();
    child?.unref();
    this.onclose?.();
  }
}
