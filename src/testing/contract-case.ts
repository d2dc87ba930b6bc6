/** One promise of a contract, as a test of any framework can run it: it passes unless it rejects. */
export interface ContractCase {
  /** Title for the test. */
  readonly name: string;
  /** Rejects if the promise is not kept. */
  run(): Promise<void>;
}

/** Fails instead of waiting for something that was promised to end. */
export async function settlesWithin<T>(ms: number, what: string, work: T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not settle within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
