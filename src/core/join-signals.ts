/**
 * One signal that follows several. Unlike that of `AbortSignal.any`, it is kept alive by what it follows: with a timeout
 * among them Node 20 collects that one while a request waits, and the limit never comes.
 */
export interface JoinedSignal {
  readonly signal: AbortSignal;
  abort(reason: string): void;
  /** Must be called when the work is done: signals that last longer would keep it. */
  end(): void;
}

export function joinSignals(...followed: readonly (AbortSignal | undefined)[]): JoinedSignal {
  const own = new AbortController();
  const undo = followed.map((signal) => {
    const follow = () => own.abort(signal?.reason);
    if (signal?.aborted) follow();
    signal?.addEventListener("abort", follow, { once: true });
    return () => signal?.removeEventListener("abort", follow);
  });
  return {
    signal: own.signal,
    abort: (reason) => own.abort(reason),
    end: () => {
      for (const each of undo) each();
    },
  };
}
