/**
 * Reads and hashes the files that approvals cover, each once, up to a limit: a project must not delay an event by
 * naming a thousand large files.
 */
import type { CoveredFile } from "../../core/hooks/hook.js";
import { LIMIT_BYTES } from "../../disk/files.js";
import type { RecordingProbe } from "../discover/recording-probe.js";
import { type CoveredPart, hashPart, type PartReader } from "./covered-part.js";

/** Marks content that was not read. It is never approved. */
export const UNREAD = "unread";

export class CoveredReader implements PartReader {
  readonly #probe: RecordingProbe;
  readonly #covered = new Map<string, CoveredFile>();
  #left = LIMIT_BYTES;

  constructor(probe: RecordingProbe) {
    this.#probe = probe;
  }

  /** A missing file is covered as absent. */
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
