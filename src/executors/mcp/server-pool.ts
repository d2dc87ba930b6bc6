/** Connections to MCP servers that calls share. Loads no MCP library: who opens a connection does. */
import type { Failure } from "../../core/decision/failure.js";
import type { JsonObject } from "../../core/text/json.js";

export interface ToolReply {
  readonly text: string;
  readonly isError: boolean;
  /** It has content, and none of it is text. */
  readonly isUnread: boolean;
}

export interface ServerConnection {
  /** False if it has ended, or did not answer a call. */
  readonly isUsable: boolean;
  readonly stderr: string;
  callTool(tool: string, input: JsonObject, signal: AbortSignal): Promise<ToolReply | { readonly failure: Failure }>;
  close(): void;
}

/** `signal` is aborted if no caller waits for it any more. */
export type OpenServer = (signal: AbortSignal) => Promise<ServerConnection | { readonly failure: Failure }>;

interface Entry {
  readonly opened: ReturnType<OpenServer>;
  readonly giveUp: AbortController;
  connection: ServerConnection | undefined;
  waiting: number;
  busy: number;
  idle: NodeJS.Timeout | undefined;
}

const IDLE_MS = 10 * 60_000;
const MOST = 16;

export class ServerPool {
  readonly #entries = new Map<string, Entry>();

  /** Calls `use` with the connection of this key, opened if there is none. Equal keys mean equal servers. */
  async use<T>(
    key: string,
    open: OpenServer,
    signal: AbortSignal,
    use: (connection: ServerConnection) => Promise<T>,
  ): Promise<T | { readonly failure: Failure }> {
    const entry = this.#entryOf(key, open);
    const connection = await this.#whenOpen(key, entry, signal);
    if ("failure" in connection) return connection;
    entry.busy++;
    clearTimeout(entry.idle);
    try {
      return await use(connection);
    } finally {
      entry.busy--;
      if (!connection.isUsable || this.#entries.get(key) !== entry) this.#drop(key, entry);
      else if (entry.busy === 0) {
        entry.idle = setTimeout(() => this.#drop(key, entry), IDLE_MS);
        entry.idle.unref();
      }
    }
  }

  close(): void {
    for (const [key, entry] of this.#entries) {
      entry.giveUp.abort("aborted");
      this.#entries.delete(key);
      clearTimeout(entry.idle);
      entry.connection?.close();
    }
  }

  #entryOf(key: string, open: OpenServer): Entry {
    const known = this.#entries.get(key);
    if (known !== undefined && known.connection?.isUsable !== false) {
      this.#entries.delete(key); // the last one is the newest
      this.#entries.set(key, known);
      return known;
    }
    if (known !== undefined) this.#drop(key, known);
    const giveUp = new AbortController();
    const entry: Entry = {
      opened: open(giveUp.signal),
      giveUp,
      connection: undefined,
      waiting: 0,
      busy: 0,
      idle: undefined,
    };
    this.#entries.set(key, entry);
    for (const [oldKey, old] of this.#entries) {
      if (this.#entries.size <= MOST) break;
      if (old.busy === 0 && old.waiting === 0 && old !== entry) this.#drop(oldKey, old);
    }
    return entry;
  }

  async #whenOpen(key: string, entry: Entry, signal: AbortSignal) {
    entry.waiting++;
    const opened = await orAborted(entry.opened, signal);
    entry.waiting--;
    if (opened !== undefined && !("failure" in opened)) {
      entry.connection = opened;
      return opened;
    }
    if (opened !== undefined || entry.waiting === 0) this.#drop(key, entry);
    return opened ?? { failure: { cause: "aborted", message: "its server was not ready in time" } as const };
  }

  /** Others may still use it: the last one closes it. */
  #drop(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
    clearTimeout(entry.idle);
    if (entry.busy > 0 || entry.waiting > 0) return;
    entry.giveUp.abort("aborted");
    entry.connection?.close();
  }
}

/** Undefined if the caller gives up first. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((done) => {
    const onAbort = () => done(undefined);
    signal.addEventListener("abort", onAbort, { once: true });
    void promise.then((value) => {
      signal.removeEventListener("abort", onAbort);
      done(value);
    });
  });
}
