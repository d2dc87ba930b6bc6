/** Removes forgotten or private data from backups and from stores that were set aside. Each file is exchanged as a whole. */
import { existsSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import type { ForgetSources, ForgetWhat } from "../../core/records/memory-store.js";
import { syncPath } from "../../disk/files.js";
import { copyPlainFile } from "../../disk/plain-file.js";
import { removeFile } from "../../disk/short-lock.js";
import { removeDatabase, withDatabase } from "../../store/backup/copy-store.js";
import { inspectCopy, schemaOf } from "../../store/backup/inspect-copy.js";
import { asOneFile } from "../../store/backup/prepare-store.js";
import type { EmbeddedStore } from "../../store/embedded-store.js";
import { completeBackup } from "./make-backup.js";
import { readManifest } from "./manifest.js";
import { openCopy } from "./open-copy.js";
import { partialName } from "./sweep.js";

export type Gone = ForgetWhat | { readonly private: string };

export interface ForgetRequest {
  readonly files: readonly string[];
  readonly what: Gone;
  /** What the store in use removed with it. */
  readonly also: ForgetSources;
  /** False: only looks. */
  readonly apply: boolean;
  readonly data: string;
}

export interface CopyLook {
  readonly file: string;
  /** `holds`: it was removed, if that was asked for. `unreadable`: it may hold it. */
  readonly state: "holds" | "clean" | "unreadable";
  readonly why?: string;
}

/** Never rejects. A file that fails stays as it is, and the others are looked at. */
export async function forgetInCopies({
  files,
  ...request
}: ForgetRequest): Promise<{ readonly copies: readonly CopyLook[] }> {
  const copies: CopyLook[] = [];
  for (const file of files) copies.push(await forgetInCopy(file, request));
  return { copies };
}

async function forgetInCopy(
  file: string,
  { what, also, apply, data }: Omit<ForgetRequest, "files">,
): Promise<CopyLook> {
  const partial = partialName(file);
  try {
    schemaOf(file);
    copyPlainFile(file, partial);
    // The changes of a store that was set aside may still be in its log.
    if (existsSync(`${file}-wal`)) copyPlainFile(`${file}-wal`, `${partial}-wal`);
    const store = openCopy(partial);
    const holds = await removeFrom(store, what, also).finally(() => store.close());
    if (holds && apply) exchange(data, partial, file);
    removeDatabase(partial);
    return { file, state: holds ? "holds" : "clean" };
  } catch (error) {
    removeDatabase(partial);
    return { file, state: "unreadable", why: (error as Error).message };
  }
}

/** True if there was something to remove. */
async function removeFrom(store: EmbeddedStore, what: Gone, also: ForgetSources): Promise<boolean> {
  const { events } = await store.size();
  if ("private" in what) {
    const known = (await store.session(what.private)) !== undefined;
    return (await store.makePrivate(what.private)) > 0 || known;
  }
  const { memories, turns } = await store.forget(what, false, also);
  return memories.length + turns > 0 || (await store.size()).events < events;
}

function exchange(data: string, partial: string, file: string): void {
  asOneFile(partial);
  withDatabase(partial, (db) => db.exec("VACUUM")); // no deleted text in a page
  asOneFile(partial);
  const manifest = readManifest(data, file);
  if (manifest !== undefined) return completeBackup(data, partial, file, manifest, manifest.origin);
  inspectCopy(partial);
  for (const part of ["-wal", "-shm"]) removeFile(file + part); // its changes are in the new file
  renameSync(partial, file);
  syncPath(dirname(file));
}
