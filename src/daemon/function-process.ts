/** One process with one code config in it, in one folder and with one set of variables. It serves one call at a time. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import type { FunctionRun, HookContext } from "../core/hook.js";
import { LiveGroups, signalGroup } from "../executors/live-groups.js";
import type { FunctionCall, FunctionReply } from "./function-runner.js";

export type Artifact = NonNullable<FunctionRun["artifact"]>;

export interface Surroundings {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** So that they end with the daemon, however it ends. */
const groups = new LiveGroups();

export class FunctionProcess {
  readonly #child: ChildProcess;
  #settle: ((reply: FunctionReply) => void) | undefined;
  ended = false;

  constructor(script: string, dataFolder: string, { cwd, environment }: Surroundings) {
    this.#child = fork(script, [dataFolder], {
      cwd: existsSync(cwd) ? cwd : "/",
      env: environment,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      detached: true,
      execArgv: [],
    });
    const { pid } = this.#child;
    if (pid !== undefined) groups.add(pid);
    this.#child.on("message", (reply: FunctionReply) => this.#answer(reply));
    this.#child.on("error", ({ message }) => this.#gone(message));
    this.#child.on("exit", () => {
      if (pid !== undefined) groups.delete(pid);
      this.#gone("the process of its code config ended");
    });
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Rejects when the function throws, hangs until its caller gives up, or takes the process with it. */
  async call(artifact: Artifact, payload: unknown, { hookId, presence, signal }: HookContext): Promise<unknown> {
    if (signal.aborted) throw new Error("the caller gave up waiting");
    const reply = await new Promise<FunctionReply>((settle) => {
      this.#settle = settle;
      signal.addEventListener("abort", this.#onAbort, { once: true });
      const message: FunctionCall = { artifact, payload, hookId, presence };
      this.#child.send(message, (error) => error && this.#gone(error.message));
    });
    signal.removeEventListener("abort", this.#onAbort);
    if ("threw" in reply) throw new Error(reply.threw);
    return reply.answer;
  }

  end(): void {
    this.#gone("it is not needed any more");
    const { pid } = this.#child;
    if (pid !== undefined) signalGroup(pid, "SIGKILL");
  }

  /** Nobody else waits for this process, so one that hangs takes nobody with it. */
  readonly #onAbort = (): void => this.end();

  #answer(reply: FunctionReply): void {
    this.#settle?.(reply);
    this.#settle = undefined;
  }

  #gone(why: string): void {
    this.ended = true;
    this.#answer({ threw: why });
  }
}
