/** Hooks the person switched on or off by id. Kept apart from the files, so that no approval is lost (CF-19). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
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
    const enabled = isRecord(value) && isRecord(value["enabled"]) ? value["enabled"] : {};
    return Object.fromEntries(
      Object.entries(enabled).filter((pair): pair is [string, boolean] => typeof pair[1] === "boolean"),
    );
  } catch {
    return undefined;
  }
}

export function writeOverride(configFolder: string, id: string, enabled: boolean): void {
  const file = overridesFile(configFolder);
  let text: string | undefined;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    text = undefined; // the first switch makes the file
  }
  const known = parseOverrides(text);
  if (known === undefined) throw new Error(`${file} is damaged; repair or remove it`);
  const next = { ...known, [id]: enabled };
  writePrivateFile(file, `${JSON.stringify({ enabled: next }, null, 2)}\n`);
}
