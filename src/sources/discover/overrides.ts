/**
 * The user's overrides of a hook by its id: enabled and mode. Separate from the files, so that no approval is lost
 * (CF-19). Signed by the installation: an unsigned override cannot loosen anything.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HookSpec } from "../../core/hooks/hook.js";
import { isRecord } from "../../core/text/json.js";
import { writePrivateFile } from "../../disk/files.js";
import { isSigned, signedJson } from "../../disk/install-key.js";
import type { Overrides } from "../compile/assemble.js";

interface Folders {
  readonly config: string;
  readonly data: string;
}

export function overridesFile(configFolder: string): string {
  return join(configFolder, "overrides.json");
}

/** Undefined if the file is damaged. `data` contains the installation key. */
export function parseOverrides(text: string | undefined, data: string): Overrides | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    const read = <T>(key: string, accepts: (one: unknown) => one is T): Readonly<Record<string, T>> => {
      const part = isRecord(value) && isRecord(value[key]) ? value[key] : {};
      return Object.fromEntries(Object.entries(part).filter((pair): pair is [string, T] => accepts(pair[1])));
    };
    const [enabled, mode] = [read("enabled", isBoolean), read("mode", isMode)];
    const isEmpty = Object.keys({ ...enabled, ...mode }).length === 0;
    return { enabled, mode, signed: isEmpty || (isRecord(value) && isSigned(data, "overrides", value)) };
  } catch {
    return undefined;
  }
}

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isMode = (value: unknown): value is HookSpec["mode"] => value === "enforce" || value === "observe";

/** Throws on a disk error, or if the file contains unreviewed entries. */
export function writeOverride(
  { config, data }: Folders,
  id: string,
  change: Partial<Pick<HookSpec, "enabled" | "mode">>,
): void {
  const file = overridesFile(config);
  let text: string | undefined;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    text = undefined; // the first override creates the file
  }
  const known = parseOverrides(text, data);
  if (known === undefined) throw new Error(`${file} is damaged; repair or remove it`);
  if (!known.signed) throw new Error(`${file} was not written by Snaphook; review it with \`snaphook sign\``);
  const enabled = change.enabled === undefined ? known.enabled : { ...known.enabled, [id]: change.enabled };
  const mode = change.mode === undefined ? known.mode : { ...known.mode, [id]: change.mode };
  writeOverrides({ config, data }, { enabled, mode });
}

/** Throws on a disk error. Signs its input: only for `writeOverride`, and after a review. */
export function writeOverrides(
  { config, data }: Folders,
  { enabled, mode }: Pick<Overrides, "enabled" | "mode">,
): void {
  const written = { enabled, ...(Object.keys(mode).length > 0 ? { mode } : {}) };
  writePrivateFile(overridesFile(config), signedJson(data, "overrides", written));
}
