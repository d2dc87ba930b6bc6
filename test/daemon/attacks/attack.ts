/** A request that is good but for one thing, and what keeps it out. */
import type { ApiErrorCode } from "../../../src/daemon/http/errors.js";

export interface Attack {
  /** `cut`: the line is closed without a word. `nobody`: nothing listens there. */
  readonly refused: ApiErrorCode | "cut" | "nobody";
  readonly line?: string;
  /** Instead of or beside the usual headers of a good request; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: string | Buffer;
  /** The bytes of all of it, instead of the above. */
  readonly raw?: string | Buffer;
  /** So many answers before the refusal are to requests that are good. */
  readonly good?: number;
  /** The daemon's port unless told. */
  readonly to?: "port" | "socket" | "oak" | { readonly host: string };
}

/** Attacks by the one defence that each of them tries. */
export type Attacks = Readonly<Record<string, Readonly<Record<string, Attack>>>>;

export const EVENT = JSON.stringify({ agent: "codex", event: "Stop", session: "attack", payload: {} });

/** For requests without a body. */
export const NO_BODY = { "content-type": null, "content-length": null } as const;

export const read = (path: string, more: Omit<Attack, "refused">, refused: Attack["refused"]): Attack => ({
  ...more,
  refused,
  line: `GET ${path}`,
  headers: { ...NO_BODY, ...more.headers },
  body: more.body ?? "",
});

/** Words that stand for what is known only when a daemon runs. */
export type Words = Readonly<Record<"PORT" | "OAK" | "CONTROL" | "HOOKS" | "ASK" | "HASH", string>>;

export function bytesOf(attack: Attack, words: Words): Buffer {
  if (attack.raw !== undefined) return filled(attack.raw, words);
  const { line = "POST /v1/events", headers = {}, body = EVENT, to } = attack;
  const content = filled(body, words);
  const usual = {
    host: to === "socket" ? "localhost" : to === "oak" ? "127.0.0.1:OAK" : "127.0.0.1:PORT",
    authorization: "Bearer CONTROL",
    "content-type": "application/json",
    "content-length": String(content.length),
    connection: "close",
  };
  const lines = Object.entries({ ...usual, ...headers }).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => `${name}: ${one}`),
  );
  const head = `${line.includes("HTTP/") ? line : `${line} HTTP/1.1`}\r\n${lines.join("\r\n")}\r\n\r\n`;
  return Buffer.concat([filled(head, words), content]);
}

function filled(bytes: string | Buffer, words: Words): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes;
  // Parts of tokens first: their names hold that of the whole.
  const parts = {
    CONTROL_HALF: words.CONTROL.slice(0, 32),
    CONTROL_NEARLY: words.CONTROL.slice(0, 63),
    CONTROL_LARGE: words.CONTROL.toUpperCase(),
    CONTROL_TURNED: words.CONTROL.slice(0, 63) + (words.CONTROL.endsWith("0") ? "1" : "0"),
    CONTROL_PACKED: Buffer.from(`snaphook:${words.CONTROL}`).toString("base64"),
    ...words,
  };
  const text = Object.entries(parts).reduce((all, [name, value]) => all.replaceAll(name, value), bytes);
  return Buffer.from(text, "latin1");
}
