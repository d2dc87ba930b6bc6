/** Large files of other authors, read in pieces: a path may name a pipe, a terminal or an endless device. */
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";

const PIECE_BYTES = 1 << 20;
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Throws if it is missing, unreadable or not a plain file. Never blocks. */
export function readPieces(path: string, use: (piece: Buffer) => void, limit = Number.POSITIVE_INFINITY): number {
  const handle = openSync(path, READ);
  try {
    if (!fstatSync(handle).isFile()) throw new Error("it is not a plain file");
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, limit));
    let total = 0;
    for (let count = -1; count !== 0 && total < limit; total += count) {
      count = readSync(handle, piece, 0, Math.min(piece.length, limit - total), null);
      if (count > 0) use(piece.subarray(0, count));
    }
    return total;
  } finally {
    closeSync(handle);
  }
}

export function readFirstBytes(path: string, most: number): Buffer {
  const pieces: Buffer[] = [];
  readPieces(path, (piece) => void pieces.push(Buffer.from(piece)), most);
  return Buffer.concat(pieces);
}

export interface FileHash {
  readonly bytes: number;
  readonly sha256: string;
}

export function hashFile(path: string): FileHash {
  const hash = process.getBuiltinModule("node:crypto").createHash("sha256");
  const bytes = readPieces(path, (piece) => void hash.update(piece));
  return { bytes, sha256: hash.digest("hex") };
}

/** Copies into a new private file, and returns the hash of what was copied. */
export function copyPlainFile(from: string, to: string): FileHash {
  const handle = openSync(to, NEW, 0o600);
  try {
    const hash = process.getBuiltinModule("node:crypto").createHash("sha256");
    const bytes = readPieces(from, (piece) => {
      hash.update(piece);
      for (let done = 0; done < piece.length; ) done += writeSync(handle, piece, done);
    });
    return { bytes, sha256: hash.digest("hex") };
  } finally {
    closeSync(handle);
  }
}
