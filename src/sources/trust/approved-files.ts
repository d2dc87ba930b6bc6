/**
 * Reads and hashes the files that approvals cover, each once, and not more than somebody can have meant: a project must
 * not make an event wait by naming a thousand large files.
 */
import type { CoveredFile } from "../../core/hooks/hook.js";
import { LIMIT_BYTES } from "../../disk/files.js";
import type { RecordingProbe } from "../discover/file-signatures.js";
import { type CoveredPart, hashPart, type PartReader } from "./covered-part.js";

/** Stands for content that was not read. No approval is given for it. */
export const UNREAD = "unread";

export class CoveredReader implements PartReader {
  readonly #probe: RecordingProbe;
  readonly #covered = new Map<string, CoveredFile>();
  #left = LIMIT_BYTES;

  constructor(probe: RecordingProbe) {
    this.#probe = probe;
  }

  /** What is not there is covered as absent. */
  cover({ path, keys, modules }: CoveredPart): CoveredFile {
    const part = { path, ...(keys === undefined ? {} : { keys }), ...(modules === undefined ? {} : { modules }) };
    const key = JSON.stringify(part);
    const known = this.#covered.get(key);
    if (known !== undefined) return known;
    const covered = { ...part, sha256: this.#left <= 0 ? UNREAD : hashPart(part, this) };
    this.#covered.set(key, covered);
    return covered;
  }

  bytes(path: string): Uint8Array | undefined {
    const bytes = this.#probe.bytes(path);
    this.#left -= bytes?.length ?? 0;
    return bytes;
  }

  list(folder: string): string[] {
    return this.#probe.list(folder);
  }

  exists(path: string): boolean {
    return this.#probe.exists(path);
  }
}
