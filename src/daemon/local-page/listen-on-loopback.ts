/**
 * Takes one free port on both loopback addresses. A browser tries `[::1]` first for `localhost`: a program of another
 * user that listened there would get the visitor and the code.
 */
import { connect, type Server } from "node:net";
import { listenOnPort } from "../lifecycle/listen.js";

export interface LoopbackPort {
  readonly port: number;
  /** `localhost`, or `127.0.0.1` if `localhost` could lead to another program. Passkeys need `localhost`. */
  readonly host: "localhost" | "127.0.0.1";
}

const TRIES = 16;

/** `create` makes one server per address. Rejects if there is no free port. */
export async function listenOnLoopback(create: () => Server, tries = TRIES): Promise<LoopbackPort> {
  for (let left = tries; left > 0; left--) {
    const four = create();
    const port = await listenOnPort(four, 0);
    const six = create();
    try {
      await listenOnPort(six, port, "::1");
      return { port, host: "localhost" };
    } catch (error) {
      // Without IPv6, `localhost` is 127.0.0.1 if no other program answers.
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" && !(await answers(port)))
        return { port, host: "localhost" };
      if (left === 1) return { port, host: "127.0.0.1" };
      four.close();
    }
  }
  throw new Error("no free port");
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: "::1" });
    socket.once("connect", () => done(true)).once("error", () => done(false));
    socket.once("connect", () => socket.destroy());
  });
}
