/**
 * Reads one JSON value from stdin. Some agents never close the pipe and send no newline (IN-15), so reading ends with
 * the first complete value, at the end of input, or after a quiet interval. Limited in size and time.
 * Uses the event loop, never a blocking read: a thread blocked in one keeps the process from exiting.
 */

export const PAYLOAD_LIMIT = 10_000_000;
const QUIET_MS = 2000;

export type StdinProblem = "empty" | "too-large" | "unreadable";

export function readStdin(limit = PAYLOAD_LIMIT): Promise<{ text: string } | { problem: StdinProblem }> {
  return new Promise((done) => {
    const { stdin } = process;
    const chunks: Buffer[] = [];
    let size = 0;
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
