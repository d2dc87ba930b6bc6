/** The threads of this installation, and the one that people mean by the beginning of its id. */
import { finding } from "../../core/errors.js";
import { Threads } from "../../runtime/threads/threads.js";
import type { Thread } from "../../threads/types.js";
import type { Call } from "../command.js";
import { oneLine, refuse } from "../output/print.js";

export function threadsOf({ places, environment, cwd, program }: Call): Threads {
  return new Threads({ paths: places, environment, cwd, program });
}

/** Undefined if it was refused. */
export async function findThread(call: Call, threads: Threads, args: readonly string[]): Promise<Thread | undefined> {
  const [start, ...more] = args;
  if (start === undefined || start === "" || more.length > 0) {
    refuse(call, finding("USAGE", "give the id of a thread, or its beginning; `snaphook thread list` shows them"));
    return undefined;
  }
  const [id, ...others] = threads.files.idsLike(start);
  if (others.length > 0) {
    refuse(
      call,
      finding("USAGE", `"${oneLine(start)}" matches several threads: ${[id, ...others].slice(0, 5).join(", ")}`),
    );
    return undefined;
  }
  const thread = id === undefined ? undefined : await threads.files.load(id);
  if (thread !== undefined) return thread;
  const problem =
    id === undefined
      ? `no thread begins with "${oneLine(start)}"`
      : `the record of ${id} is damaged and cannot be read`;
  refuse(call, finding("THREAD_NOT_FOUND", problem));
  return undefined;
}
