/**
 * Signatures of everything that a load read (recording-probe.ts). A plan is valid exactly as long as every signature
 * is; checking them takes a few stat calls.
 */
import { lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { sha256 } from "../../disk/digest.js";
import { readPlainFile } from "../../disk/files.js";

export type Signature = readonly [path: string, signature: string];

/** A file changed this shortly before the plan was compiled may change again within the clock's resolution: hash it. */
const RACY_MS = 2000;

/** True if nothing that was read has changed since. */
export function stillTrue(signatures: readonly Signature[]): boolean {
  return signatures.every(([path, expected]) => {
    const stat = look(path);
    if (typeof stat === "string") return expected === stat;
    const hashed = expected.includes("#");
    const plain = plainSignature(stat);
    return hashed ? expected === `${plain}#${contentHash(path, stat)}` : expected === plain;
  });
}

/** The signatures without hashes of files that are old enough now; undefined if none can be omitted. */
export function withoutOldHashes(signatures: readonly Signature[], now = Date.now()): Signature[] | undefined {
  if (!signatures.some(([path, signature]) => signature.includes("#") && isOld(path, now))) return undefined;
  return signatures.map(([path, signature]) => [path, isOld(path, now) ? signature.split("#")[0]! : signature]);
}

function isOld(path: string, now: number): boolean {
  const stat = look(path);
  return typeof stat !== "string" && !isRecent(stat, now);
}

function isRecent(stat: Stats, now: number): boolean {
  return now - Math.max(stat.ctimeMs, stat.mtimeMs) < RACY_MS;
}

export function signatureOf(path: string, now: number): string {
  const stat = look(path);
  if (typeof stat === "string") return stat;
  return isRecent(stat, now) ? `${plainSignature(stat)}#${contentHash(path, stat)}` : plainSignature(stat);
}

export function plainSignature(stat: Stats): string {
  // A directory's size and times change with its entries; a file's with its content.
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

/** A missing file has an empty signature; an unreadable one has the error as its signature. */
export const NOT_SEEN = "!";

export function isThere(signature: string): boolean {
  return signature !== "" && !signature.startsWith(NOT_SEEN);
}

/** Only ENOENT means missing; a dangling link is not missing. */
function look(path: string): Stats | string {
  try {
    const own = lstatSync(path, { throwIfNoEntry: false });
    if (own === undefined) return "";
    return own.isSymbolicLink() ? statSync(path) : own;
  } catch (error) {
    return `${NOT_SEEN}${(error as NodeJS.ErrnoException).code}`;
  }
}
