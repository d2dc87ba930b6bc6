/** The relevant content of a covered file: all of it, some keys of a JSON file, or module names in a directory. */
import { join } from "node:path";
import type { CoveredFile } from "../../core/hooks/hook.js";
import { isRecord } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import { COMMON_NAMES, isCommonName } from "../coverage/python-names.js";

export interface PartReader {
  /** Undefined if it is not a plain file. */
  bytes(path: string): Uint8Array | undefined;
  list(folder: string): string[];
  exists(path: string): boolean;
}

export type CoveredPart = Omit<CoveredFile, "sha256" | "seen">;

/** A missing file has the hash of empty content. */
export function hashPart({ path, keys, modules }: CoveredPart, reader: PartReader): string {
  if (modules !== undefined) return sha256(modulesIn(path, modules, reader).join("\n"));
  const bytes = reader.bytes(path);
  return sha256(keys === undefined || bytes === undefined ? (bytes ?? "") : valuesOf(bytes, keys));
}

/** A file that is not JSON counts as a whole. */
function valuesOf(bytes: Uint8Array, keys: readonly string[]): string | Uint8Array {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    const values = keys.map((key) => [key, valueAt(value, key.split("."))]).filter(([, found]) => found !== undefined);
    return values.length === 0 ? "" : JSON.stringify(values);
  } catch {
    return bytes;
  }
}

/** `scripts.lint:fix` and names with dots: an exact key takes precedence. */
function valueAt(value: unknown, keys: readonly string[]): unknown {
  if (keys.length === 0) return value;
  if (!isRecord(value)) return undefined;
  const whole = keys.join(".");
  if (Object.hasOwn(value, whole)) return value[whole];
  const [first = "", ...rest] = keys;
  return Object.hasOwn(value, first) ? valueAt(value[first], rest) : undefined;
}

const MODULE = /^([A-Za-z_]\w*)(?:\.(?:py|pyc|pyd|so|[\w-]+\.so|[\w-]+\.pyd))?$/;

/** Files and directories that would be loaded under one of these names. */
function modulesIn(folder: string, names: readonly string[], reader: PartReader): string[] {
  const endings = names.filter((name) => name.startsWith("*")).map((name) => name.slice(1));
  const common = names.includes(COMMON_NAMES);
  return reader.list(folder).filter((entry) => {
    if (endings.some((ending) => entry.endsWith(ending))) return true;
    const name = MODULE.exec(entry)?.[1];
    if (name === undefined) return false;
    if (names.includes(name)) return true;
    // A directory without __init__ does not take precedence over a module found elsewhere.
    return common && isCommonName(name) && (entry !== name || isPackage(join(folder, entry), reader));
  });
}

function isPackage(folder: string, reader: PartReader): boolean {
  return ["__init__.py", "__init__.pyc"].some((name) => reader.exists(join(folder, name)));
}
