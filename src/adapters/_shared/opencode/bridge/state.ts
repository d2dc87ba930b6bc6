/**
 * State shared by all copies of our plugin in one process: OpenCode loads the user's and the project's copy, and loads
 * them again for every directory.
 */

export interface Session {
  readonly id: string;
  readonly directory: string;
  /** The parent session, if it is a subagent's. */
  readonly parent?: string;
  agent?: string;
  model?: unknown;
  /** Settles with the context that hooks added at its start; read once. */
  start?: Promise<string | undefined>;
  /** A prompt was sent since the last end of a turn… */
  prompted?: boolean;
  /** …and the user or an error ended the turn. */
  brokenOff?: boolean;
  lastText?: string;
  /** The turn continues because a hook requested it. */
  continued?: boolean;
  /** Called when the continue message has arrived. */
  onContinue?: () => void;
}

export interface Call {
  readonly sessionID: string;
  readonly tool?: string;
  readonly callID?: string;
  readonly args: unknown;
  /** Added before the tool; sent to the model with its result. */
  readonly context?: string;
}

export interface Shared {
  /** What a copy has handled. OpenCode passes the same object to all copies. */
  readonly taken: WeakSet<object>;
  readonly sessions: Map<string, Session>;
  /** Running tool calls, by their ids and by the ids of their permission requests. */
  readonly calls: Map<string, Call>;
  /** Pending calls to Snaphook and turns. */
  readonly pending: Set<Promise<unknown>>;
  /** `opencode run` has reached the end of its turn and is about to exit. */
  leaving: boolean;
}

/** One for all agents of the family: a fork may also load the plugin in OpenCode's directory. */
const KEY = Symbol.for("snaphook.opencode");

export function sharedState(): Shared {
  const place = globalThis as { [KEY]?: Shared };
  place[KEY] ??= { taken: new WeakSet(), sessions: new Map(), calls: new Map(), pending: new Set(), leaving: false };
  return place[KEY];
}

/** True for the first copy that receives the object: only that one answers. */
export function take({ taken }: Shared, handed: object): boolean {
  if (taken.has(handed)) return false;
  taken.add(handed);
  return true;
}

/** Tracks a promise that has to settle before OpenCode may exit. */
export function track<T>({ pending }: Shared, work: Promise<T>): Promise<T> {
  pending.add(work);
  work.finally(() => pending.delete(work)).catch(() => {}); // the caller of the work handles its failure
  return work;
}

/** Waits until nothing is pending, including new work, or until the time limit. */
export async function settled({ pending }: Shared, limitMs?: number): Promise<void> {
  let late = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((done) => {
    if (limitMs !== undefined)
      timer = setTimeout(() => {
        late = true;
        done();
      }, limitMs);
  });
  while (pending.size > 0 && !late) await Promise.race([Promise.allSettled(pending), limit]);
  clearTimeout(timer);
}
