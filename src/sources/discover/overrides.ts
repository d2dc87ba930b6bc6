/**
 * What a person set for a hook by its id: whether it is switched on, and its mode. Kept apart from the files, so that no
 * approval is lost (CF-19).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HookSpec } from "../../core/hooks/hook.js";
import { isRecord } from "../../core/text/json.js";
import { writePrivateFile } from "../../disk/files.js";
import type { Overrides } from "../compile/assemble.js";

export function overridesFile(configFolder: string): string {
  return join(configFolder, "overrides.json");
}

/** Undefined when the file is damaged. */
export function parseOverrides(text: string | undefined): Overrides | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    const read = <T>(key: string, accepts: (one: unknown) => one is T): Readonly<Record<string, T>> => {
      const part = isRecord(value) && isRecord(value[key]) ? value[key] : {};
      return Object.fromEntries(Object.entries(part).filter((pair): pair is [string, T] => accepts(pair[1])));
    };
    return { enabled: read("enabled", isBoolean), mode: read("mode", isMode) };
  } catch {
    return undefined;
  }
}

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isMode = (value: unknown): value is HookSpec["mode"] => value === "enforce" || value === "observe";

export function writeOverride(
  configFolder: string,
  id: string,
  change: Partial<Pick<HookSpec, "enabled" | "mode">>,
): void {
  const file = overridesFile(configFolder);
  let text: string | undefined;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    text = undefined; // the first switch makes the file
  }
  const known = parseOverrides(text);
  if (known === undefined) throw new Error(`${file} is damaged; repair or remove it`);
  const enabled = change.enabled === undefined ? known.enabled : { ...known.enabled, [id]: change.enabled };
  const mode = change.mode === undefined ? known.mode : { ...known.mode, [id]: change.mode };
  const written = { enabled, ...(Object.keys(mode).length > 0 ? { mode } : {}) };
  writePrivateFile(file, `${JSON.stringify(written, null, 2)}\n`);
}
