/**
 * The protocol between a client and the daemon for one call, simple enough for a script.
 *
 * Every client message is a line whose last word is the number of bytes that follow it:
 *   `snaphook PROTOCOL VERSION AGENT EVENT PLACE ACK N`  NUL-terminated strings: the working directory, `NAME=VALUE` …
 *              After the directory may come `=SECONDS`: how long the agent waits where it can block a tool call, as
 *              `install` wrote it into the agent's config; and `=@PID`: the client. No variable has these forms.
 *              PLACE: `DEVICE:INODE` of the directory, so that both sides mean the same one.
 *              ACK: how the client confirms that the daemon owns the call: `go`, or `shut` (see below)
 *   `piece N`  bytes of the payload; complete when it is one JSON object, or with
 *   `end 0`    the end of the payload
 *   `more N`   `NAME=VALUE` strings that the daemon requested
 *   `go 0`     the daemon owns the call from now on; not sent by a client whose ACK is `shut`
 * The daemon sends one of
 *   `declined WHY`                  the client answers without the daemon
 *   `more NAMES`                    a hook requests more variables; `*` means all
 *   `accepted MS EXIT OUT ERR`      the time limit, and the fallback answer if the daemon dies; OUT and ERR are the
 *                                   numbers of bytes that follow, for stdout and stderr. Repeated with a better fallback.
 *   `answer EXIT OUT ERR`           the final answer. Follows `accepted` at once (for `shut`, in the same write) if no hook
 *                                   can change it; hooks that only observe run after that.
 * No hook runs before `go`, and no client runs one after it: each call is answered exactly once, even if one side dies.
 * That costs a round trip, which Linux can save: a client whose ACK is `shut` closes its reading side before it answers
 * itself, and checks whether `accepted` arrived before that. The daemon runs no hook unless it could send `accepted`, so
 * only one side answers.
 */
import type { NativeAnswer } from "../adapters/contract.js";

export { placeOf } from "../adapters/_shared/bridge/call-daemon.js";

export interface Head {
  readonly protocol: number;
  readonly version: string;
  readonly agent: string;
  readonly event: string;
  readonly cwd: string;
  readonly place: string;
  /** How the client confirms that the daemon owns the call. */
  readonly ack: "go" | "shut";
  readonly environment: Readonly<Record<string, string>>;
  /** How long the agent waits for people, as wired; undefined: its usual timeout. */
  readonly holdMs?: number;
  /** The client's process, as it says. */
  readonly pid?: number;
}

export interface Message {
  readonly words: readonly string[];
  readonly body: Buffer;
}

const LINE_LIMIT = 4096;
/** A payload piece is at most 64 KB; variables are a few kilobytes, and systems allow some megabytes. */
const BODY_LIMIT = 4 * 1024 * 1024;

/** Undefined while it is incomplete. */
export function readMessage(
  bytes: Buffer,
): { readonly message: Message; readonly rest: Buffer } | "malformed" | undefined {
  const end = bytes.indexOf(10);
  if (end === -1) return bytes.length > LINE_LIMIT ? "malformed" : undefined;
  if (end > LINE_LIMIT) return "malformed";
  const words = bytes.subarray(0, end).toString("utf8").split(" ");
  const size = wholeNumber(words.pop());
  if (size === undefined || size > BODY_LIMIT) return "malformed";
  const start = end + 1;
  if (bytes.length < start + size) return undefined;
  return { message: { words, body: bytes.subarray(start, start + size) }, rest: bytes.subarray(start + size) };
}

export function headIn({ words, body }: Message): Head | undefined {
  const [name, protocol, version, agent, event, place, ack, ...more] = words;
  if (name !== "snaphook" || (ack !== "go" && ack !== "shut") || more.length > 0) return undefined;
  const [cwd = "", ...variables] = texts(body);
  return {
    protocol: wholeNumber(protocol) ?? 0,
    version: version!,
    agent: agent!,
    event: event!,
    cwd,
    place: place!,
    ack,
    environment: asVariables(variables),
    ...factsIn(variables.slice(0, 2)),
  };
}

function factsIn(texts: readonly string[]): Pick<Head, "holdMs" | "pid"> {
  const number = (mark: string) => wholeNumber(texts.find((text) => text.startsWith(mark))?.slice(mark.length));
  const [seconds, pid] = [number("="), number("=@")];
  return { ...(seconds === undefined ? {} : { holdMs: seconds * 1_000 }), ...(pid === undefined ? {} : { pid }) };
}

/** Digits only: programs differ in what else they parse as a number. */
function wholeNumber(word = ""): number | undefined {
  return /^(?:0|[1-9]\d{0,8})$/.test(word) ? Number(word) : undefined;
}

export function variablesIn({ body }: Message): Record<string, string> {
  return asVariables(texts(body));
}

export function accepted(deadlineMs: number, fallback: NativeAnswer): Buffer {
  return frame(`accepted ${Math.max(1, Math.round(deadlineMs))}`, fallback);
}

export function declined(why: string): Buffer {
  return Buffer.from(`declined ${why.replaceAll("\n", " ")}\n`);
}

export function wantsMore(names: readonly string[]): Buffer {
  return Buffer.from(`more ${names.join(" ")}\n`);
}

export function answerFrame(answer: NativeAnswer): Buffer {
  return frame("answer", answer);
}

function frame(head: string, { exitCode, stdout, stderr = "" }: NativeAnswer): Buffer {
  const [out, err] = [Buffer.from(stdout), Buffer.from(stderr)];
  return Buffer.concat([Buffer.from(`${head} ${exitCode} ${out.length} ${err.length}\n`), out, err]);
}

function texts(body: Buffer): string[] {
  return body.toString("utf8").split("\0").slice(0, -1);
}

function asVariables(list: readonly string[]): Record<string, string> {
  // Not by assignment: a variable may be called `__proto__`.
  return Object.fromEntries(
    list.flatMap((text) => {
      const equals = text.indexOf("=");
      return equals > 0 ? [[text.slice(0, equals), text.slice(equals + 1)]] : [];
    }),
  );
}
