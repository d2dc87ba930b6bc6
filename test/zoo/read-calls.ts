/** What strace saw of programs that were started and of connections, by case and step of the zoo. */
import { readFileSync } from "node:fs";

/** Arguments for strace so that its output can be read here. Only these calls stop the traced program. */
export const STRACE = ["-f", "-qq", "--seccomp-bpf", "-s", "4096", "-e", "trace=execve,execveat,connect,mkdir"];

export interface SeenCall {
  /** Of the last mark before it; empty before the first. */
  readonly name: string;
  readonly step: string;
  readonly kind: "exec" | "connect";
  /** The program, or the address. */
  readonly what: string;
  /** As strace wrote it. */
  readonly line: string;
}

export function readCalls(file: string): SeenCall[] {
  const calls: SeenCall[] = [];
  let [name, step] = ["", ""];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const mark = /mkdir\("\/zoo-mark\/([^/"]+)\/([^"]+)"/.exec(line);
    if (mark !== null) [name, step] = [mark[1]!, decodeURIComponent(mark[2]!)];
    const exec = /execve(?:at)?\((?:\w+, )?"((?:[^"\\]|\\.)*)"/.exec(line);
    const connect = /connect\(\d+(?:<[^>]*>)?, (\{.*?\}), \d+/.exec(line);
    if (exec !== null) calls.push({ name, step, kind: "exec", what: exec[1]!, line });
    if (connect !== null) calls.push({ name, step, kind: "connect", what: connect[1]!, line });
  }
  return calls;
}

export interface Known {
  /** The person's own program. */
  readonly guard: string;
  /** Where the program's own sockets are. */
  readonly state: string;
  /** What else may be started, as strace writes it. */
  readonly mayRun?: RegExp | undefined;
}

/** Whatever was started or called that is neither the program's own nor the person's. */
export function foreignCalls(calls: readonly SeenCall[], { guard, state, mayRun }: Known): string[] {
  return calls
    .filter(({ kind, what, line }) =>
      kind === "exec" ? what !== guard && !mayRun?.test(line) : !isOwnSocket(what, state),
    )
    .map(({ kind, step, line }) => `${step}: ${kind === "exec" ? "started" : "connected to"} ${line.slice(0, 300)}`);
}

/** Sockets of the program itself, and of the C library when it looks up a user's name. */
function isOwnSocket(what: string, stateFolder: string): boolean {
  const path = /sa_family=AF_UNIX, sun_path="([^"]*)"/.exec(what)?.[1];
  if (path === undefined) return false;
  return (
    path.startsWith(`${stateFolder}/`) || /^\/tmp\/snaphook-\d+-/.test(path) || /^\/(var\/)?run\/nscd\//.test(path)
  );
}
