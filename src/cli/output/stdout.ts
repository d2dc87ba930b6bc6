/**
 * Where commands write. `process.stdout` loads Node's network code for a pipe; nothing of it is needed to write there, or
 * to know that it is no terminal.
 */
import { fstatSync, writeSync } from "node:fs";
import { isOutputLost, loseOutput } from "./lost-output.js";

type Stdout = typeof process.stdout;

let isPlain: boolean | undefined;

/** Until a write fails. On Windows only the event loop writes to pipes. */
function isPipeOrFile(): boolean {
  isPlain ??= process.platform !== "win32" && !isDevice();
  return isPlain;
}

function isDevice(): boolean {
  try {
    return fstatSync(1).isCharacterDevice();
  } catch {
    return true; // closed: left to `process.stdout`
  }
}

export type Output = Pick<NodeJS.WriteStream, "isTTY" | "columns">;

const NO_TERMINAL = { isTTY: false, columns: 0 };

export function ownOutput(): Output {
  return isPipeOrFile() ? NO_TERMINAL : process.stdout;
}

export function isTerminal(): boolean {
  return ownOutput().isTTY === true;
}

/** What cannot be written at once is left to `process.stdout`, with all that follows. Never throws. */
export function writeOut(text: string): void {
  if (isOutputLost()) return;
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0 && isPipeOrFile()) rest = rest.subarray(writeSync(1, rest));
  } catch {
    isPlain = false; // the reader is slow (EAGAIN) or gone (EPIPE)
  }
  if (rest.length === 0) return;
  const { stdout } = process;
  try {
    (Object.getPrototypeOf(stdout) as Stdout).write.call(stdout, rest); // also if its own is diverted
  } catch (error) {
    loseOutput(error as NodeJS.ErrnoException); // a file on a full disk
  }
}

export function writeError(text: string): void {
  if (!isOutputLost()) process.stderr.write(text);
}

/** Hook code that prints must not mix with our own output. */
export function divertPrints(): void {
  whenUsed("stdout", (stdout) => {
    stdout.write = process.stderr.write.bind(process.stderr);
  });
}

/** Prepares a stream of the process when it is first used, which may be never. */
export function whenUsed(name: "stdout" | "stderr", prepare: (stream: Stdout) => void): void {
  const { get } = Object.getOwnPropertyDescriptor(process, name)!;
  let stream: Stdout | undefined;
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get: () => {
      if (stream !== undefined) return stream;
      stream = get!.call(process) as Stdout;
      prepare(stream);
      return stream;
    },
  });
}
