/**
 * What the user has permitted for people and scripts that Snaphook cannot recognise: commands that scripts may use, and
 * further programs that open terminals. Signed: an entry that Snaphook did not write counts for nothing.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../core/text/json.js";
import { writePrivateFile } from "../../disk/files.js";
import { isSigned, signedJson } from "../../disk/install-key.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { isRootsNamespace, pidNamespace } from "../../runtime/platform/process-view.js";

export interface Permits {
  /** Commands that make things less strict and need no person. */
  readonly scripts: readonly string[];
  /** Program files, or folders of them, that open terminals for people. */
  readonly terminals: readonly string[];
}

type Folders = Pick<AppPaths, "config" | "data">;

/** `approve`, `sign` and `permit` always need a person; `trust` has `--hash` for scripts. */
export const SCRIPTABLE = [
  "add",
  "deny",
  "disable",
  "enable",
  "enforce",
  "except",
  "forget",
  "install",
  "memory",
  "observe",
  "off",
  "on",
  "private",
  "remember",
  "remove",
  "uninstall",
  "untrust",
] as const;

export const NO_PERMITS: Permits = { scripts: [], terminals: [] };

export function permitsFile({ config }: Pick<AppPaths, "config">): string {
  return join(config, "permits.json");
}

export function readPermits(places: Folders): Permits {
  const { signed, permits } = parsePermits(textOf(permitsFile(places)), places.data);
  return signed ? permits : NO_PERMITS;
}

/** `data` holds the key of the installation. */
export function parsePermits(text: string | undefined, data: string): { signed: boolean; permits: Permits } {
  const value = asJson(text);
  if (value === undefined) return { signed: true, permits: NO_PERMITS };
  const permits = { scripts: texts(value["scripts"]), terminals: texts(value["terminals"]) };
  return { signed: isSigned(data, "permits", value), permits };
}

/** Throws when the disk refuses. */
export function writePermits(places: Folders, permits: Permits): void {
  writePrivateFile(permitsFile(places), signedJson(places.data, "permits", { format: 1, ...permits }));
}

function namespaceFile({ data }: Pick<AppPaths, "data">): string {
  return join(data, "namespace.json");
}

/** The PID namespace that Snaphook was installed in: there, the processes above a command are seen. */
export function installedNamespace(places: Pick<AppPaths, "data">): string | undefined {
  const value = asJson(textOf(namespaceFile(places)));
  const signed = value !== undefined && isSigned(places.data, "namespace", value);
  return signed && typeof value["pid"] === "string" ? value["pid"] : undefined;
}

/** For `install`. Throws when the disk refuses. A namespace that any user can make does not replace a known one. */
export function recordNamespace(places: Pick<AppPaths, "data">): void {
  const pid = pidNamespace();
  const known = installedNamespace(places);
  if (pid === undefined || pid === known || (known !== undefined && !isRootsNamespace())) return;
  writePrivateFile(namespaceFile(places), signedJson(places.data, "namespace", { format: 1, pid }));
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function asJson(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // damaged
  }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
