/** One call of a client: head, payload, `accepted`, `go`, answer. Never throws; a broken connection ends the call. */
import type { Socket } from "node:net";
import type { NativeAnswer } from "../../adapters/contract.js";
import {
  accepted,
  answerFrame,
  declined,
  type Head,
  headIn,
  type Message,
  variablesIn,
  wantsMore,
} from "../../client/protocol.js";
import { BLANK } from "../../core/text/json.js";
import { MessageReader } from "./message-reader.js";
import { PayloadPieces } from "./payload-buffer.js";

export interface ClientCall extends Head {
  /** Undefined if it could not be read. */
  readonly payload: string | undefined;
  /** Calls `listener` when the agent gives up, at once if it has. Returns a function that unsubscribes. */
  onGone(listener: () => void): () => void;
  /** Requests more variables from the client; undefined if it did not send them. */
  moreVariables(names: readonly string[]): Promise<Record<string, string> | undefined>;
  /** Sends the client the answer to print if the daemon dies. */
  readonly setFallback: (deadlineMs: number, answer: NativeAnswer) => void;
}

/** Why a call is declined, or how it is answered after the client's confirmation. */
export type Acceptance =
  | { readonly declined: string }
  | {
      readonly deadlineMs: number;
      /** The answer that the client prints if the daemon dies. */
      readonly fallback: NativeAnswer;
      /** Set if no hook can change it: the client gets it at once, and `answer` is not awaited. */
      readonly released?: NativeAnswer;
      readonly answer: () => Promise<NativeAnswer>;
    };

export type AcceptCall = (call: ClientCall) => Promise<Acceptance>;

/** A client sends at once; but it may itself wait this long for a slow agent. */
const REPLY_MS = 5_000;

export function serveConnection(socket: Socket, accept: AcceptCall): Promise<void> {
  socket.on("error", () => socket.destroy());
  // Ignore errors: the client already holds a fallback answer, or answers without the daemon.
  const served = serve(socket, new MessageReader(socket), accept).catch(() => {});
  return served.then(() => socket.destroySoon());
}

/** A thousand calls may wait for half an hour each: nothing of the messages is kept meanwhile. */
async function serve(socket: Socket, inbox: MessageReader, accept: AcceptCall): Promise<void> {
  const answer = await begin(socket, inbox, accept);
  if (answer === undefined) return;
  const given = await answer();
  if (!socket.destroyed) socket.write(answerFrame(given));
}

/** What makes the answer; undefined if the client has all that it gets. */
async function begin(
  socket: Socket,
  inbox: MessageReader,
  accept: AcceptCall,
): Promise<(() => Promise<NativeAnswer>) | undefined> {
  const first = await inbox.next(REPLY_MS);
  if (first === "gone" || first === "late") return undefined;
  const head = first === "malformed" ? undefined : headIn(first);
  if (head === undefined) return decline(socket, "unknown protocol");
  const payload = await payloadIn(inbox);
  if ("silence" in payload) return undefined;
  const acceptance = await accept({
    ...BLANK,
    ...head,
    payload: payload.text,
    onGone: (listener) => inbox.onGone(listener),
    async moreVariables(names) {
      socket.write(wantsMore(names));
      const said = await reply(inbox, "more");
      return said === undefined ? undefined : variablesIn(said);
    },
    setFallback: (deadlineMs, answer) => void socket.write(accepted(deadlineMs, answer)),
  });
  if ("declined" in acceptance) return decline(socket, acceptance.declined);
  const { released, deadlineMs, fallback } = acceptance;
  const confirmation = accepted(deadlineMs, fallback);
  // In one write if the client needs no confirmation: it reads only once.
  const isWhole = released !== undefined && head.ack === "shut";
  if (!(await couldSay(socket, isWhole ? Buffer.concat([confirmation, answerFrame(released)]) : confirmation)))
    return undefined;
  if (head.ack === "go" && (await reply(inbox, "go")) === undefined) return undefined;
  if (released !== undefined && !isWhole) socket.write(answerFrame(released));
  if (released === undefined) return acceptance.answer;
  void acceptance.answer();
  return undefined;
}

function decline(socket: Socket, why: string): undefined {
  socket.write(declined(why));
}

/** False if the client has disconnected. */
function couldSay(socket: Socket, bytes: Buffer): Promise<boolean> {
  return new Promise((done) => socket.write(bytes, (error) => done(error === undefined || error === null)));
}

/** The text is undefined if it was too large. */
async function payloadIn(
  inbox: MessageReader,
): Promise<{ readonly text: string | undefined } | { readonly silence: true }> {
  const pieces = new PayloadPieces();
  for (;;) {
    const said = await inbox.next(REPLY_MS);
    if (typeof said === "string") return { silence: true };
    if (said.words[0] === "end") return { text: pieces.text() };
    if (said.words[0] !== "piece") return { silence: true };
    const so = pieces.add(said.body);
    if (so !== "more") return { text: so === "whole" ? pieces.text() : undefined };
  }
}

/** Anything after the complete payload is ignored. */
async function reply(inbox: MessageReader, word: string): Promise<Message | undefined> {
  for (;;) {
    const said = await inbox.next(REPLY_MS);
    if (typeof said === "string") return undefined;
    if (said.words[0] === word) return said;
    if (said.words[0] !== "piece" && said.words[0] !== "end") return undefined;
  }
}
