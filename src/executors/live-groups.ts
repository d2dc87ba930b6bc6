/** The process groups that hooks run in: nothing that a hook starts outlives the process that waits for it. */

/** Of every engine in this process. */
const running = new Set<number>();
let watcher: ((pid: number, runs: boolean) => void) | undefined;
let endsWithUs = false;

/** The groups of one engine that are still alive. */
export class LiveGroups {
  readonly #own = new Set<number>();

  add(pid: number): void {
    if (!endsWithUs) {
      endsWithUs = true;
      process.once("exit", () => {
        for (const one of running) signalGroup(one, "SIGKILL");
      });
    }
    this.#own.add(pid);
    running.add(pid);
    watcher?.(pid, true);
  }

  delete(pid: number): void {
    if (!this.#own.delete(pid)) return;
    running.delete(pid);
    watcher?.(pid, false);
  }

  /** At once. */
  killAll(): void {
    for (const pid of [...this.#own]) {
      signalGroup(pid, "SIGKILL");
      this.delete(pid);
    }
  }
}

/** For somebody who sees to it that they end even when this process is killed. Told of those that run already. */
export function watchGroups(onChange: (pid: number, runs: boolean) => void): void {
  watcher = onChange;
  for (const pid of running) onChange(pid, true);
}

export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // The group has ended by itself.
  }
}
