/**
 * A shell at the other end of a pipe. If this process is killed, the pipe closes, and the shell kills the running hooks:
 * no child outlives it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { watchGroups } from "./process-group.js";

const SCRIPT = `trap '' INT TERM HUP QUIT
live=' '
while read -r what pid; do
  case $what in
    runs) live="$live$pid " ;;
    over) case $live in *" $pid "*) live="\${live%% $pid *} \${live#* $pid }" ;; esac ;;
  esac
done
for pid in $live; do kill -9 -"$pid"; done`;

export interface Reaper {
  close(): void;
}

export function startReaper(): Reaper {
  const running = new Set<number>();
  let shell: ChildProcess | undefined;
  let closed = false;
  const say = (what: "runs" | "over", pid: number) => void shell?.stdin?.write(`${what} ${pid}\n`);
  const start = () => {
    const child = spawn("/bin/sh", ["-c", SCRIPT], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
      cwd: "/",
      env: {},
    });
    const over = () => {
      if (shell === child) shell = undefined;
    };
    // There is no pipe if no file descriptor was free.
    child.stdin?.on("error", () => {}); // it was killed; the next hook gets another
    child.on("error", over);
    child.once("exit", over);
    child.unref();
    (child.stdin as unknown as { unref?(): void } | undefined)?.unref?.();
    shell = child;
    for (const pid of running) say("runs", pid);
  };
  start(); // before the first hook: a process killed while it starts both would leave the hook behind
  watchGroups((pid, runs) => {
    if (closed) return;
    if (runs) running.add(pid);
    else running.delete(pid);
    if (runs && shell === undefined) start();
    else say(runs ? "runs" : "over", pid);
  });
  return {
    close() {
      closed = true;
      shell?.stdin?.end();
    },
  };
}
