/** Follows the daemon's live stream until it ends, or the caller stops it. */
import { StringDecoder } from "node:string_decoder";
import { type JsonObject, parseObject } from "../core/text/json.js";
import { withResolvers } from "../core/with-resolvers.js";
import { type DaemonAddress, open, readRefusal } from "./daemon-http.js";

export interface Watching {
  /** Why it ended. `stopped`: by `stop()`. `ended`: the daemon closed the stream. `silent`: no heartbeat. */
  readonly over: Promise<{
    readonly why: "stopped" | "ended" | "down" | "refused" | "silent";
    readonly message?: string;
  }>;
  stop(): void;
}

/** The daemon sends a heartbeat every ten seconds. */
const SILENT_MS = 30_000;
const CONNECT_MS = 2_000;
const LINE_LIMIT = 32 * 1024 * 1024;

export interface WatchOptions {
  readonly silentMs?: number;
  /** A user reads the lines and can answer questions. */
  readonly canAnswer?: boolean;
  /** No lines about single hooks, which are made while an agent waits. */
  readonly withoutHooks?: boolean;
  /** Another stream of the daemon. */
  readonly path?: string;
}

export function watchDaemon(
  address: DaemonAddress,
  onLine: (line: JsonObject) => void,
  { silentMs = SILENT_MS, canAnswer = false, withoutHooks = false, path = "/v1/stream" }: WatchOptions = {},
): Watching {
  const { promise: over, resolve: settle } = withResolvers<Awaited<Watching["over"]>>();
  const query = [...(canAnswer ? ["answers=true"] : []), ...(withoutHooks ? ["hooks=false"] : [])].join("&");
  const sent = open(address, { path: query === "" ? path : `${path}?${query}` }, "application/x-ndjson");
  if (typeof sent === "string") {
    settle({ why: "down", message: sent });
    return { over, stop() {} };
  }
  const end = (result: Awaited<Watching["over"]>) => {
    clearTimeout(timer);
    settle(result);
    sent.destroy();
  };
  const later = (ms: number) => setTimeout(() => end({ why: "silent" }), ms);
  let timer = later(Math.min(CONNECT_MS, silentMs));
  sent.on("error", ({ message }) => end({ why: "down", message }));
  sent.on("response", (response) => {
    if (response.statusCode !== 200) return end(refusalOf(response.statusCode ?? 0));
    const take = lineReader(onLine);
    response.on("data", (part: Buffer) => {
      clearTimeout(timer);
      timer = later(silentMs);
      if (!take(part)) end({ why: "ended", message: "a line is not terminated" });
    });
    response.on("error", () => end({ why: "ended" })).on("close", () => end({ why: "ended" }));
  });
  sent.end();
  return { over, stop: () => end({ why: "stopped" }) };
}

function refusalOf(status: number): Awaited<Watching["over"]> {
  const refused = readRefusal(status, {});
  return { why: "refused", message: `status ${refused.kind === "refused" ? refused.status : status}` };
}

/** Skips heartbeats and unknown lines. False if a line exceeds the limit. */
function lineReader(onLine: (line: JsonObject) => void): (part: Buffer) => boolean {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  return (part) => {
    const lines = (rest + decoder.write(part)).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      const line = parseObject(text);
      if (line !== undefined && line["kind"] !== "heartbeat") onLine(line);
    }
    return rest.length <= LINE_LIMIT;
  };
}
