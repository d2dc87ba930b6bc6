/** The manifest beside a backup. It is signed, so that a backup which was changed or came from elsewhere is known as such. */
import type { Backup, BackupKind, BackupManifest, BackupOrigin } from "../../core/records/backup.js";
import { isRecord, parseObject } from "../../core/text/json.js";
import { writePrivateFile } from "../../disk/files.js";
import { isSigned, signedJson } from "../../disk/install-key.js";
import { readFirstBytes } from "../../disk/plain-file.js";

const MOST_BYTES = 10_000;
const KINDS: readonly BackupKind[] = ["manual", "interval", "upgrade", "uninstall"];

export function manifestFile(backup: string): string {
  return `${backup}.json`;
}

/** A foreign backup stays one: it is not signed. Throws on a disk error. */
export function writeManifest(
  data: string,
  backup: string,
  manifest: BackupManifest,
  origin: BackupOrigin = "own",
): void {
  const text = origin === "own" ? signedJson(data, "backup", manifest) : `${JSON.stringify(manifest, null, 2)}\n`;
  writePrivateFile(manifestFile(backup), text, { durable: true });
}

/** Undefined if there is none that can be read. */
export function readManifest(data: string, backup: string): Backup | undefined {
  const fields = readFields(backup);
  const manifest = fields === undefined ? undefined : asManifest(fields);
  if (fields === undefined || manifest === undefined) return undefined;
  const origin: BackupOrigin = isSigned(data, "backup", fields) ? "own" : "foreign";
  return { ...manifest, file: backup, origin };
}

function readFields(backup: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parseObject(readFirstBytes(manifestFile(backup), MOST_BYTES).toString("utf8"));
  } catch {
    return undefined; // there is none, or it is not a plain file
  }
}

function asManifest(fields: Readonly<Record<string, unknown>>): BackupManifest | undefined {
  const { format, at, kind, version, schema, counts, activities, bytes, sha256 } = fields;
  const { events, sessions, memories } = isRecord(counts) ? counts : {};
  const numbers = [at, schema, events, sessions, memories, bytes];
  const isManifest =
    format === 1 &&
    numbers.every((one) => typeof one === "number" && Number.isFinite(one)) &&
    KINDS.includes(kind as BackupKind) &&
    typeof version === "string" &&
    typeof activities === "boolean" &&
    typeof sha256 === "string";
  if (!isManifest) return undefined;
  return {
    format,
    at,
    kind,
    version,
    schema,
    counts: { events, sessions, memories },
    activities,
    bytes,
    sha256,
  } as BackupManifest;
}
