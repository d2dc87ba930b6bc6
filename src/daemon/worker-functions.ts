/**
 * Functions of code configs for the daemon: one thread per config and environment, made when it is first needed. A
 * function that does not answer by its deadline takes its thread with it; the next call gets a new one.
 */

import type { HookFunction } from "../core/hook.js";
import { canonicalJson } from "../core/json.js";
import { type Environment, passedEnvironment } from "../executors/environment.js";
import type { LoadArtifact } from "../executors/function.js";
import { type Artifact, FunctionThread } from "./function-thread.js";

/** Each thread costs some megabytes. */
const MAX_THREADS = 16;

export class WorkerFunctions {
  readonly #threads = new Map<string, FunctionThread>();
  readonly #script: string;
  readonly #dataFolder: string;

  constructor(script: string, dataFolder: string) {
    this.#script = script;
    this.#dataFolder = dataFolder;
  }

  /** For the hooks of one call: they see the variables of their agent, not those of the daemon. */
  loaderFor(environment: Environment): LoadArtifact {
    const passed = passedEnvironment(environment);
    return async (artifact) => {
      const run: HookFunction = (payload, context) =>
        this.#threadFor(artifact, passed).call(artifact, payload, context) as ReturnType<HookFunction>;
      return run;
    };
  }

  close(): void {
    for (const thread of this.#threads.values()) thread.end(new Error("the daemon ends"));
    this.#threads.clear();
  }

  #threadFor({ path, sha256 }: Artifact, environment: Readonly<Record<string, string>>): FunctionThread {
    const key = canonicalJson([path, sha256, environment]);
    const known = this.#threads.get(key);
    this.#threads.delete(key);
    const thread =
      known === undefined || known.ended
        ? new FunctionThread({ script: this.#script, dataFolder: this.#dataFolder, environment })
        : known;
    this.#threads.set(key, thread); // the last used comes last
    this.#endOldest();
    return thread;
  }

  #endOldest(): void {
    const [oldest] = this.#threads;
    if (this.#threads.size <= MAX_THREADS || oldest === undefined) return;
    oldest[1].endWhenIdle();
    this.#threads.delete(oldest[0]);
  }
}
