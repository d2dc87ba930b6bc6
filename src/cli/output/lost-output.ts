/**
 * Output that cannot be written any more: its reader has closed the pipe, the terminal has gone, or the disk is full. What only
 * shows something ends then. What changes something goes on to its end without output: half a change is worse than none.
 */
import { closeSync, fstatSync, openSync } from "node:fs";
import { isatty } from "node:tty";

/** The reader or the terminal has gone, which is not a failure of the command. */
const HANGUP = "EIO";
const NO_READER = new Set(["EPIPE", HANGUP, "ENXIO", "EBADF"]);
const PROBLEMS = 1;

let lost: NodeJS.ErrnoException | undefined;
let finishing = 0;
/** Of the last change that was made: its last write may fail later. */
let ended = 0;

let isEnding = false;

export function isOutputLost(): boolean {
  return lost !== undefined && (finishing > 0 || isEnding);
}

let endUnread: (code: number) => void;
/** Resolves to the exit code if the process ends because its output is lost. */
export const unread = new Promise<number>((done) => {
  endUnread = done;
});

/** Ends the process, unless something is being finished. */
export function loseOutput(error: NodeJS.ErrnoException): void {
  lost ??= error;
  if (finishing > 0 || isEnding) return;
  isEnding = true;
  const code = codeAfter(ended);
  endUnread(code);
  // By then `bin` knows that no hook ended the process.
  setImmediate(() => process.exit(code));
}

/** Runs something that must not be left half-way. A hangup meanwhile counts when it is done. */
export async function finishUnread(work: () => Promise<number>): Promise<number> {
  const listeners = process.rawListeners("SIGHUP") as NodeJS.SignalsListener[];
  let isHungUp = false;
  const hangUp = () => {
    isHungUp = true;
    lost ??= Object.assign(new Error("the terminal has gone"), { code: HANGUP });
  };
  process.removeAllListeners("SIGHUP");
  process.on("SIGHUP", hangUp);
  finishing++;
  try {
    ended = codeAfter(await work());
    return ended;
  } finally {
    finishing--;
    process.off("SIGHUP", hangUp);
    for (const listener of listeners) process.on("SIGHUP", listener);
    if (isHungUp) process.kill(process.pid, "SIGHUP");
  }
}

/** A command that could not print its result has failed, unless no one reads it. */
function codeAfter(code: number): number {
  if (lost === undefined || NO_READER.has(lost.code ?? "")) return code;
  process.stderr.write(`snaphook: the output could not be written: ${lost.message}\n`);
  return code === 0 ? PROBLEMS : code;
}

/** Node resets terminals at its end, and aborts if one has gone. Called at the very end. */
export function leaveLostTerminal(): void {
  for (const fd of [0, 1, 2])
    try {
      if (!fstatSync(fd).isCharacterDevice() || isatty(fd)) continue;
      closeSync(fd);
      openSync("/dev/null", "r+"); // takes the lowest free number, which is this one
    } catch {
      // closed
    }
}
