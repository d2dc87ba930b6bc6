/**
 * Remembers everything a load looked at, with a signature of what it saw. A plan made from it holds exactly as
 * long as every signature does; checking them is a handful of stat calls.
 */
import { readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { sha256 } from "../../disk/digest.js";
import { readPlainFile } from "../../disk/files.js";
import type { Files } from "../contract.js";
import type { Probe } from "./discover.js";

export type Signature = readonly [path: string, signature: string];

/** Nothing is wrong with the file: this process or the machine can open no more of them at the moment. */
const NO_HANDLES: readonly unknown[] = ["EMFILE", "ENFILE"];

/** A file changed this short before the plan was made may change again within the clock's grain: hash it. */
const RACY_MS = 2000;

export class RecordingProbe implements Probe, Files {
  readonly #seen = new Map<string, string>();
  readonly #now: number;
  #withheld: Error | undefined;

  constructor(now = Date.now()) {
    this.#now = now;
  }

  exists(path: string): boolean {
    return this.#look(path) !== "";
  }

  list(folder: string): string[] {
    if (this.#look(folder) === "") return [];
    try {
      return readdirSync(folder).sort();
    } catch (error) {
      return this.#missed(error) ?? []; // a file, or a folder that may not be read
    }
  }

  read(path: string): string | undefined {
    if (this.#look(path) === "") return undefined;
    try {
      return readPlainFile(path).toString("utf8");
    } catch (error) {
      return this.#missed(error); // the loader reports what it could not read
    }
  }

  bytes(path: string): Uint8Array | undefined {
    if (this.#look(path) === "") return undefined;
    try {
      return readPlainFile(path);
    } catch (error) {
      return this.#missed(error); // a folder, or a file that may not be read
    }
  }

  real(path: string): string | undefined {
    this.#look(path);
    try {
      return realpathSync(path);
    } catch {
      return undefined; // does not exist
    }
  }

  /** What was seen of a path that was looked at. */
  seen(path: string): string | undefined {
    return this.#seen.get(path);
  }

  /** Throws when something was there and could not be looked at: a plan without it might lack a guard. */
  expectComplete(): void {
    if (this.#withheld !== undefined) throw this.#withheld;
  }

  get signatures(): Signature[] {
    return [...this.#seen];
  }

  #missed(error: unknown): undefined {
    if (NO_HANDLES.includes((error as NodeJS.ErrnoException).code)) this.#withheld = error as Error;
  }

  #look(path: string): string {
    const known = this.#seen.get(path);
    if (known !== undefined) return known;
    const signature = signatureOf(path, this.#now);
    this.#seen.set(path, signature);
    return signature;
  }
}

/** True when nothing that was looked at has changed since. */
export function stillTrue(signatures: readonly Signature[]): boolean {
  return signatures.every(([path, expected]) => {
    const hashed = expected.includes("#");
    const stat = safeStat(path);
    if (stat === undefined) return expected === "";
    const plain = plainSignature(stat);
    return hashed ? expected === `${plain}#${contentHash(path, stat)}` : expected === plain;
  });
}

/** The signatures without hashes of what is old by now; undefined when nothing can be left out. */
export function withoutOldHashes(signatures: readonly Signature[], now = Date.now()): Signature[] | undefined {
  if (!signatures.some(([path, signature]) => signature.includes("#") && isOld(path, now))) return undefined;
  return signatures.map(([path, signature]) => [path, isOld(path, now) ? signature.split("#")[0]! : signature]);
}

function isOld(path: string, now: number): boolean {
  const stat = safeStat(path);
  return stat !== undefined && !isRecent(stat, now);
}

function isRecent(stat: Stats, now: number): boolean {
  return now - Math.max(stat.ctimeMs, stat.mtimeMs) < RACY_MS;
}

function signatureOf(path: string, now: number): string {
  const stat = safeStat(path);
  if (stat === undefined) return "";
  return isRecent(stat, now) ? `${plainSignature(stat)}#${contentHash(path, stat)}` : plainSignature(stat);
}

export function plainSignature(stat: Stats): string {
  // A folder's size and times change with its entries; a file's with its content.
  return `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}:${stat.mode}`;
}

function contentHash(path: string, stat: Stats): string {
  try {
    const content = stat.isDirectory() ? readdirSync(path).sort().join("\n") : readPlainFile(path);
    return sha256(content).slice(0, 32);
  } catch {
    return "unreadable";
  }
}

function safeStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a parent that is no folder, or one we may not enter
  }
}
