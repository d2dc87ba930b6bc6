/**
 * What the launcher and the daemon say to each other, small enough for a shell to speak.
 *
 * The launcher sends one head: a line `snaphook PROTOCOL VERSION TOKEN AGENT EVENT`, then texts that each end with a NUL: the
 * working folder, `NAME=VALUE` for every variable, and an empty one. The daemon answers `accepted MS EXIT OUT ERR`
 * with what to print should it die, or `declined WHY`. Only after `accepted` is the payload sent, and nobody else runs a
 * hook for it then. A shell cannot close one half of a line, so the payload ends when it is a whole JSON object, or when
 * nothing comes any more. Until then the daemon sends an empty line for each piece. The answer is `answer EXIT OUT ERR`. OUT and ERR are numbers of bytes that follow: for stdout, then for stderr.
 */
import type { NativeAnswer } from "../adapters/contract.js";
import { isWholeJson, mayComplete } from "../runtime/platform/whole-json.js";

export const PROTOCOL = 1;

export interface Head {
  readonly protocol: number;
  readonly version: string;
  readonly token: string;
  readonly agent: string;
  readonly event: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A head is a few kilobytes of variables. */
export const HEAD_LIMIT = 256 * 1024;

/** Undefined while it is not complete. */
export function readHead(bytes: Buffer): { readonly head: Head; readonly rest: Buffer } | "malformed" | undefined {
  const line = bytes.indexOf(10);
  if (line === -1) return bytes.length > HEAD_LIMIT ? "malformed" : undefined;
  const words = bytes.subarray(0, line).toString("utf8").split(" ");
  const [name, protocol, version, token, agent, event, ...more] = words;
  if (name !== "snaphook" || event === undefined || event === "" || more.length > 0) return "malformed";
  // The folder comes first and is never empty, so the first empty text is the end.
  const close = bytes.indexOf("\0\0", line);
  if (close === -1) return bytes.length > HEAD_LIMIT ? "malformed" : undefined;
  const [cwd = "", ...variables] = bytes
    .subarray(line + 1, close)
    .toString("utf8")
    .split("\0");
  return {
    head: {
      protocol: Number(protocol),
      version: version!,
      token: token!,
      agent: agent!,
      event,
      cwd,
      environment: Object.fromEntries(variables.flatMap(readVariable)),
    },
    rest: bytes.subarray(close + 2),
  };
}

function readVariable(text: string): [string, string][] {
  const equals = text.indexOf("=");
  return equals < 1 ? [] : [[text.slice(0, equals), text.slice(equals + 1)]];
}

export function accepted(deadlineMs: number, ifWeDie: NativeAnswer): Buffer {
  return frame(`accepted ${Math.max(1, Math.round(deadlineMs))}`, ifWeDie);
}

export function declined(why: string): Buffer {
  return Buffer.from(`declined ${why.replaceAll("\n", " ")}\n`);
}

export function answerFrame(answer: NativeAnswer): Buffer {
  return frame("answer", answer);
}

function frame(head: string, { exitCode, stdout, stderr = "" }: NativeAnswer): Buffer {
  const [out, err] = [Buffer.from(stdout), Buffer.from(stderr)];
  return Buffer.concat([Buffer.from(`${head} ${exitCode} ${out.length} ${err.length}\n`), out, err]);
}

/** Collects a payload and says when it is whole. */
export class PayloadReader {
  readonly #limit: number;
  readonly #bytes: Buffer[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Undefined while more has to come; "too large" when it must not. */
  add(chunk: Buffer): { readonly text: string } | "too large" | undefined {
    this.#bytes.push(chunk);
    this.#size += chunk.length;
    if (this.#size > this.#limit) return "too large";
    if (!mayComplete(chunk)) return undefined;
    const text = Buffer.concat(this.#bytes).toString("utf8");
    return isWholeJson(text) ? { text } : undefined;
  }
}
