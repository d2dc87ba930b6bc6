/** Follows an ntfy topic: one JSON object per line, for as long as it is open. After a break it continues where it was. */
import { joinSignals } from "../../../core/join-signals.js";
import { isRecord } from "../../../core/text/json.js";
import { ChannelProblem, problemOf } from "../contract.js";
import { responseBody } from "../response-body.js";

export interface FollowOptions {
  /** `since`: an id, or a duration. */
  address(since: string): string;
  /** Throws a `ChannelProblem`. */
  headers(): Record<string, string>;
  /** Each message once. */
  onLine(line: unknown): void;
  /** Undefined: the stream is open. */
  onState(problem: ChannelProblem | undefined): void;
}

/** Servers keep messages for as long: answers that came while no daemon ran count. Used tickets among them are refused. */
const AT_START = "12h";
/** Servers send a line at least every 45 seconds. */
const SILENT_MS = 120_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
const LONGEST_LINE = 64_000;
const KNOWN_IDS = 1_000;

/** Returns a function that ends it. */
export function followLines({ address, headers, onLine, onState }: FollowOptions): () => void {
  const ended = new AbortController();
  const seen = new Set<string>();
  let since = AT_START;
  let failures = 0;

  const take = (text: string) => {
    const line = parsed(text);
    if (!isRecord(line)) return;
    const { id } = line;
    if (typeof id !== "string" || seen.has(id)) return;
    seen.add(id);
    if (seen.size > KNOWN_IDS) seen.delete(seen.values().next().value!);
    if (line["event"] === "message") since = id;
    onLine(line);
  };

  const follow = async () => {
    const over = joinSignals(ended.signal);
    const isSilent = () => over.abort("the server is silent");
    let timer = setTimeout(isSilent, SILENT_MS);
    try {
      const response = await fetch(address(since), { headers: headers(), redirect: "error", signal: over.signal });
      if (!response.ok) throw statusProblem(response.status);
      failures = 0;
      onState(undefined);
      let rest = "";
      const decoder = new TextDecoder();
      for await (const part of responseBody(response, over.signal)) {
        clearTimeout(timer);
        timer = setTimeout(isSilent, SILENT_MS);
        const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
        rest = lines.pop()!;
        if (rest.length > LONGEST_LINE) rest = ""; // not a message of ours
        for (const line of lines) take(line);
      }
      throw new ChannelProblem("the stream of answers was closed");
    } finally {
      clearTimeout(timer);
      over.end();
    }
  };

  void (async () => {
    while (!ended.signal.aborted) {
      try {
        await follow();
      } catch (error) {
        if (ended.signal.aborted) return;
        // One break is usual; the next attempt follows soon.
        if (failures > 0) onState(problemOf(error));
      }
      await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++), ended.signal);
    }
  })();
  return () => ended.abort();
}

function statusProblem(status: number): ChannelProblem {
  const isLasting = status === 401 || status === 403 || status === 404;
  return new ChannelProblem(`ntfy answered ${status} to the subscription`, isLasting ? { isLasting } : {});
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
