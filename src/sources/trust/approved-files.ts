/**
 * Reads and hashes the files that approvals cover, each once, and not more than somebody can have meant: a project must
 * not make an event wait by naming a thousand large files.
 */
import type { CoveredFile } from "../../core/hooks/hook.js";
import { LIMIT_BYTES } from "../../disk/files.js";
import type { RecordingProbe } from "../discover/recording-probe.js";
import { coverFile } from "./approval-hash.js";

/** Stands for content that was not read. No approval is given for it. */
export const UNREAD = "unread";

export class CoveredReader {
  readonly #probe: RecordingProbe;
  readonly #covered = new Map<string, CoveredFile>();
  readonly #texts = new Map<string, string | undefined>();
  #left = LIMIT_BYTES;

  constructor(probe: RecordingProbe) {
    this.#probe = probe;
  }

  /** What is not there is covered as absent. */
  cover(path: string): CoveredFile {
    const known = this.#covered.get(path);
    if (known !== undefined) return known;
    const bytes = this.#bytes(path);
    const covered = bytes === UNREAD ? { path, sha256: UNREAD } : coverFile(path, bytes ?? "");
    this.#covered.set(path, covered);
    return covered;
  }

  text(path: string): string | undefined {
    if (this.#texts.has(path)) return this.#texts.get(path);
    const bytes = this.#bytes(path);
    const text = bytes === UNREAD || bytes === undefined ? undefined : Buffer.from(bytes).toString("utf8");
    this.#texts.set(path, text);
    return text;
  }

  #bytes(path: string): Uint8Array | typeof UNREAD | undefined {
    if (this.#left <= 0) return UNREAD;
    const bytes = this.#probe.bytes(path);
    this.#left -= bytes?.length ?? 0;
    return bytes;
  }
}
