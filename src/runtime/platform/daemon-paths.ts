/** Files by which clients find the daemon, private to its user. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../disk/digest.js";
import { ensurePrivateFolder } from "../../disk/files.js";
import type { AppPaths } from "./paths.js";

export interface DaemonPlace {
  readonly folder: string;
  /** Where clients send calls; see protocol.ts. */
  readonly hooksSocket: string;
  /** HTTP for commands of this user. */
  readonly controlSocket: string;
  /** Directory of the sockets, if it cannot be `folder`. */
  readonly socketFolder: string;
  readonly lock: string;
  /** PID and address of the daemon, while one listens. */
  readonly address: string;
  readonly tokens: string;
  readonly log: string;
  /** Written by `down`: the daemon is not started automatically. */
  readonly stopped: string;
}

/** Protocol version; see client/protocol.ts. Raised on incompatible changes. */
export const PROTOCOL = 1;

/** Systems limit socket paths to 104 or 108 bytes. */
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

/** True if only this user can listen there. Checked before anything is sent. */
export function isOnlyOurs(folder: string): boolean {
  try {
    const { uid, mode } = lstatSync(folder);
    return (process.getuid === undefined || uid === process.getuid()) && (mode & 0o077) === 0;
  } catch {
    return false; // does not exist yet
  }
}

/** Throws if a directory cannot be created, or belongs to another user. */
export function preparePlace({ folder, socketFolder }: DaemonPlace): void {
  for (const one of new Set([folder, socketFolder])) {
    ensurePrivateFolder(one);
    if (!isOnlyOurs(one)) throw new Error(`${one} is open to other users`);
  }
}
