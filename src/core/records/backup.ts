/** A backup: one file with a copy of the store, and a manifest beside it, which is written last. */

/** Why it was made. Only the kinds `interval` and `upgrade` are removed automatically. */
export type BackupKind = "manual" | "interval" | "upgrade" | "uninstall";

export interface BackupCounts {
  readonly events: number;
  readonly sessions: number;
  readonly memories: number;
}

export interface BackupManifest {
  readonly format: 1;
  readonly at: number;
  readonly kind: BackupKind;
  /** Of the program that made it. */
  readonly version: string;
  /** Of the store. */
  readonly schema: number;
  readonly counts: BackupCounts;
  /** False: tool calls were left out. */
  readonly activities: boolean;
  readonly bytes: number;
  readonly sha256: string;
}

/** `foreign`: made by another installation, or changed since: its memories count as imported. */
export type BackupOrigin = "own" | "foreign";

export interface Backup extends BackupManifest {
  readonly file: string;
  readonly origin: BackupOrigin;
}
