/**
 * Reads one JSON value from stdin. Some agents never close the pipe and send no newline (IN-15), so reading ends
 * with the first complete value, at the end of input, or after a quiet moment. Limited in size and time.
 */
import { read } from "node:fs";

export const PAYLOAD_LIMIT = 10_000_000;
const QUIET_MS = 2000;

export type StdinProblem = "empty" | "too-large" | "unreadable";

export function readStdin(limit = PAYLOAD_LIMIT): Promise<{ text: string } | { problem: StdinProblem }> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let timer: NodeJS.Timeout | undefined;
    const text = () => Buffer.concat(chunks).toString("utf8");
    const finish = (outcome: { text: string } | { problem: StdinProblem }) => {
      clearTimeout(timer);
      done(outcome);
    };
    const finishWithText = () => finish(size === 0 ? { problem: "empty" } : { text: text() });
    const next = () => {
      const buffer = Buffer.allocUnsafe(65_536);
      clearTimeout(timer);
      timer = setTimeout(finishWithText, QUIET_MS);
      read(0, buffer, 0, buffer.length, null, (error, count) => {
        if (error?.code === "EAGAIN") return void setTimeout(next, 5);
        if (error?.code === "EOF" || (error === null && count === 0)) return finishWithText();
        if (error !== null) return finish({ problem: "unreadable" });
        size += count;
        chunks.push(buffer.subarray(0, count));
        if (size > limit) return finish({ problem: "too-large" });
        if (looksComplete(buffer, count) && parses(text())) return finishWithText();
        next();
      });
    };
    next();
  });
}

/** Only a chunk that ends like an object is worth trying to parse. */
function looksComplete(buffer: Buffer, count: number): boolean {
  let last = count - 1;
  while (last >= 0 && buffer[last]! <= 0x20) last--;
  return last >= 0 && buffer[last] === 0x7d;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // not complete yet
  }
}
