/** One thread with one code config in it, and the calls that wait for it. */
import { Worker } from "node:worker_threads";
import type { FunctionRun, HookContext } from "../core/hook.js";
import type { FunctionCall, FunctionReply } from "./function-worker.js";

export type Artifact = NonNullable<FunctionRun["artifact"]>;

export interface ThreadOptions {
  readonly script: string;
  readonly dataFolder: string;
  readonly environment: Readonly<Record<string, string>>;
}

export class FunctionThread {
  readonly #worker: Worker;
  readonly #open = new Map<number, { done(answer: unknown): void; fail(error: Error): void }>();
  #next = 0;
  #retired = false;
  ended = false;

  constructor({ script, dataFolder, environment }: ThreadOptions) {
    this.#worker = new Worker(script, {
      workerData: dataFolder,
      env: environment,
      stdout: true,
      stderr: true,
      stdin: false,
    });
    this.#worker.unref();
    this.#worker.stdout.resume(); // what a hook prints is nobody's answer here
    this.#worker.stderr.resume();
    this.#worker.on("message", (reply: FunctionReply) => {
      const call = this.#open.get(reply.id);
      this.#open.delete(reply.id);
      if ("answer" in reply) call?.done(reply.answer);
      else call?.fail(new Error(reply.threw));
      if (this.#retired) this.endWhenIdle();
    });
    this.#worker.on("error", (error) => this.end(error));
    this.#worker.on("exit", () => this.end(new Error("the thread of its code config ended")));
  }

  call(artifact: Artifact, payload: unknown, { hookId, presence, signal }: HookContext): Promise<unknown> {
    return new Promise((done, fail) => {
      const id = this.#next++;
      this.#open.set(id, { done, fail });
      const onAbort = () => {
        if (!this.#open.has(id)) return;
        // Only one that hangs is ended: when an agent has gone, others may still wait for this thread.
        if (signal.reason === "timeout") this.end(new Error("it did not answer in time"));
        else fail(new Error("the caller gave up waiting"));
      };
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        this.#worker.postMessage({ id, artifact, payload, hookId, presence } satisfies FunctionCall);
      } catch (error) {
        this.#open.delete(id); // an embedder's payload may hold what cannot be sent
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  endWhenIdle(): void {
    if (this.#open.size === 0) this.end(new Error("it was not needed any more"));
    else this.#retired = true;
  }

  end(error: Error): void {
    if (this.ended) return;
    this.ended = true;
    for (const { fail } of this.#open.values()) fail(error);
    this.#open.clear();
    void this.#worker.terminate();
  }
}
