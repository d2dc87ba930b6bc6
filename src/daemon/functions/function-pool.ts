/**
 * Processes for functions of code configs, kept for a while after their last call. Each call has its own process;
 * beyond the limit an idle one is ended, or the call waits.
 */
import type { HookContext, HookFunction } from "../../core/hooks/hook.js";
import { canonicalJson } from "../../core/text/json.js";
import { type Environment, passedEnvironment } from "../../executors/environment.js";
import type { LoadArtifact } from "../../executors/function.js";
import { type Asked, FunctionProcess, type Surroundings } from "./function-process.js";

/** Each uses about forty megabytes. */
const MOST = 8;
const IDLE_MS = 5 * 60_000;

interface Idle {
  readonly key: string;
  readonly process: FunctionProcess;
  readonly timer: NodeJS.Timeout;
}

export class FunctionPool {
  readonly #script: string;
  readonly #dataFolder: string;
  readonly #all = new Set<FunctionProcess>();
  /** Most recently used last. */
  #idle: Idle[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(script: string, dataFolder: string) {
    this.#script = script;
    this.#dataFolder = dataFolder;
  }

  /** For the hooks of one call: they see the directory and variables of their agent, not the daemon's. */
  loaderFor(environment: Environment, cwd: string): LoadArtifact {
    return async (artifact, { event }) => {
      const surroundings = { cwd, environment: passedEnvironment(environment) };
      const run: HookFunction = (payload, context) =>
        this.#run({ artifact, event, payload }, surroundings, context) as ReturnType<HookFunction>;
      return run;
    };
  }

  close(): void {
    for (const { timer } of this.#idle) clearTimeout(timer);
    this.#idle = [];
    for (const process of this.#all) process.end();
    this.#all.clear();
  }

  async #run(asked: Asked, surroundings: Surroundings, context: HookContext): Promise<unknown> {
    const { path, sha256 } = asked.artifact;
    const key = canonicalJson([path, sha256, surroundings]);
    const process = await this.#take(key, surroundings, context.signal);
    try {
      return await process.call(asked, context);
    } finally {
      this.#giveBack(key, process);
    }
  }

  async #take(key: string, surroundings: Surroundings, signal: AbortSignal): Promise<FunctionProcess> {
    for (;;) {
      const own = this.#idle.findLast((idle) => idle.key === key);
      if (own !== undefined) {
        this.#remove(own);
        if (!own.process.ended) return own.process;
        this.#all.delete(own.process);
        continue;
      }
      if (this.#all.size < MOST) return this.#start(surroundings);
      const [oldest] = this.#idle;
      if (oldest !== undefined) this.#endIdle(oldest);
      else await this.#turn(signal);
    }
  }

  #start(surroundings: Surroundings): FunctionProcess {
    const process = new FunctionProcess(this.#script, this.#dataFolder, surroundings);
    this.#all.add(process);
    return process;
  }

  #giveBack(key: string, process: FunctionProcess): void {
    if (process.ended) this.#all.delete(process);
    else {
      const idle: Idle = { key, process, timer: setTimeout(() => this.#endIdle(idle), IDLE_MS).unref() };
      this.#idle.push(idle);
    }
    this.#waiting.shift()?.();
  }

  #endIdle(idle: Idle): void {
    this.#remove(idle);
    this.#end(idle.process);
  }

  #remove(idle: Idle): void {
    clearTimeout(idle.timer);
    this.#idle = this.#idle.filter((one) => one !== idle);
  }

  #end(process: FunctionProcess): void {
    this.#all.delete(process);
    process.end();
  }

  /** Until a process is free, or the caller gives up. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((done, fail) => {
      const turn = () => {
        signal.removeEventListener("abort", giveUp);
        done();
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        fail(new Error("too many functions run at once"));
      };
      this.#waiting.push(turn);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }
}
