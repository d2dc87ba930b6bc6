/** Threads over HTTP: the same checks as `snaphook thread run`, and a process of its own for each thread. */
import { type ChildProcess, spawn } from "node:child_process";
import { formatFinding } from "../../core/errors.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { statusOf, Threads } from "../../runtime/threads/threads.js";
import type { Step, Thread } from "../../threads/types.js";
import type { ThreadBody, ThreadDetail, ThreadRow } from "../http/schemas/threads.js";

/** Time for the runner to take the thread. */
const STARTS_MS = 10_000;
const POLL_MS = 50;

export class ThreadService {
  readonly #places: AppPaths;
  readonly #program: string;

  constructor(places: AppPaths, program: string) {
    this.#places = places;
    this.#program = program;
  }

  /** Resolves when its runner has taken it. `problem`: why it cannot run. Rejects on a disk error. */
  async start({ project, ...wanted }: ThreadBody): Promise<ThreadRow | { readonly problem: string }> {
    const threads = this.#threadsIn(project);
    const thread = await threads.start(wanted);
    if ("problems" in thread) return { problem: thread.problems.map(formatFinding).join("\n") };
    const child = spawn(process.execPath, [this.#program, "thread", "resume", thread.id, "--json"], {
      cwd: thread.cwd,
      detached: true,
      env: environmentOf(process.env),
      stdio: "ignore",
      windowsHide: true,
    });
    await this.#taken(threads, thread, child);
    child.unref();
    return rowOf(threads, (await threads.files.load(thread.id)) ?? thread);
  }

  async list(limit: number): Promise<readonly ThreadRow[]> {
    const threads = this.#threadsIn("/");
    return (await threads.files.newest(limit)).map((thread) => rowOf(threads, thread));
  }

  async find(id: string): Promise<ThreadDetail | undefined> {
    const threads = this.#threadsIn("/");
    const thread = await threads.files.load(id);
    if (thread === undefined) return undefined;
    return { thread: rowOf(threads, thread), steps: thread.steps.map(stepOf), hookLines: threads.files.hookLines(id) };
  }

  #threadsIn(cwd: string): Threads {
    return new Threads({ paths: this.#places, environment: process.env, cwd, program: this.#program });
  }

  /** A runner that could not start leaves the thread interrupted, which the answer shows. */
  async #taken(threads: Threads, { id }: Thread, child: ChildProcess): Promise<void> {
    let isGone = false;
    for (const event of ["error", "exit"])
      child.once(event, () => {
        isGone = true;
      });
    for (const until = Date.now() + STARTS_MS; !isGone && Date.now() < until; ) {
      if (threads.files.runnerOf(id) !== undefined) return;
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  }
}

/** The daemon may have been started from within a thread. */
function environmentOf(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { SNAPHOOK_INJECTED: _, SNAPHOOK_THREAD: __, SNAPHOOK_PROFILE: ___, ...rest } = environment;
  return rest;
}

function rowOf(threads: Threads, thread: Thread): ThreadRow {
  const { id, templateName, source, stopReason, error, userMessage, cwd, activeProfile, taskId, artifactPath } = thread;
  const { activeAgent, activeStage, previousAgent, steps, totalCostUsd, totalTokens, notes } = thread;
  const { createdAt, updatedAt, endedAt } = thread;
  return {
    ...{ id, templateName, source, status: statusOf(threads, thread), userMessage, cwd, activeProfile, artifactPath },
    ...{ activeAgent, activeStage, previousAgent, steps: steps.length, totalCostUsd, totalTokens, notes },
    ...{ createdAt, updatedAt },
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(error === undefined ? {} : { error }),
    ...(taskId === undefined ? {} : { taskId }),
    ...(endedAt === undefined ? {} : { endedAt }),
  };
}

/** Only the fields of the schema: a record may have more. */
function stepOf(step: Step): Step {
  const { stepIndex, agentSlotId, stage, sessionId, input, output, costUsd, tokens, numTurns } = step;
  const { durationS, startedAt, endedAt } = step;
  return {
    ...{ stepIndex, agentSlotId, stage, sessionId, input, output, costUsd, tokens, numTurns },
    ...{ durationS, startedAt, endedAt },
  };
}
