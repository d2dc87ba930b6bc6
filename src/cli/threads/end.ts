/** `thread cancel`, and `thread abort` for the agents of a thread. */
import { finding } from "../../core/errors.js";
import { askForAbort } from "../../runtime/threads/thread-files.js";
import { type Call, MISUSE, OK, PROBLEMS } from "../command.js";
import { json, refuse } from "../output/print.js";
import { findThread, threadsOf } from "./find-thread.js";

const ENDS_MS = 10_000;
const POLL_MS = 50;

export async function cancel(call: Call, args: readonly string[]): Promise<number> {
  const threads = threadsOf(call);
  const thread = await findThread(call, threads, args);
  if (thread === undefined) return MISUSE;
  const { id, status } = thread;
  if (status !== "running") {
    refuse(call, finding("THREAD_OVER", `${id} does not run: ${status}`));
    return PROBLEMS;
  }
  const runner = threads.files.runnerOf(id);
  // The runner ends its agents and saves the thread, as for Ctrl-C.
  if (runner !== undefined) process.kill(runner, "SIGINT");
  for (const until = Date.now() + ENDS_MS; threads.files.runnerOf(id) !== undefined; ) {
    if (Date.now() > until) {
      refuse(
        call,
        finding("THREAD_RUNS", `${id} did not end within ${ENDS_MS / 1000} seconds; its process is ${runner}`),
      );
      return PROBLEMS;
    }
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
  const now = await threads.files.load(id);
  if (now?.status === "running") {
    const at = new Date().toISOString();
    await threads.files.save({ ...now, status: "cancelled", updatedAt: at, endedAt: at });
  }
  if (call.json) json(call, { cancelled: id });
  else call.out(`${id} is cancelled. \`snaphook thread resume ${id}\` continues it.`);
  return OK;
}

/** Called by an agent: the thread ends after its turn. */
export async function abort(call: Call, args: readonly string[]): Promise<number> {
  const reason = args.join(" ").trim();
  const id = call.environment["SNAPHOOK_THREAD"] ?? "";
  const threads = threadsOf(call);
  const thread = await threads.files.load(id);
  if (thread === undefined || reason === "") {
    refuse(
      call,
      finding("USAGE", "an agent of a thread calls it with a reason; people use `snaphook thread cancel ID`"),
    );
    return MISUSE;
  }
  askForAbort(threads.files, id, reason);
  if (call.json) json(call, { aborts: id, reason });
  else call.out("The thread ends after this turn.");
  return OK;
}
