/**
 * `snaphook away`: the user is not at this machine and answers questions later, so calls wait for an answer. Signed by the
 * installation: otherwise an agent could make the calls of others wait.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Confirmed } from "../core/ports.js";
import { parseObject } from "../core/text/json.js";
import { readPlainFile, writePrivateFile } from "../disk/files.js";
import { isSigned, signedJson } from "../disk/install-key.js";

export interface Away {
  readonly from: number;
  readonly until: number;
  readonly by: Confirmed["by"];
}

/** What the file holds; `damaged` and `unsigned` count as not away. */
export type AwayState = Away | "none" | "over" | "damaged" | "unsigned";

const FORMAT = 1;
/** The request that tells the daemon about a new file, or that it was removed. */
export const AWAY_CHANGED = { method: "POST", path: "/v1/away", body: {} } as const;
export const LONGEST_AWAY_MS = 24 * 60 * 60_000;

export function awayFile(data: string): string {
  return join(data, "away.json");
}

/** Undefined if the user is not away, or this installation did not write the file. */
export function readAway(data: string, now = Date.now()): Away | undefined {
  const state = awayState(data, now);
  return typeof state === "string" ? undefined : state;
}

export function awayState(data: string, now = Date.now()): AwayState {
  let text: string;
  try {
    text = readPlainFile(awayFile(data)).toString("utf8");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "none" : "damaged";
  }
  const value = parseObject(text);
  if (value === undefined || value["format"] !== FORMAT) return "damaged";
  if (!isSigned(data, "away", value)) return "unsigned";
  const { from, until, by } = value as unknown as Away;
  return from <= now && now < until && until - from <= LONGEST_AWAY_MS ? { from, until, by } : "over";
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
