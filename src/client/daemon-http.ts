/**
 * Connects commands to the daemon: HTTP over the socket in its private directory, with the control token. Never throws;
 * a daemon that is missing, too slow or not ours is a value.
 */
import { readFileSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { dirname } from "node:path";
import { type JsonObject, parseObject } from "../core/text/json.js";
import { isOnlyOurs } from "../runtime/platform/daemon-paths.js";

export interface DaemonAddress {
  readonly socket: string;
  /** JSON with the fields `hooks` and `control`. */
  readonly tokenFile: string;
}

export interface DaemonRequest {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: JsonObject;
  readonly timeoutMs?: number;
  /** Default: `control`. */
  readonly token?: "hooks" | "control";
}

/** `down`: no answer in time. `refused`: the daemon refused, with the reason. `strange`: another program answered. */
export type DaemonReply =
  | { readonly kind: "ok"; readonly body: JsonObject }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly hint: string;
    }
  | { readonly kind: "down" | "strange"; readonly message: string };

/** For a daemon on a busy machine, which also has to load its routes for the first request. */
const TIMEOUT_MS = 5_000;
const ANSWER_LIMIT = 64 * 1024 * 1024;

export function askDaemon(address: DaemonAddress, wanted: DaemonRequest): Promise<DaemonReply> {
  return new Promise((done) => {
    const sent = open(address, wanted, "application/json");
    if (typeof sent === "string") return done({ kind: "down", message: sent });
    const timer = setTimeout(() => end({ kind: "down", message: "no answer in time" }), wanted.timeoutMs ?? TIMEOUT_MS);
    const end = (reply: DaemonReply) => {
      clearTimeout(timer);
      sent.destroy();
      done(reply);
    };
    sent.on("error", ({ message }) => end({ kind: "down", message }));
    sent.on("response", async (response) => end(await readReply(response)));
    sent.end(wanted.body === undefined ? undefined : JSON.stringify(wanted.body));
  });
}

/** The request before it is sent; or why there is none. */
export function open(address: DaemonAddress, wanted: DaemonRequest, accept: string): ClientRequest | string {
  if (!isOnlyOurs(dirname(address.socket))) return "no daemon of yours is running";
  const token = readToken(address.tokenFile, wanted.token ?? "control");
  if (token === undefined) return "there is no token to read: the daemon has not run yet";
  const { method = "GET", path, query = {}, body } = wanted;
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return request({
    socketPath: address.socket,
    agent: false, // the other end may close a kept connection just as it is reused
    method,
    path: given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`,
    headers: {
      host: "localhost",
      accept,
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
  });
}

async function readReply(response: IncomingMessage): Promise<DaemonReply> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > ANSWER_LIMIT) return { kind: "strange", message: "the response is not terminated" };
      parts.push(part);
    }
  } catch {
    return { kind: "down", message: "the daemon ended while it answered" };
  }
  const body = parseObject(Buffer.concat(parts).toString("utf8"));
  if (body === undefined) return { kind: "strange", message: "the response is not a JSON object" };
  return response.statusCode === 200 ? { kind: "ok", body } : readRefusal(response.statusCode ?? 0, body);
}

export function readRefusal(status: number, { error }: JsonObject): DaemonReply {
  const { code, message, hint } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return {
    kind: "refused",
    status,
    code: String(code ?? ""),
    message: String(message ?? ""),
    hint: String(hint ?? ""),
  };
}

function readToken(file: string, kind: "hooks" | "control"): string | undefined {
  try {
    const token = parseObject(readFileSync(file, "utf8"))?.[kind];
    return typeof token === "string" && token !== "" ? token : undefined;
  } catch {
    return undefined; // does not exist yet, or not ours to read
  }
}
