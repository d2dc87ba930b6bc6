/** One call of the launcher: head, `accepted` or `declined`, payload, answer. Never throws; a broken line ends the call. */
import type { Socket } from "node:net";
import type { NativeAnswer } from "../adapters/contract.js";
import { PAYLOAD_LIMIT } from "../runtime/platform/read-stdin.js";
import { accepted, answerFrame, declined, type Head, PayloadReader, readHead } from "./protocol.js";

/** What the daemon makes of a head: why it will not take the call, or how it is answered. */
export type Taken =
  | { readonly declined: string }
  | {
      readonly deadlineMs: number;
      /** What the agent is told should this process end before it has answered. */
      readonly ifWeDie: NativeAnswer;
      /** `payload` is undefined when it could not be read; `gone` is aborted when the agent gives up. */
      answer(payload: string | undefined, gone: AbortSignal): Promise<NativeAnswer>;
    };

export type TakeCall = (head: Head) => Promise<Taken>;

/** As long as the launcher itself would wait for a payload that never ends. */
const QUIET_MS = 2_000;

/**
 * An empty line for each piece of a payload. The launcher cannot switch off that its side waits for an acknowledgement
 * before it sends the last piece, and ours would otherwise be held back for 40 ms.
 */
const GO_ON = "\n";

export function serveConnection(socket: Socket, take: TakeCall): void {
  const gone = new AbortController();
  let waiting = Buffer.alloc(0);
  let reader: PayloadReader | undefined;
  let respond: ((payload: string | undefined) => void) | undefined;
  let quiet: NodeJS.Timeout | undefined;
  let busy = false;

  const finish = (payload: string | undefined) => {
    clearTimeout(quiet);
    respond?.(payload);
    respond = undefined;
  };
  const feed = (chunk: Buffer) => {
    if (reader === undefined || respond === undefined || chunk.length === 0) return;
    quiet?.refresh();
    const read = reader.add(chunk);
    if (read !== undefined) finish(read === "too large" ? undefined : read.text);
    else socket.write(GO_ON);
  };

  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    gone.abort();
    finish(undefined);
  });
  socket.on("data", (chunk: Buffer) => {
    if (reader !== undefined) return feed(chunk);
    waiting = Buffer.concat([waiting, chunk]);
    if (busy) return;
    const read = readHead(waiting);
    if (read === undefined) return;
    if (read === "malformed") return void socket.end(declined("this is not our protocol"));
    busy = true;
    waiting = read.rest as Buffer<ArrayBuffer>;
    void begin(read.head);
  });

  async function begin(head: Head): Promise<void> {
    const taken = await take(head);
    if ("declined" in taken) return void socket.end(declined(taken.declined));
    socket.write(accepted(taken.deadlineMs, taken.ifWeDie));
    const whole = new Promise<string | undefined>((done) => {
      respond = done;
    });
    reader = new PayloadReader(PAYLOAD_LIMIT);
    quiet = setTimeout(() => finish(undefined), QUIET_MS);
    feed(waiting);
    const answer = await taken.answer(await whole, gone.signal);
    if (!socket.destroyed) socket.end(answerFrame(answer));
  }
}
