/** Says that long work is going on, on a terminal and only after a while; the line goes away with the work. */
const SHOWN_AFTER_MS = 2_000;

export async function withProgress<T>(what: string, work: () => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work();
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    process.stderr.write(`${what}…`);
  }, SHOWN_AFTER_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (isShown) process.stderr.write("\r\u001b[K");
  }
}

/** The store answers without waiting: timers run only between its pages. */
export function letTimersRun(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
