/** Lines that memories cite: read without following links, only plain files inside the repository, up to 1 MB. */
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Citation } from "../../core/records/memory.js";
import { sha256 } from "../../disk/digest.js";
import { isBelow } from "../../sources/trust/repository.js";

const MOST_BYTES = 1_000_000;

/** Cites the first line that matches; without an expression the file as a whole. */
export function citeLine(root: string, file: string, line?: RegExp | number): Citation | undefined {
  const text = readInside(root, file);
  if (text === undefined) return undefined;
  if (line === undefined) return { file };
  const lines = text.split("\n");
  const found = (typeof line === "number" ? lines[line - 1] : lines.find((one) => line.test(one)))?.trim();
  return found === undefined || found === "" ? undefined : { file, sha256: sha256(found), chars: found.length };
}

/** Still there. */
export function holds(root: string, { file, sha256: wanted, chars }: Citation): boolean {
  const text = readInside(root, file);
  if (text === undefined || wanted === undefined) return text !== undefined;
  return text.split("\n").some((line) => {
    const plain = line.trim();
    return plain.length === chars && sha256(plain) === wanted;
  });
}

/** Undefined if it is not a plain file in the repository, or too large. */
function readInside(root: string, file: string): string | undefined {
  const path = join(root, file);
  let handle: number | undefined;
  try {
    const [real, realRoot] = [realpathSync(path), realpathSync(root)];
    if (!isBelow(real, realRoot)) return undefined;
    // A pipe or a device must not be waited for.
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(handle);
    if (!stat.isFile() || stat.size > MOST_BYTES) return undefined;
    const bytes = Buffer.alloc(stat.size);
    return bytes.toString("utf8", 0, readSync(handle, bytes, 0, stat.size, 0));
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
