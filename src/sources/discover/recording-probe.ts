/** Remembers everything a load looked at, with a signature of what it saw. */
import { readdirSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { readPlainFile } from "../../disk/files.js";
import type { Files } from "../contract.js";
import type { Probe } from "./discover.js";
import { isThere, NOT_SEEN, type Signature, signatureOf } from "./file-signatures.js";

/** Stands for the home of a user who has none; nothing can be below it. */
const NO_HOME = "/dev/null/";

/** Nothing is wrong with the file: this process or the machine can open no more of them at the moment. */
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

  /** Why something that is there, or may be there, cannot be looked at; undefined if it can, or is certainly absent. */
  whyNotThere(path: string): string | undefined {
    if (path.startsWith(NO_HOME)) return undefined;
    const signature = this.#look(path);
    if (signature !== "") return isThere(signature) ? undefined : problemIn(signature);
    // Absent, unless a folder above is a link that leads nowhere.
    for (let above = dirname(path); above !== dirname(above); above = dirname(above)) {
      const seen = signatureOf(above, this.#now);
      if (seen !== "") return isThere(seen) ? undefined : `${above}: ${problemIn(seen)}`;
    }
    return undefined;
  }

  /** The same for a folder: it must also be possible to list it. */
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
    return this.#unread.get(path) ?? this.whyNotThere(path) ?? "it is absent";
  }

  list(folder: string): string[] {
    if (!this.exists(folder)) return [];
    try {
      return readdirSync(folder).sort();
    } catch (error) {
      return this.#missed(error) ?? []; // a file, or a folder that may not be read
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

function problemIn(signature: string): string {
  const code = signature.slice(NOT_SEEN.length);
  return PROBLEMS[code] ?? code;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "a link that leads nowhere",
  ELOOP: "links that lead in a circle (ELOOP)",
  EACCES: "permission denied (EACCES)",
  ENOTDIR: "a file is where a folder should be (ENOTDIR)",
};

function nameOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : (PROBLEMS[code] ?? code);
}
