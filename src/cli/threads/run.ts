/** `thread run` and `thread resume`: in the foreground, with what happens; Ctrl-C ends the thread and its agents. */
import { findDaemon } from "../../client/daemon-control.js";
import { finding } from "../../core/errors.js";
import type { Refused, Threads } from "../../runtime/threads/threads.js";
import type { ThreadEvent } from "../../threads/ports.js";
import type { Template } from "../../threads/template.js";
import type { Thread } from "../../threads/types.js";
import { type Call, MISUSE, OK, PROBLEMS } from "../command.js";
import { isOutputLost } from "../output/lost-output.js";
import { amount, brief, json, oneLine, paint, printFindings, refuse } from "../output/print.js";
import { outputWidth } from "../output/terminal.js";
import { cutText } from "../output/text-width.js";
import { findThread, threadsOf } from "./find-thread.js";
import { endText, isDone, resumeText, slotText, spent, stepCosts } from "./thread-text.js";

export async function run(call: Call, args: readonly string[]): Promise<number> {
  const [template, message, ...more] = args;
  if (template === undefined || message === undefined || message.trim() === "" || more.length > 0) {
    refuse(
      call,
      finding("USAGE", "give a template and one message in quotes; `snaphook thread templates` lists templates"),
    );
    return MISUSE;
  }
  const threads = threadsOf(call);
  const { profile, "extra-hooks": extraHooks, task } = call.flags;
  let thread: Thread | Refused;
  try {
    thread = await threads.start({
      template,
      message,
      ...(typeof profile === "string" ? { profile } : {}),
      ...(typeof extraHooks === "string" ? { extraHooks } : {}),
      ...(typeof task === "string" ? { taskId: task } : {}),
    });
  } catch (error) {
    return refuseUnsaved(call, error as NodeJS.ErrnoException);
  }
  return "problems" in thread ? refuseAll(call, thread) : runHere(call, threads, thread);
}

export async function resume(call: Call, args: readonly string[]): Promise<number> {
  const threads = threadsOf(call);
  const thread = await findThread(call, threads, args);
  if (thread === undefined) return MISUSE;
  if (thread.status === "completed" || thread.status === "aborted") {
    refuse(call, finding("THREAD_OVER", `${thread.id} is over: ${thread.status}`));
    return PROBLEMS;
  }
  return runHere(call, threads, thread);
}

async function runHere(call: Call, threads: Threads, thread: Thread): Promise<number> {
  const ending = new AbortController();
  onSignals((number) => {
    // The second one does not wait for agents to end.
    if (ending.signal.aborted) process.exit(128 + number);
    ending.abort();
  });
  const view = new RunView(call, () => ending.abort());
  try {
    const ended = await threads.run(thread, {
      signal: ending.signal,
      onBegin: (current, template) => view.begin(current, template),
      onEvent: (event) => view.show(event),
      onHookProblem: ({ hook, problem }) => call.err(`Hook ${oneLine(hook)} asked for no agent: ${oneLine(problem)}`),
    });
    if ("problems" in ended) return refuseAll(call, ended);
    if (call.json) json(call, ended);
    else view.end(ended);
    return isDone(ended) ? OK : PROBLEMS;
  } catch (error) {
    return refuseUnsaved(call, error as NodeJS.ErrnoException, thread.id);
  } finally {
    view.close();
  }
}

/** The record cannot be written, so it shows the last step that was saved. */
function refuseUnsaved(call: Call, error: NodeJS.ErrnoException, id?: string): number {
  if (error.errno === undefined) throw error;
  const what = id === undefined ? "the thread cannot be created" : `${id} was interrupted: its record cannot be saved`;
  refuse(call, finding("FILE_UNWRITABLE", `${what} (${error.message})`));
  if (id !== undefined && !call.json) call.err(resumeText(id));
  return PROBLEMS;
}

/** Instead of the usual end of the program. */
function onSignals(act: (number: number) => void): void {
  for (const [name, number] of [
    ["SIGHUP", 1],
    ["SIGINT", 2],
    ["SIGTERM", 15],
  ] as const) {
    process.removeAllListeners(name);
    process.on(name, () => act(number));
  }
}

function refuseAll(call: Call, { problems }: Refused): number {
  const [first, ...rest] = problems;
  if (first === undefined) return PROBLEMS;
  refuse(call, first);
  if (!call.json) printFindings(call, rest);
  return first.code === "THREAD_RUNS" ? PROBLEMS : MISUSE;
}

const TICK_MS = 1_000;

class RunView {
  readonly #call: Call;
  readonly #onUnread: () => void;
  #most = 0;
  #line = "";
  /** Of the running turn. */
  #progress = "";
  /** Of the steps before it. */
  #spent = "";
  #startedAt = 0;
  #isShown = false;
  #timer: NodeJS.Timeout | undefined;

  /** `onUnread`: the reader of the output, or the terminal, has gone. */
  constructor(call: Call, onUnread: () => void) {
    this.#call = call;
    this.#onUnread = onUnread;
  }

  async begin(thread: Thread, { limits }: Template): Promise<void> {
    const call = this.#call;
    if (call.json) return;
    this.#most = limits.steps;
    const verb = thread.steps.length === 0 ? "" : ` continues after ${thread.steps.length} of`;
    call.out(
      `${paint("bold", thread.id)} ${thread.templateName}:${verb} at most ${this.#most} steps. Ctrl-C cancels it.`,
    );
    const { state } = await findDaemon(call.places);
    if (state !== "running")
      call.err("No daemon runs, so questions of the agents are denied. `snaphook up --detach` starts it.");
  }

  show(event: ThreadEvent): void {
    if (this.#call.json) return;
    const { thread } = event;
    if (event.kind === "turn") {
      const number = thread.steps.length + 1;
      this.#line = `step ${number}/${Math.max(this.#most, number)} ${slotText(event.slot, event.stage)}`;
      this.#progress = "";
      const costs = spent(thread).join(", ");
      this.#spent = costs === "" ? "" : `; ${costs} so far`;
      this.#startedAt = Date.now();
      this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
      if (!process.stderr.isTTY) this.#call.out(`${this.#line} …${this.#spent}`);
      else this.#draw();
    } else if (event.kind === "progress") {
      const { turns, tokens } = event.progress;
      const parts = [
        ...(turns === undefined ? [] : [amount(turns, "turn")]),
        ...(tokens ? [amount(tokens, "token")] : []),
      ];
      this.#progress = parts.map((part) => `, ${part}`).join("");
      this.#draw();
    } else if (event.kind === "step") this.#showStep(thread);
  }

  end(thread: Thread): void {
    this.close();
    const { out } = this.#call;
    for (const note of thread.notes) out(oneLine(note));
    out(endText(thread));
    if (thread.steps.length > 0) out(`Artifact: ${thread.artifactPath}`);
    if (thread.status === "failed" || thread.status === "cancelled") out(resumeText(thread.id));
    else out(`\`snaphook thread show ${thread.id}\` shows every step.`);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#clear();
  }

  #showStep(thread: Thread): void {
    this.close();
    const step = thread.steps.at(-1)!;
    const name = `step ${step.stepIndex + 1}/${Math.max(this.#most, thread.steps.length)}`;
    this.#call.out(
      `${name} ${paint("bold", slotText(step.agentSlotId, step.stage))} ${paint("grey", stepCosts(step))}`,
    );
    const said = step.output.trim().split("\n").at(-1) ?? "";
    if (said !== "") this.#call.out(`  ${brief(said, 76)}`);
  }

  #tick(): void {
    if (isOutputLost()) this.#onUnread();
    else this.#draw();
  }

  /** One line that is written over, on a terminal only. */
  #draw(): void {
    if (!process.stderr.isTTY || this.#line === "") return;
    const seconds = Math.floor((Date.now() - this.#startedAt) / 1000);
    const text = `${this.#line} … ${seconds}s${this.#progress}${this.#spent}`;
    this.#isShown = true;
    // A line that wraps could not be written over.
    process.stderr.write(`\r\u001b[K${cutText(text, outputWidth(process.stderr) - 1)}`);
  }

  #clear(): void {
    if (this.#isShown) process.stderr.write("\r\u001b[K");
    this.#isShown = false;
  }
}
