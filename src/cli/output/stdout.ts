/**
 * Where commands write. `process.stdout` loads Node's network code for a pipe; nothing of it is needed to write there, or
 * to know that it is no terminal.
 */
import { fstatSync, writeSync } from "node:fs";

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

/** What cannot be written at once is left to `process.stdout`, with all that follows. */
export function writeOut(text: string): void {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0 && isPipeOrFile()) rest = rest.subarray(writeSync(1, rest));
  } catch {
    isPlain = false; // the reader is slow (EAGAIN) or gone (EPIPE)
  }
  if (rest.length === 0) return;
  const { stdout } = process;
  (Object.getPrototypeOf(stdout) as Stdout).write.call(stdout, rest); // also if its own is diverted
}

/** Hook code that prints must not mix with our own output. */
export function divertPrints(): void {
  whenUsed((stdout) => {
    stdout.write = process.stderr.write.bind(process.stderr);
  });
}

/** Prepares `process.stdout` when it is first used, which may be never. */
export function whenUsed(prepare: (stdout: Stdout) => void): void {
  const { get } = Object.getOwnPropertyDescriptor(process, "stdout")!;
  let stdout: Stdout | undefined;
  Object.defineProperty(process, "stdout", {
    configurable: true,
    enumerable: true,
    get: () => {
      if (stdout !== undefined) return stdout;
      stdout = get!.call(process) as Stdout;
      prepare(stdout);
      return stdout;
    },
  });
}
