/**
 * The file of paused hooks, current and past: private, short, signed by the installation, and ignored if damaged or
 * unsigned.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LONGEST_OFF_MS, type OffScope, type OffSwitch } from "../../core/hooks/off-switch.js";
import { isRecord } from "../../core/text/json.js";
import { ensurePrivateFolder, writePrivateFile } from "../../disk/files.js";
import { isSigned, signedJson } from "../../disk/install-key.js";
import { takeShortLock } from "../../disk/short-lock.js";

const FORMAT = 1;
/** Number of past entries kept. */
const KEPT = 50;

export function offFile(dataFolder: string): string {
  return join(dataFolder, "off.json");
}

export interface OffList {
  /** True if it is usable: otherwise nothing is off. */
  readonly state: "good" | "damaged" | "unsigned";
  readonly switches: readonly OffSwitch[];
}

/** `dataFolder` contains the installation key. */
export function parseOff(text: string | undefined, dataFolder: string): OffList {
  if (text === undefined) return { state: "good", switches: [] };
  const damaged = { state: "damaged", switches: [] } as const;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || value["format"] !== FORMAT || !Array.isArray(value["switches"])) return damaged;
    const switches = value["switches"].map(readSwitch);
    if (!switches.every((one) => one !== undefined)) return damaged;
    return { state: isSigned(dataFolder, "off", value) ? "good" : "unsigned", switches };
  } catch {
    return damaged;
  }
}

/** Current and past entries, as far as Snaphook wrote them. */
export function readOff(dataFolder: string): readonly OffSwitch[] {
  try {
    const { state, switches } = parseOff(readFileSync(offFile(dataFolder), "utf8"), dataFolder);
    return state === "good" ? switches : [];
  } catch {
    return []; // nothing was ever switched off
  }
}

/** Rejects on a disk error. An unusable file is replaced. */
export async function changeOff(
  dataFolder: string,
  change: (known: readonly OffSwitch[]) => readonly OffSwitch[],
): Promise<void> {
  ensurePrivateFolder(dataFolder);
  const release = await takeShortLock(`${offFile(dataFolder)}.lock`);
  try {
    writeOff(dataFolder, change(readOff(dataFolder)));
  } finally {
    release();
  }
}

/** Throws on a disk error. Signs its input: only for `changeOff`, and after a review. */
export function writeOff(dataFolder: string, switches: readonly OffSwitch[]): void {
  const kept = { format: FORMAT, switches: switches.slice(-KEPT) };
  writePrivateFile(offFile(dataFolder), signedJson(dataFolder, "off", kept));
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
