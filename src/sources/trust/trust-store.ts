/**
 * What the person has decided about files that are not their own, by the file's name in its repository. An approval is
 * a version: the hooks as they were, and their tokens. Several versions of a file may be approved, as of the branches of
 * a repository. Lives outside every project; only `snaphook trust`, `untrust` and `deny` write to it.
 */
import { readdirSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { CoveredFile, HookSpec } from "../../core/hooks/hook.js";
import { canonicalJson, isRecord } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import { writePrivateFile } from "../../disk/files.js";
import type { Scope } from "../contract.js";

export interface ApprovedHook {
  readonly token: string;
  readonly hook: HookSpec;
  readonly files: readonly CoveredFile[];
}

export interface ApprovedVersion {
  /** ISO time of the approval. */
  readonly at: string;
  /** What a script passes to approve this and nothing else. */
  readonly digest: string;
  readonly hooks: readonly ApprovedHook[];
  /** Every file it covers, the config itself among them. */
  readonly files: readonly CoveredFile[];
}

export interface TrustRecord {
  readonly format: 2;
  readonly name: string;
  /** The file as the person saw it. */
  readonly path: string;
  readonly decision: "allow" | "deny";
  /** Of what is approved only `prompt` hooks may run. */
  readonly promptOnly?: true;
  readonly scope: Scope;
  readonly dialect: string;
  /** The project asked for this file of another system, so that not asking any more takes nothing back. */
  readonly askedByProject?: true;
  /** The newest is the last. */
  readonly versions: readonly ApprovedVersion[];
  /** ISO time of the decision. */
  readonly at: string;
}

/** Branches that somebody goes to and fro between; older approvals have to be given again. */
const MOST_VERSIONS = 20;
/** Larger files are told to have changed, without their lines. */
const MOST_COPIED_BYTES = 256 * 1024;

export class TrustStore {
  readonly folder: string;

  constructor(dataFolder: string) {
    this.folder = join(dataFolder, "trust");
  }

  recordOf(name: string): TrustRecord | undefined {
    return readRecord(this.fileOf(name));
  }

  list(): TrustRecord[] {
    return listFolder(this.folder)
      .map((file) => readRecord(join(this.folder, file)))
      .filter((record) => record !== undefined)
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Beside what was approved before: a version may come back. `copies`: the bytes of covered files by their hash. */
  allow(
    facts: Omit<TrustRecord, "format" | "decision" | "versions" | "at">,
    version: Omit<ApprovedVersion, "at">,
    copies: ReadonlyMap<string, Uint8Array>,
  ): void {
    const at = new Date().toISOString();
    const before = this.recordOf(facts.name);
    const kept = before?.decision === "allow" ? before.versions : [];
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

  /** Returns whether there was anything to forget. */
  forget(name: string): boolean {
    if (this.recordOf(name) === undefined) return false;
    unlinkSync(this.fileOf(name));
    return true;
  }

  /** What an approved file held; undefined when it was too large to keep. */
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
    writePrivateFile(this.fileOf(record.name), `${JSON.stringify(record, null, 2)}\n`, { durable: true });
  }
}

/** The same content with fewer files covered: what an older Snaphook approved must not outlive what covers more. */
function isCoveredBy(older: ApprovedVersion, newer: Omit<ApprovedVersion, "at">): boolean {
  const covered = new Set(newer.files.map(({ path, sha256: hash }) => `${hash} ${path}`));
  const hooks = new Set(newer.hooks.map(({ hook }) => canonicalJson(hook)));
  return (
    older.files.length < newer.files.length &&
    older.files.every(({ path, sha256: hash }) => covered.has(`${hash} ${path}`)) &&
    older.hooks.every(({ hook }) => hooks.has(canonicalJson(hook)))
  );
}

function readRecord(file: string): TrustRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isRecord(value) || typeof value["path"] !== "string") return undefined;
    if (value["format"] === 1) return ofFirstFormat(value as unknown as FirstFormat);
    return value["format"] === 2 && typeof value["name"] === "string" && Array.isArray(value["versions"])
      ? (value as unknown as TrustRecord)
      : undefined;
  } catch {
    return undefined; // absent or damaged: nothing is approved
  }
}

interface FirstFormat {
  readonly path: string;
  readonly decision: "allow" | "deny";
  readonly at: string;
}

/** It kept no hooks: what was approved counts as changed, and is asked about again. */
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
