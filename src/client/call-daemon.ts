/** Asks the daemon about one call, for machines that have nothing faster than Node to do it with. */
import { connect } from "node:net";
import type { NativeAnswer } from "../adapters/contract.js";
import { SECRET_NAME } from "../core/hooks/grants.js";
import { PROTOCOL } from "../runtime/platform/daemon-paths.js";
import { packageVersion } from "../runtime/platform/package.js";
import { sentVariables } from "../runtime/wiring/daemon-client.js";
import { placeOf } from "./protocol.js";

export interface DaemonCall {
  readonly socket: string;
  readonly agent: string;
  readonly event: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly payload: string;
}

/** Before `accepted` the caller answers by itself. */
const ACCEPT_MS = 2_000;
const LATE_MS = 500;

/** Undefined when the daemon did not take the call; no hook has run then. Never rejects. */
export function callDaemon(call: DaemonCall): Promise<NativeAnswer | undefined> {
  return new Promise((done) => {
    const socket = connect(call.socket);
    let said: Buffer = Buffer.alloc(0);
    let ifItDies: NativeAnswer | undefined;
    const finish = (answer: NativeAnswer | undefined) => {
      clearTimeout(timer);
      socket.destroy();
      done(answer);
    };
    let timer = setTimeout(() => finish(ifItDies), ACCEPT_MS);
    socket.on("error", () => finish(ifItDies)).on("close", () => finish(ifItDies));
    socket.on("connect", () => socket.write(messages(call)));
    socket.on("data", (chunk: Buffer) => {
      said = Buffer.concat([said, chunk]);
      for (let reply = take(said); reply !== undefined; reply = take(said)) {
        said = reply.rest;
        const { word, facts, answer } = reply;
        if (word === "answer") return finish(answer);
        if (word === "more") socket.write(variables(call.environment, facts));
        else if (answer === undefined)
          return finish(ifItDies); // it declines, or speaks as no daemon of ours does
        else {
          if (ifItDies === undefined) socket.write("go 0\n");
          ifItDies = answer;
          clearTimeout(timer);
          timer = setTimeout(() => finish(ifItDies), Number(facts[0]) + LATE_MS);
        }
      }
      return undefined;
    });
  });
}

function messages({ agent, event, cwd, environment, payload }: DaemonCall): Buffer {
  const sent = new RegExp(sentVariables());
  const usual = Object.entries(environment).filter(([name]) => sent.test(name) && !SECRET_NAME.test(name));
  const head = texts([cwd, ...pairs(usual)]);
  const bytes = Buffer.from(payload);
  return Buffer.concat([
    Buffer.from(`snaphook ${PROTOCOL} ${packageVersion()} ${agent} ${event} ${placeOf(cwd)} go ${head.length}\n`),
    head,
    ...pieces(bytes),
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

/** Undefined while it is not complete. */
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
