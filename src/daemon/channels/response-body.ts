/**
 * The body of a response, part by part, until the signal ends it. The signal that `fetch` was given is not enough: Node 20 no longer
 * follows it once it has collected the request as garbage, and a body that stalls would be waited for without end.
 */
export async function* responseBody(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const body = response.body?.getReader();
  const cancel = () => void body?.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    signal.throwIfAborted();
    for (let read = await body?.read(); read !== undefined && !read.done; read = await body?.read()) yield read.value;
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}
