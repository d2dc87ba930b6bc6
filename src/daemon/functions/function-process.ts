/** One process with one code config, one directory and one set of variables. It serves one call at a time. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { NO_OPINION } from "../../core/decision/decision.js";
import type { HookContext } from "../../core/hooks/hook.js";
import { ReadElsewhere } from "../../executors/function.js";
import { LiveGroups, signalGroup } from "../../executors/process-group.js";
import type { FunctionAnswer, FunctionCall, FunctionQuestion, FunctionReply } from "./function-runner.js";

/** The function to call, and its argument. */
export type Asked = Pick<FunctionCall, "artifact" | "event" | "payload">;

export interface Surroundings {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Why there will be no reply. */
interface Gone {
  readonly gone: string;
}

/** So that they end with the daemon, however it ends. */
const groups = new LiveGroups();

export class FunctionProcess {
  readonly #child: ChildProcess;
  #settle: ((reply: FunctionReply | Gone) => void) | undefined;
  #ask: ((question: FunctionQuestion) => Promise<void>) | undefined;
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
    this.#child.on("message", (reply: FunctionReply | FunctionQuestion) =>
      "asks" in reply ? void this.#ask?.(reply) : this.#answer(reply),
    );
    this.#child.on("error", ({ message }) => this.#gone(message));
    this.#child.on("exit", () => {
      if (pid !== undefined) groups.delete(pid);
      this.#gone("the process of its code config ended");
    });
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Rejects if the function hangs until its caller gives up, or crashes the process. */
  async call(asked: Asked, { hookId, presence, signal, askUser }: HookContext): Promise<ReadElsewhere> {
    if (signal.aborted) throw new Error("the caller gave up waiting");
    const reply = await new Promise<FunctionReply | Gone>((settle) => {
      this.#settle = settle;
      this.#ask = async ({ asks, asked: { questions, level, waitMs } }) => {
        const options = { ...(level === undefined ? {} : { level }), timeoutMs: waitMs };
        const message: FunctionAnswer = { asks, answer: await askUser(questions, options) };
        if (!this.ended) this.#child.send(message, () => {});
      };
      signal.addEventListener("abort", this.#onAbort, { once: true });
      const message: FunctionCall = { ...asked, hookId, presence };
      this.#child.send(message, (error) => error && this.#gone(error.message));
    });
    signal.removeEventListener("abort", this.#onAbort);
    if ("gone" in reply) throw new Error(reply.gone);
    const says = !reply.ok || Object.keys(reply.output).length > 0;
    return new ReadElsewhere(says ? reply : { ...reply, output: NO_OPINION });
  }

  end(): void {
    this.#gone("it is no longer needed");
    const { pid } = this.#child;
    if (pid !== undefined) signalGroup(pid, "SIGKILL");
  }

  /** The process serves only this call, so a hang affects no other. */
  readonly #onAbort = (): void => this.end();

  #answer(reply: FunctionReply | Gone): void {
    this.#settle?.(reply);
    this.#settle = undefined;
  }

  #gone(why: string): void {
    this.ended = true;
    this.#answer({ gone: why });
  }
}
