/**
 * `snaphook away`: the user is not at this machine and answers questions later, so calls wait for an answer. Signed by the
 * installation: otherwise an agent could make the calls of others wait.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Confirmed } from "../core/ports.js";
import { isRecord } from "../core/text/json.js";
import { writePrivateFile } from "../disk/files.js";
import { isSigned, signedJson } from "../disk/install-key.js";

export interface Away {
  readonly from: number;
  readonly until: number;
  readonly by: Confirmed["by"];
}

const FORMAT = 1;
export const LONGEST_AWAY_MS = 24 * 60 * 60_000;

export function awayFile(data: string): string {
  return join(data, "away.json");
}

/** Undefined if the user is not away, or this installation did not write the file. */
export function readAway(data: string, now = Date.now()): Away | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(awayFile(data), "utf8"));
    if (!isRecord(value) || value["format"] !== FORMAT || !isSigned(data, "away", value)) return undefined;
    const { from, until, by } = value as unknown as Away;
    return from <= now && now < until && until - from <= LONGEST_AWAY_MS ? { from, until, by } : undefined;
  } catch {
    return undefined;
  }
}

/** Throws on a disk error. Only after a person agreed. */
export function writeAway(data: string, { from, until, by }: Away): void {
  const fields = { format: FORMAT, from, until, by: { user: by.user, terminal: by.terminal } };
  writePrivateFile(awayFile(data), signedJson(data, "away", fields));
}

/** Throws on a disk error. */
export function endAway(data: string): void {
  rmSync(awayFile(data), { force: true });
}
