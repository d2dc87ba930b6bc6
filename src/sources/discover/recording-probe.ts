/** Records everything that a load reads, with a signature of the result. */
import { readdirSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { readPlainFile } from "../../disk/files.js";
import type { Files } from "../contract.js";
import type { Probe } from "./discover.js";
import { isThere, NOT_SEEN, type Signature, signatureOf } from "./file-signatures.js";

/** The home directory of a user without one; nothing can be below it. */
const NO_HOME = "/dev/null/";

/** Not a problem of the file: this process or the machine has no free file descriptors. */
const NO_HANDLES: readonly unknown[] = ["EMFILE", "ENFILE"];

export class RecordingProbe implements Probe, Files {
  readonly #seen = new Map<string, string>();
  readonly #unread = new Map<string, string>();
  readonly #now: number;
  #withheld: Error | undefined;

  constructor(now = Date.now()) {
    this.#now = now;
  }

  exists(path: string): boolean {
    return isThere(this.#look(path));
  }

  /** Why an existing path cannot be inspected; undefined if it can, or if it does not exist. */
  whyNotThere(path: string): string | undefined {
    if (path.startsWith(NO_HOME)) return undefined;
    const signature = this.#look(path);
    if (signature !== "") return isThere(signature) ? undefined : problemIn(signature);
    // Missing, unless a parent directory is a dangling link.
    for (let above = dirname(path); above !== dirname(above); above = dirname(above)) {
      const seen = signatureOf(above, this.#now);
      if (seen !== "") return isThere(seen) ? undefined : `${above}: ${problemIn(seen)}`;
    }
    return undefined;
  }

  /** The same for a directory: it must also be listable. */
  whyNoFolder(folder: string): string | undefined {
    const problem = this.whyNotThere(folder);
    if (problem !== undefined || !this.exists(folder)) return problem;
    try {
      readdirSync(folder);
      return undefined;
    } catch (error) {
      return nameOf(error);
    }
  }

  /** Why `read` returned nothing. */
  whyUnread(path: string): string {
    return this.#unread.get(path) ?? this.whyNotThere(path) ?? "it does not exist";
  }

  list(folder: string): string[] {
    if (!this.exists(folder)) return [];
    try {
      return readdirSync(folder).sort();
    } catch (error) {
      return this.#missed(error) ?? []; // a file, or an unreadable directory
    }
  }

  read(path: string): string | undefined {
    if (!this.exists(path)) return undefined;
    try {
      return readPlainFile(path).toString("utf8");
    } catch (error) {
      this.#unread.set(path, nameOf(error));
      return this.#missed(error); // the loader reports what it could not read
    }
  }

  bytes(path: string): Uint8Array | undefined {
    if (!this.exists(path)) return undefined;
    try {
      return readPlainFile(path);
    } catch (error) {
      return this.#missed(error); // a directory, or an unreadable file
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

  /** The recorded signature of a path. */
  seen(path: string): string | undefined {
    return this.#seen.get(path);
  }

  /** Throws if an existing path could not be inspected: a plan without it might lack a guard. */
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

function problemIn(signature: string): string {
  const code = signature.slice(NOT_SEEN.length);
  return PROBLEMS[code] ?? code;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "a dangling link",
  ELOOP: "a link loop (ELOOP)",
  EACCES: "permission denied (EACCES)",
  ENOTDIR: "a file where a directory is expected (ENOTDIR)",
};

function nameOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : (PROBLEMS[code] ?? code);
}
