/** Lets connections to 127.0.0.1 pass and stops all others, so that a test sees where a call would have gone. */
import { isIP, Socket, type TcpNetConnectOpts } from "node:net";
import { afterAll, beforeAll } from "vitest";

export class LoopbackFence {
  /** Addresses that somebody tried to reach, or the name when nobody had looked it up before. */
  readonly attempts: string[] = [];

  /** For the tests of the file that makes it. */
  constructor() {
    const { connect } = Socket.prototype;
    const check = (address: string) => this.#check(address);
    beforeAll(() => {
      Socket.prototype.connect = function fenced(this: Socket, ...args: unknown[]): Socket {
        const [options] = args.flat() as TcpNetConnectOpts[];
        const problem = stopped(options!, check);
        if (problem === undefined) return Reflect.apply(connect, this, args);
        setImmediate(() => this.destroy(problem));
        return this;
      } as typeof connect;
    });
    afterAll(() => {
      Socket.prototype.connect = connect;
    });
  }

  #check(address: string): Error | undefined {
    if (address === "127.0.0.1") return undefined;
    this.attempts.push(address);
    return new Error("stopped by the fence");
  }
}

function stopped(options: TcpNetConnectOpts, check: (address: string) => Error | undefined): Error | undefined {
  const { host = "localhost", lookup } = options;
  if (isIP(host)) return check(host);
  if (lookup === undefined) return check(`${host}, by whoever resolves it`);
  options.lookup = (name, how, done) =>
    lookup(name, how, (error, found, family) => {
      const addresses = typeof found === "string" ? [found] : found.map(({ address }) => address);
      const problem = addresses.map(check).find((one) => one !== undefined);
      done(problem ?? error, found, family);
    });
  return undefined;
}
