/**
 * Functions of code configs for the daemon: one thread per config, made when it is first needed. A function that does not
 * answer by its deadline takes its thread with it; the next call gets a new one.
 */
import { Worker } from "node:worker_threads";
import type { FunctionRun, HookContext, HookFunction } from "../core/hook.js";
import type { LoadArtifact } from "../executors/function.js";
import type { FunctionCall, FunctionReply } from "./function-worker.js";

type Artifact = NonNullable<FunctionRun["artifact"]>;

class FunctionThread {
  readonly #worker: Worker;
  readonly #open = new Map<number, { done(answer: unknown): void; fail(error: Error): void }>();
  #next = 0;
  ended = false;

  constructor(script: string, dataFolder: string) {
    this.#worker = new Worker(script, { workerData: dataFolder, stdout: true, stderr: true, stdin: false });
    this.#worker.unref();
    this.#worker.stdout.resume(); // what a hook prints is nobody's answer here
    this.#worker.stderr.resume();
    this.#worker.on("message", (reply: FunctionReply) => {
      const call = this.#open.get(reply.id);
      this.#open.delete(reply.id);
      if ("answer" in reply) call?.done(reply.answer);
      else call?.fail(new Error(reply.threw));
    });
    this.#worker.on("error", (error) => this.end(error));
    this.#worker.on("exit", () => this.end(new Error("the thread of its code config ended")));
  }

  call(artifact: Artifact, payload: unknown, { hookId, presence, signal }: HookContext): Promise<unknown> {
    return new Promise((done, fail) => {
      const id = this.#next++;
      this.#open.set(id, { done, fail });
      signal.addEventListener("abort", () => this.#open.has(id) && this.end(new Error("it was given up")), {
        once: true,
      });
      this.#worker.postMessage({ id, artifact, payload, hookId, presence } satisfies FunctionCall);
    });
  }

  end(error: Error): void {
    if (this.ended) return;
    this.ended = true;
    for (const { fail } of this.#open.values()) fail(error);
    this.#open.clear();
    void this.#worker.terminate();
  }
}

export class WorkerFunctions {
  readonly #threads = new Map<string, FunctionThread>();
  readonly #script: string;
  readonly #dataFolder: string;

  constructor(script: string, dataFolder: string) {
    this.#script = script;
    this.#dataFolder = dataFolder;
  }

  readonly load: LoadArtifact = async (artifact) => {
    const run: HookFunction = (payload, context) =>
      this.#threadFor(artifact).call(artifact, payload, context) as ReturnType<HookFunction>;
    return run;
  };

  close(): void {
    for (const thread of this.#threads.values()) thread.end(new Error("the daemon ends"));
    this.#threads.clear();
  }

  #threadFor({ path }: Artifact): FunctionThread {
    const known = this.#threads.get(path);
    if (known !== undefined && !known.ended) return known;
    const thread = new FunctionThread(this.#script, this.#dataFolder);
    this.#threads.set(path, thread);
    return thread;
  }
}
