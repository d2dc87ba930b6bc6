/** One promise of a contract, for any test framework: passes unless it rejects. */
export interface ContractCase {
  /** Title for the test. */
  readonly name: string;
  /** Rejects if the promise is not kept. */
  run(): Promise<void>;
}

/** Fails instead of waiting forever. */
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
