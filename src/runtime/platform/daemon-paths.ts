/** Where the daemon keeps what it needs to be found, and to be found only by its user. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../disk/digest.js";
import { ensurePrivateFolder } from "../../disk/files.js";
import type { AppPaths } from "./paths.js";

export interface DaemonPlace {
  readonly folder: string;
  /** Where clients bring calls; see protocol.ts. */
  readonly hooksSocket: string;
  /** HTTP for commands of this user. */
  readonly controlSocket: string;
  /** The folder of the sockets, where it cannot be `folder`. */
  readonly socketFolder: string;
  readonly lock: string;
  /** Which process listens where; there while one does. */
  readonly address: string;
  readonly tokens: string;
  readonly log: string;
  /** Put there by `down`: nobody but a person starts it again. */
  readonly stopped: string;
}

/** What a client and the daemon speak; see client/protocol.ts. Raised when either would not understand the other. */
export const PROTOCOL = 1;

/** Systems cut the path of a socket after 104 or 108 bytes. */
const SOCKET_PATH_LIMIT = 100;

export function daemonPlace({ state }: Pick<AppPaths, "state">): DaemonPlace {
  const folder = join(state, "daemon");
  const fits = Buffer.byteLength(join(folder, "control.sock")) <= SOCKET_PATH_LIMIT;
  const user = process.getuid?.() ?? 0;
  const socketFolder = fits ? folder : join("/tmp", `snaphook-${user}-${sha256(state).slice(0, 16)}`);
  return {
    folder,
    socketFolder,
    hooksSocket: join(socketFolder, "hooks.sock"),
    controlSocket: join(socketFolder, "control.sock"),
    lock: join(folder, "lock"),
    address: join(folder, "address.json"),
    tokens: join(folder, "tokens.json"),
    log: join(folder, "daemon.log"),
    stopped: join(folder, "stopped"),
  };
}

/** Whether what listens there can only be of this user. Asked before anything is sent. */
export function isOnlyOurs(folder: string): boolean {
  try {
    const { uid, mode } = lstatSync(folder);
    return (process.getuid === undefined || uid === process.getuid()) && (mode & 0o077) === 0;
  } catch {
    return false; // nobody has made it yet
  }
}

/** Throws when a folder cannot be made, or was made by somebody else. */
export function preparePlace({ folder, socketFolder }: DaemonPlace): void {
  for (const one of new Set([folder, socketFolder])) {
    ensurePrivateFolder(one);
    if (!isOnlyOurs(one)) throw new Error(`${one} is open to other users`);
  }
}
