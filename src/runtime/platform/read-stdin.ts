/**
 * Reads one JSON value from stdin. Some agents never close the pipe and send no newline (IN-15), so reading ends with
 * the first complete value, at the end of input, or after a quiet interval. Limited in size and time.
 * Uses the event loop, never a blocking read: a thread blocked in one keeps the process from exiting.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

export const PAYLOAD_LIMIT = 10_000_000;
const QUIET_MS = 2000;

export type StdinProblem = "empty" | "too-large" | "unreadable";

export function readStdin(limit = PAYLOAD_LIMIT): Promise<{ text: string } | { problem: StdinProblem }> {
  const waiting = readWaiting(limit);
  const before = Buffer.concat(waiting.chunks);
  if (before.length > limit) return Promise.resolve({ problem: "too-large" });
  if (waiting.ended && before.length === 0) return Promise.resolve({ problem: "empty" });
  if (waiting.ended || (mayComplete(before) && isWholeJson(before.toString("utf8"))))
    return Promise.resolve({ text: before.toString("utf8") });
  return new Promise((done) => {
    const { stdin } = process;
    const chunks: Buffer[] = [before];
    let size = before.length;
    const text = () => Buffer.concat(chunks).toString("utf8");
    const finish = (outcome: { text: string } | { problem: StdinProblem }) => {
      clearTimeout(timer);
      stdin.off("data", onData).off("end", finishWithText).pause();
      done(outcome);
    };
    const finishWithText = () => finish(size === 0 ? { problem: "empty" } : { text: text() });
    const onData = (chunk: Buffer) => {
      timer.refresh();
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) finish({ problem: "too-large" });
      else if (mayComplete(chunk) && isWholeJson(text())) finishWithText();
    };
    const timer = setTimeout(finishWithText, QUIET_MS);
    stdin.on("data", onData).once("end", finishWithText);
    stdin.on("error", () => finish({ problem: "unreadable" })); // stays: an error may come after the answer
  });
}

/**
 * Reads what the agent has already written into the pipe, usually everything. `process.stdin` would load Node's network
 * code. Only on Linux can a second file descriptor of the pipe be non-blocking on its own.
 */
function readWaiting(limit: number): { readonly chunks: readonly Buffer[]; readonly ended: boolean } {
  const chunks: Buffer[] = [];
  let handle: number | undefined;
  try {
    if (process.platform !== "linux" || !fstatSync(0).isFIFO()) return { chunks, ended: false };
    handle = openSync("/proc/self/fd/0", constants.O_RDONLY | constants.O_NONBLOCK);
    for (let size = 0; size <= limit; size += chunks.at(-1)!.length) {
      const chunk = Buffer.allocUnsafe(65_536);
      const length = readSync(handle, chunk);
      if (length === 0) return { chunks, ended: true };
      chunks.push(chunk.subarray(0, length));
    }
  } catch {
    // Nothing more is there yet (EAGAIN), or the pipe is another user's: the stream reads the rest.
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
  return { chunks, ended: false };
}

/** True if the bytes so far are one complete JSON value, for readers that cannot wait for the end of a stream. */

/** Only a chunk that ends like an object is worth parsing. */
export function mayComplete(chunk: Buffer): boolean {
  let last = chunk.length - 1;
  while (last >= 0 && chunk[last]! <= 0x20) last--;
  return chunk[last] === 0x7d;
}

export function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // incomplete
  }
}
