/** Removes what killed backups and restores have left. Never throws. */
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { statOf } from "../../disk/files.js";
import { removeFile } from "../../disk/short-lock.js";
import { isAlive } from "../../runtime/platform/process-alive.js";

const PARTIAL = /^(.+)\.partial-(\d+)(?:-(?:journal|wal|shm))?$/;
const RESTORING = /\.restoring-(\d+)-[0-9a-f]+(?:-(?:journal|wal|shm))?$/;
const MANIFEST = /^(snaphook-\d{8}T\d{6}Z-[0-9a-f]{6}\.db)\.json(?:\.[0-9a-f]+\.tmp)?$/;
/** A PID may have been reused by then. */
const LONGEST_MS = 3_600_000;
/** The manifest is written right before the backup gets its name. */
const NAMED_WITHIN_MS = 60_000;

/** A backup that this process is making. */
export function partialName(file: string): string {
  return `${file}.partial-${process.pid}`;
}

/** A store that is prepared for the process that will put it in place. */
export function restoringName(store: string, pid: number, random: string): string {
  return `${store}.restoring-${pid}-${random}`;
}

export function sweepPartial(folder: string): void {
  const paths = filesIn(folder);
  const names = new Set(paths.map((path) => basename(path)));
  for (const path of paths) {
    const name = basename(path);
    const pid = PARTIAL.exec(name)?.[2];
    const named = MANIFEST.exec(name)?.[1];
    const isOrphan = named !== undefined && !names.has(named) && ageOf(path) > NAMED_WITHIN_MS;
    if (isOrphan || (pid !== undefined && isLeft(path, Number(pid)))) removeFile(path);
  }
}

/** A process is making a backup there now: a command, or what a killed daemon has left running. */
export function isBeingMade(folder: string): boolean {
  return filesIn(folder).some((path) => {
    const pid = PARTIAL.exec(basename(path))?.[2];
    return pid !== undefined && !isLeft(path, Number(pid));
  });
}

/** Also a second name of the store in use: a restore was killed before the new store had its place. */
export function sweepRestores(store: string): void {
  const inode = statOf(store)?.ino;
  for (const path of filesIn(dirname(store))) {
    const pid = RESTORING.exec(path)?.[1];
    const isSecondName = inode !== undefined && isReplaced(store, path) && statOf(path)?.ino === inode;
    if (isSecondName || (pid !== undefined && isLeft(path, Number(pid)))) removeFile(path);
  }
}

/** Stores that a restore has replaced. */
export function replacedStores(store: string): string[] {
  return filesIn(dirname(store)).filter((path) => isReplaced(store, path));
}

function isReplaced(store: string, path: string): boolean {
  return path.startsWith(`${store}.before-restore-`) && !/-(?:journal|wal|shm)$/.test(path);
}

function isLeft(path: string, pid: number): boolean {
  return !isAlive(pid) || ageOf(path) > LONGEST_MS;
}

function ageOf(path: string): number {
  return Math.abs(Date.now() - (statOf(path)?.mtimeMs ?? Date.now()));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return []; // there is none
  }
}
