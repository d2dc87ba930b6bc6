/** The file of what is switched off for a while, and of what was: private, short, and worth nothing when damaged. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LONGEST_OFF_MS, type OffScope, type OffSwitch } from "../../core/hooks/off-switch.js";
import { isRecord } from "../../core/text/json.js";
import { ensurePrivateFolder, writePrivateFile } from "../../disk/files.js";
import { takeShortLock } from "../../disk/short-lock.js";

const FORMAT = 1;
/** How many of the last ones are remembered. */
const KEPT = 50;

export function offFile(dataFolder: string): string {
  return join(dataFolder, "off.json");
}

/** Undefined when anything in it is not as we write it: then nothing is off. */
export function parseOff(text: string | undefined): readonly OffSwitch[] | undefined {
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || value["format"] !== FORMAT || !Array.isArray(value["switches"])) return undefined;
    const switches = value["switches"].map(readSwitch);
    return switches.every((one) => one !== undefined) ? switches : undefined;
  } catch {
    return undefined;
  }
}

export function readOff(dataFolder: string): readonly OffSwitch[] | undefined {
  try {
    return parseOff(readFileSync(offFile(dataFolder), "utf8"));
  } catch {
    return []; // nothing was ever switched off
  }
}

/** Rejects when the disk refuses. A damaged file is replaced. */
export async function changeOff(
  dataFolder: string,
  change: (known: readonly OffSwitch[]) => readonly OffSwitch[],
): Promise<void> {
  ensurePrivateFolder(dataFolder);
  const release = await takeShortLock(`${offFile(dataFolder)}.lock`);
  try {
    const switches = change(readOff(dataFolder) ?? []).slice(-KEPT);
    writePrivateFile(offFile(dataFolder), `${JSON.stringify({ format: FORMAT, switches }, null, 2)}\n`);
  } finally {
    release();
  }
}

function readSwitch(value: unknown): OffSwitch | undefined {
  if (!isRecord(value) || !isRecord(value["by"])) return undefined;
  const what = readScope(value["what"]);
  const { from, until, endedAt } = value;
  const { user, terminal } = value["by"];
  if (what === undefined || !isTime(from) || !isTime(until) || !(endedAt === undefined || isTime(endedAt)))
    return undefined;
  if (until <= from || until - from > LONGEST_OFF_MS || typeof user !== "string" || typeof terminal !== "string")
    return undefined;
  return { what, from, until, by: { user, terminal }, ...(endedAt === undefined ? {} : { endedAt }) };
}

function readScope(value: unknown): OffScope | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, id, path } = value;
  if (kind === "all") return { kind };
  if (kind === "project") return typeof path === "string" && path.startsWith("/") ? { kind, path } : undefined;
  return (kind === "hook" || kind === "session") && typeof id === "string" ? { kind, id } : undefined;
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
