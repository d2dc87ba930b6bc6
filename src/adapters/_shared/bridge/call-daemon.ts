/**
 * One call to the daemon's socket, in Node. `client/protocol.ts` describes the messages. Also bundled into files that
 * run in an agent's process, so it depends only on Node.
 */
import { statSync } from "node:fs";
import { connect } from "node:net";
import type { NativeAnswer } from "../../contract.js";

export interface DaemonCall {
  readonly socket: string;
  readonly protocol: number;
  readonly version: string;
  readonly agent: string;
  readonly event: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Names of the variables that are sent with every call. */
  readonly sent: RegExp;
  /** Names that are sent only if a hook requests them. */
  readonly secret: RegExp;
  readonly payload: string;
  /** How long the agent waits for people. */
  readonly holdSeconds?: number | undefined;
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

/** Before `accepted` the caller answers without the daemon. */
const ACCEPT_MS = 2_000;
const LATE_MS = 500;

/** Undefined if the daemon did not accept the call; no hook has run then. Never rejects. */
export function callDaemon(call: DaemonCall): Promise<NativeAnswer | undefined> {
  return new Promise((done) => {
    const socket = connect(call.socket);
    let said: Buffer = Buffer.alloc(0);
    let fallback: NativeAnswer | undefined;
    const finish = (answer: NativeAnswer | undefined) => {
      clearTimeout(timer);
      socket.destroy();
      done(answer);
    };
    let timer = setTimeout(() => finish(fallback), ACCEPT_MS);
    socket.on("error", () => finish(fallback)).on("close", () => finish(fallback));
    call.signal?.addEventListener("abort", () => finish(fallback), { once: true });
    socket.on("connect", () => socket.write(messages(call)));
    socket.on("data", (chunk: Buffer) => {
      said = Buffer.concat([said, chunk]);
      for (let reply = take(said); reply !== undefined; reply = take(said)) {
        said = reply.rest;
        const { word, facts, answer } = reply;
        if (word === "answer") return finish(answer);
        if (word === "more") socket.write(variables(call.environment, facts));
        else if (answer === undefined)
          return finish(fallback); // it declines, or uses another protocol
        else {
          if (fallback === undefined) socket.write("go 0\n");
          fallback = answer;
          clearTimeout(timer);
          timer = setTimeout(() => finish(fallback), Number(facts[0]) + LATE_MS);
        }
      }
      return undefined;
    });
  });
}

/** `DEVICE:INODE`; undefined if there is no such directory. */
export function placeOf(folder: string): string | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
}

function messages(call: DaemonCall): Buffer {
  const { protocol, version, agent, event, cwd, environment, sent, secret } = call;
  const usual = Object.entries(environment).filter(([name]) => sent.test(name) && !secret.test(name));
  const hold = call.holdSeconds === undefined ? [] : [`=${call.holdSeconds}`];
  const head = texts([cwd, ...hold, `=@${process.pid}`, ...pairs(usual)]);
  return Buffer.concat([
    Buffer.from(`snaphook ${protocol} ${version} ${agent} ${event} ${placeOf(cwd)} go ${head.length}\n`),
    head,
    ...pieces(Buffer.from(call.payload)),
    Buffer.from("end 0\n"),
  ]);
}

function* pieces(bytes: Buffer): Iterable<Buffer> {
  for (let from = 0; from < bytes.length; from += 65_536) {
    const piece = bytes.subarray(from, from + 65_536);
    yield Buffer.from(`piece ${piece.length}\n`);
    yield piece;
  }
}

function variables(environment: DaemonCall["environment"], names: readonly string[]): Buffer {
  const wanted = Object.entries(environment).filter(([name]) => names[0] === "*" || names.includes(name));
  const body = texts(pairs(wanted));
  return Buffer.concat([Buffer.from(`more ${body.length}\n`), body]);
}

function pairs(entries: readonly (readonly [string, string | undefined])[]): string[] {
  return entries.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
}

function texts(list: readonly string[]): Buffer {
  return Buffer.from(list.map((text) => `${text}\0`).join(""));
}

const ANSWER = /^(?:accepted(?: \d+){4}|answer(?: \d+){3})$/;

/** Undefined while it is incomplete. */
function take(bytes: Buffer) {
  const end = bytes.indexOf(10);
  if (end === -1) return undefined;
  const line = bytes.subarray(0, end).toString("utf8");
  const [word = "", ...facts] = line.split(" ");
  if (!ANSWER.test(line)) return { word: word === "more" ? word : "", facts, rest: bytes.subarray(end + 1) };
  const [exitCode = 0, out = 0, err = 0] = facts.slice(-3).map(Number);
  const start = end + 1;
  if (bytes.length < start + out + err) return undefined;
  const answer: NativeAnswer = {
    exitCode,
    stdout: bytes.subarray(start, start + out).toString("utf8"),
    stderr: bytes.subarray(start + out, start + out + err).toString("utf8"),
  };
  return { word, facts, answer, rest: bytes.subarray(start + out + err) };
}
