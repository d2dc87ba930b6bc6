/** The daemon's addresses: two sockets in a private directory, and a port on the loopback interface. */
import { chmodSync, rmSync, statSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { statOf } from "../../disk/files.js";

/** Connections that come faster than they are accepted. With Node's 511 a thousand calls at once would be refused (EAGAIN). */
const MOST_WAITING = 4_096;

/** Removes leftovers of an ended daemon; the caller has checked that there is no other. Rejects if it cannot listen. */
export async function listenOnSocket(server: Server, path: string): Promise<OwnSocket> {
  rmSync(path, { force: true });
  await listening(server, () => server.listen({ path, backlog: MOST_WAITING }));
  chmodSync(path, 0o600);
  return { path, inode: statSync(path).ino };
}

export interface OwnSocket {
  readonly path: string;
  readonly inode: number;
}

/** Another daemon in a container with the same home may have put its own there; or the directory was removed. */
export function isStillThere({ path, inode }: OwnSocket): boolean {
  return statOf(path)?.ino === inode;
}

/** Port 0 selects a free one. Rejects if it is in use. */
export async function listenOnPort(server: Server, port: number, host = "127.0.0.1"): Promise<number> {
  await listening(server, () => server.listen(port, host));
  return (server.address() as AddressInfo).port;
}

function listening(server: Server, listen: () => void): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.once("listening", () => {
      server.off("error", fail);
      done();
    });
    listen();
  });
}
