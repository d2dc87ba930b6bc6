/** The daemon's folder: where it can be reached, and that there is only one of it. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Places } from "../runtime/platform/places.js";
import { isAlive } from "../runtime/platform/process-alive.js";
import { ensurePrivateFolder, writePrivateFile } from "../sources/private-file.js";

export interface DaemonPlace {
  readonly folder: string;
  /** `PORT TOKEN`, read by the launcher. */
  readonly address: string;
  /** For commands: HTTP, for this user alone. */
  readonly socket: string;
  readonly lock: string;
  readonly log: string;
  readonly asks: string;
}

export function daemonPlace({ state }: Pick<Places, "state">): DaemonPlace {
  const folder = join(state, "daemon");
  return {
    folder,
    address: join(folder, "address"),
    socket: join(folder, "control.sock"),
    lock: join(folder, "lock"),
    log: join(folder, "daemon.log"),
    asks: join(folder, "asks.json"),
  };
}

export function publishAddress({ folder, address }: DaemonPlace, port: number, token: string): void {
  ensurePrivateFolder(folder);
  writePrivateFile(address, `${port} ${token}\n`);
}

/** Takes back what this process published; another daemon may have taken over since. */
export function withdrawAddress({ address }: DaemonPlace, token: string): void {
  if (readText(address)?.includes(token)) rmSync(address, { force: true });
}

/** Whether the lock is ours now. It names the process that holds it. */
export function takeLock({ folder, lock }: DaemonPlace): boolean {
  ensurePrivateFolder(folder);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx", mode: 0o600 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = Number(readText(lock));
    if (holder > 0 && isAlive(holder)) return false;
    rmSync(lock, { force: true }); // left by one that was ended
  }
  return false;
}

export function dropLock({ lock }: DaemonPlace): void {
  if (Number(readText(lock)) === process.pid) rmSync(lock, { force: true });
}

export function lockHolder({ lock }: DaemonPlace): number | undefined {
  const holder = Number(readText(lock));
  return holder > 0 && isAlive(holder) ? holder : undefined;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined; // not there
  }
}
