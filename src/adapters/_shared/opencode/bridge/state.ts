/**
 * What all copies of our plugin in one process share: OpenCode loads the person's and the project's copy, and loads
 * them again for every folder and whenever a folder is opened anew.
 */

export interface Session {
  readonly id: string;
  readonly directory: string;
  /** The session that started it, when it is that of a subagent. */
  readonly parent?: string;
  agent?: string;
  model?: unknown;
  /** Settles with the context that hooks gave at its start; read once. */
  start?: Promise<string | undefined>;
  /** A prompt was sent since the last end of a turn… */
  prompted?: boolean;
  /** …and the person or an error ended the turn. */
  brokenOff?: boolean;
  lastText?: string;
  /** The turn goes on because a hook wanted it to. */
  continued?: boolean;
  /** Called when the message that makes it go on has arrived. */
  onContinue?: () => void;
}

export interface Call {
  readonly sessionID: string;
  readonly tool?: string;
  readonly callID?: string;
  readonly args: unknown;
  /** Given before the tool; goes to the model with its result. */
  readonly context?: string;
}

export interface Shared {
  /** What a copy has taken up. OpenCode hands all copies the same object. */
  readonly taken: WeakSet<object>;
  readonly sessions: Map<string, Session>;
  /** Tool calls that have not ended, by their ids and by the ids of the permissions asked for them. */
  readonly calls: Map<string, Call>;
  /** Questions to Snaphook and turns that are not over yet. */
  readonly pending: Set<Promise<unknown>>;
  /** `opencode run` has seen the end of its turn and is about to leave. */
  leaving: boolean;
}

/** One for all agents of the family: a fork may also load the plugin that was put into OpenCode's folder. */
const KEY = Symbol.for("snaphook.opencode");

export function sharedState(): Shared {
  const place = globalThis as { [KEY]?: Shared };
  place[KEY] ??= { taken: new WeakSet(), sessions: new Map(), calls: new Map(), pending: new Set(), leaving: false };
  return place[KEY];
}

/** Whether this is the first copy that is handed the object: only that one answers. */
export function take({ taken }: Shared, handed: object): boolean {
  if (taken.has(handed)) return false;
  taken.add(handed);
  return true;
}

/** Keeps a promise among those that have to settle before OpenCode may leave. */
export function track<T>({ pending }: Shared, work: Promise<T>): Promise<T> {
  pending.add(work);
  work.finally(() => pending.delete(work)).catch(() => {}); // whoever asked for the work hears of its failure
  return work;
}

/** Waits until nothing is pending, new work included, or the time is up. */
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
