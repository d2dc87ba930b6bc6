/** Processes as Linux shows them: who carries a mark, who was started by whom, and what one holds open. */
import { readdirSync, readFileSync } from "node:fs";

/** A variable that reaches every process a call leads to: those with our prefix are passed on to hooks. */
export const MARK = "SNAPHOOK_TEST_MARK";

/** Those that were started with the mark and still live. */
export function markedProcesses(mark: string): number[] {
  return processes().filter((pid) => {
    if (!lives(pid)) return false;
    return read(`/proc/${pid}/environ`).split("\0").includes(`${MARK}=${mark}`);
  });
}

/** Of its program and arguments. */
export function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
}

export function childrenOf(parent: number): number[] {
  return processes().filter((pid) => Number(factsOf(pid)[1]) === parent);
}

/** Not one that only waits to be collected. */
export function lives(pid: number): boolean {
  return ![undefined, "Z", "X"].includes(factsOf(pid)[0]);
}

export function openHandles(pid: number): number {
  return list(`/proc/${pid}/fd`).length;
}

export function threadsOf(pid: number): number {
  return list(`/proc/${pid}/task`).length;
}

/** State, parent, group and so on. The name of the program, in parentheses, may hold anything. */
function factsOf(pid: number): (string | undefined)[] {
  const text = read(`/proc/${pid}/stat`);
  return text === "" ? [] : text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Every PID. */
export function processes(): number[] {
  return list("/proc").map(Number).filter(Number.isInteger);
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // gone meanwhile
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
