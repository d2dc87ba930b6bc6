/**
 * The user's decisions about files of others, by the file's name in its repository. An approval is a version: the hooks
 * as they were, and their hashes. Several versions of a file may be approved, as for the branches of a repository.
 * Stored outside every project; only `snaphook trust`, `untrust` and `deny` write to it. Each file is signed by the
 * installation: an edited one approves nothing, and its guards count as broken (`trust-status.ts`).
 */
import { existsSync, lstatSync, readdirSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { CoveredFile, HookSpec } from "../../core/hooks/hook.js";
import { canonicalJson, isRecord } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import { writePrivateFile } from "../../disk/files.js";
import { isSigned, signedJson } from "../../disk/install-key.js";
import type { Scope } from "../contract.js";

export interface ApprovedHook {
  readonly token: string;
  readonly hook: HookSpec;
  readonly files: readonly CoveredFile[];
}

export interface ApprovedVersion {
  /** ISO time of the approval. */
  readonly at: string;
  /** The hash that a script passes to approve exactly this. */
  readonly digest: string;
  readonly hooks: readonly ApprovedHook[];
  /** All covered files, including the config itself. */
  readonly files: readonly CoveredFile[];
}

export interface TrustRecord {
  readonly format: 2;
  readonly name: string;
  /** The file as the user saw it. */
  readonly path: string;
  readonly decision: "allow" | "deny";
  /** Only its `prompt` hooks may run. */
  readonly promptOnly?: true;
  readonly scope: Scope;
  readonly dialect: string;
  /** Project root when it was approved; unknown for older approvals. */
  readonly root?: string;
  /** The project enabled this file of another system; disabling it later does not revoke the approval. */
  readonly askedByProject?: true;
  /** Newest last. */
  readonly versions: readonly ApprovedVersion[];
  /** ISO time of the decision. */
  readonly at: string;
  /** Not written by Snaphook: nothing in it counts. Never part of the file. */
  readonly unsigned?: true;
}

/** Maximum number of versions, enough for switching branches; older ones have to be approved again. */
const MOST_VERSIONS = 20;
/** Larger files are reported as changed without a diff. */
const MOST_COPIED_BYTES = 256 * 1024;

export class TrustStore {
  readonly folder: string;

  constructor(readonly dataFolder: string) {
    this.folder = join(dataFolder, "trust");
  }

  recordOf(name: string): TrustRecord | undefined {
    const file = this.fileOf(name);
    const record = readRecord(file, this.dataFolder);
    if (record?.name === name) return record;
    // An invalid file was a record, and one that cannot be reached may be: they do not count as undecided.
    return isThere(file) || (isThere(this.folder) && !existsSync(this.folder))
      ? { ...NO_RECORD, name, path: record?.path ?? name, unsigned: true }
      : undefined;
  }

  list(): TrustRecord[] {
    return listFolder(this.folder)
      .map((file) => readRecord(join(this.folder, file), this.dataFolder))
      .filter((record) => record !== undefined)
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Added to earlier approvals: a version may come back. `copies`: the bytes of covered files by hash. */
  allow(
    facts: Omit<TrustRecord, "format" | "decision" | "versions" | "at">,
    version: Omit<ApprovedVersion, "at">,
    copies: ReadonlyMap<string, Uint8Array>,
  ): void {
    const at = new Date().toISOString();
    const before = this.recordOf(facts.name);
    const kept = before?.decision === "allow" && !before.unsigned ? before.versions : [];
    const others = kept
      .filter((one) => one.digest !== version.digest && !isCoveredBy(one, version))
      .slice(1 - MOST_VERSIONS);
    for (const [hash, bytes] of copies)
      if (bytes.length <= MOST_COPIED_BYTES) writePrivateFile(this.#copyOf(hash), bytes);
    this.#write({ format: 2, ...facts, decision: "allow", versions: [...others, { ...version, at }], at });
  }

  deny(facts: Omit<TrustRecord, "format" | "decision" | "versions" | "at">): void {
    this.#write({ format: 2, ...facts, decision: "deny", versions: [], at: new Date().toISOString() });
  }

  /** Signs the record as it is, after the user reviewed it. */
  sign({ unsigned: _, ...record }: TrustRecord): void {
    this.#write(record);
  }

  /** Returns true if there was anything to remove. */
  forget(name: string): boolean {
    if (this.recordOf(name) === undefined) return false;
    unlinkSync(this.fileOf(name));
    return true;
  }

  /** Content of an approved file; undefined if it was too large to keep. */
  copyOf(hash: string): Buffer | undefined {
    try {
      return readFileSync(this.#copyOf(hash));
    } catch {
      return undefined;
    }
  }

  fileOf(name: string): string {
    return join(this.folder, `${sha256(name)}.json`);
  }

  #copyOf(hash: string): string {
    return join(this.folder, "copies", hash);
  }

  #write(record: TrustRecord): void {
    writePrivateFile(this.fileOf(record.name), signedJson(this.dataFolder, "trust", record), { durable: true });
  }
}

/** Only a missing name means absent: not a dangling link, nor a folder that cannot be entered. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** The same content with fewer covered files: an older approval must not outlive one that covers more. */
function isCoveredBy(older: ApprovedVersion, newer: Omit<ApprovedVersion, "at">): boolean {
  const covered = new Set(newer.files.map(({ path, sha256: hash }) => `${hash} ${path}`));
  const hooks = new Set(newer.hooks.map(({ hook }) => canonicalJson(hook)));
  return (
    older.files.length < newer.files.length &&
    older.files.every(({ path, sha256: hash }) => covered.has(`${hash} ${path}`)) &&
    older.hooks.every(({ hook }) => hooks.has(canonicalJson(hook)))
  );
}

const NO_RECORD = { format: 2, decision: "allow", scope: "project", dialect: "native", versions: [], at: "" } as const;

function readRecord(file: string, dataFolder: string): TrustRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isRecord(value) || typeof value["path"] !== "string") return undefined;
    const { signature: _, unsigned: __, ...fields } = value;
    const mark = isSigned(dataFolder, "trust", value) ? {} : ({ unsigned: true } as const);
    if (value["format"] === 1) return { ...ofFirstFormat(fields as unknown as FirstFormat), ...mark };
    return value["format"] === 2 && typeof value["name"] === "string" && isVersions(value["versions"])
      ? { ...(fields as unknown as TrustRecord), ...mark }
      : undefined;
  } catch {
    return undefined; // missing or damaged
  }
}

/** Fields of an edited file that could mislead readers. */
function isVersions(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => isRecord(one) && Array.isArray(one["hooks"]));
}

interface FirstFormat {
  readonly path: string;
  readonly decision: "allow" | "deny";
  readonly at: string;
}

/** It contains no hooks: the approval counts as changed and has to be renewed. */
function ofFirstFormat({ path, decision, at }: FirstFormat): TrustRecord {
  return { format: 2, name: path, path, decision, scope: "project", dialect: "native", versions: [], at };
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return []; // nothing was ever approved
  }
}
