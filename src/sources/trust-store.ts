/**
 * What the person has approved: for each path the digest of everything that was reviewed with it. Any changed
 * byte, or another path, and the approval does not hold (as direnv does). Lives outside every project; only
 * `snaphook trust` writes to it.
 */
import { readdirSync, readFileSync, realpathSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { TrustState } from "../core/hook.js";
import { isRecord } from "../core/json.js";
import { sha256 } from "../disk/digest.js";
import { writePrivateFile } from "../disk/private-file.js";

export interface CoveredFile {
  readonly path: string;
  readonly sha256: string;
}

export interface TrustRecord {
  readonly format: 1;
  readonly path: string;
  readonly decision: "allow" | "deny";
  readonly digest: string;
  readonly files: readonly CoveredFile[];
  /** ISO time of the decision. */
  readonly at: string;
}

export class TrustStore {
  readonly folder: string;

  constructor(dataFolder: string) {
    this.folder = join(dataFolder, "trust");
  }

  /** A denied path stays denied whatever it holds; that is looked at first. */
  stateOf(path: string, files: readonly CoveredFile[]): TrustState {
    const record = this.recordOf(path);
    if (record === undefined) return "untrusted";
    if (record.decision === "deny") return "denied";
    return record.digest === digestOf(path, files) ? "trusted" : "modified";
  }

  recordOf(path: string): TrustRecord | undefined {
    return readRecord(this.fileOf(path));
  }

  list(): TrustRecord[] {
    return listFolder(this.folder)
      .map((name) => readRecord(join(this.folder, name)))
      .filter((record) => record !== undefined)
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  allow(path: string, files: readonly CoveredFile[]): void {
    this.#write({
      format: 1,
      path,
      decision: "allow",
      digest: digestOf(path, files),
      files,
      at: new Date().toISOString(),
    });
  }

  deny(path: string): void {
    this.#write({ format: 1, path, decision: "deny", digest: "", files: [], at: new Date().toISOString() });
  }

  /** Returns whether there was anything to forget. */
  forget(path: string): boolean {
    if (this.recordOf(path) === undefined) return false;
    unlinkSync(this.fileOf(path));
    return true;
  }

  fileOf(path: string): string {
    return join(this.folder, `${sha256(path)}.json`);
  }

  #write(record: TrustRecord): void {
    writePrivateFile(this.fileOf(record.path), `${JSON.stringify(record, null, 2)}\n`, { durable: true });
  }
}

/** The token of an approval: absolute path plus path and content of every covered file. */
export function digestOf(path: string, files: readonly CoveredFile[]): string {
  const lines = files.map((file) => `${file.sha256} ${file.path}`).sort();
  return sha256([realPath(path), ...lines].join("\n"));
}

export function coverFile(path: string, content: string | Uint8Array): CoveredFile {
  return { path, sha256: sha256(content) };
}

/** A link that is pointed elsewhere is another file. */
function realPath(path: string): string {
  try {
    return `${path}\n${realpathSync(path)}`;
  } catch {
    return path; // named but not there: the digest of the path alone
  }
}

function readRecord(file: string): TrustRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isRecord(value) && value["format"] === 1 && typeof value["path"] === "string"
      ? (value as unknown as TrustRecord)
      : undefined;
  } catch {
    return undefined; // absent or damaged: nothing is approved
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return []; // nothing was ever approved
  }
}
