/** What a program has to look after whose parent is the launcher. */
/** Read once, when the program starts: after the launcher has ended, the parent is another process. */
const LAUNCHER = process.ppid;
const LOOK_MS = 250;
/** For an orderly end. */
const GRACE_MS = 1000;

/** The shell waits for our answer and cannot pass a signal on: when the agent has ended it, we end in an orderly way. */
export function endWithLauncher(): void {
  setInterval(() => {
    if (process.ppid !== LAUNCHER) process.exit(143);
  }, LOOK_MS).unref();
}

let isWatched = false;

/** The same for code that never returns to the event loop: a thread of its own ends the process. */
export function killWithLauncher(): void {
  if (isWatched) return;
  isWatched = true;
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const source = `setInterval(() => {
    if (process.ppid !== ${LAUNCHER}) setTimeout(() => process.kill(process.pid, "SIGKILL"), ${GRACE_MS});
  }, ${LOOK_MS});`;
  new Worker(source, { eval: true, env: {}, execArgv: [] }).on("error", () => {}).unref();
}
