/** A promise and how to settle it; `Promise.withResolvers` needs Node 22. */
export function withResolvers<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
