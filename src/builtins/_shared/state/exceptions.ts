/**
 * Exceptions: one exact call, or effects that a rule names, in one project, which a guard lets through until an expiry
 * time. The file is in our data directory, where no agent tool may write. Only `snaphook except` and `snaphook approve
 * --rule` add to it, and the installation key signs it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BasePayload } from "../../../core/events/payload.js";
import { callHash } from "../../../core/records/call-hash.js";
import { isRecord } from "../../../core/text/json.js";
import { sha256 } from "../../../disk/digest.js";
import { ensurePrivateFolder, writePrivateFile } from "../../../disk/files.js";
import { isSigned, signedJson } from "../../../disk/install-key.js";
import { KEYED, keyedHash } from "../../../disk/keyed-hash.js";
import { takeShortLock } from "../../../disk/short-lock.js";
import { type EffectRule, isEffectRule } from "../../../effects/lasting/rule.js";

export interface Exception {
  /** Name of the built-in. */
  readonly guard: string;
  /** Hash of the exact tool and input; or else… */
  readonly call?: string;
  /** …the effects that it covers. */
  readonly rule?: EffectRule;
  readonly project: string;
  readonly from: number;
  readonly until: number;
  readonly by: { readonly user: string; readonly terminal: string };
  /** Id of the decision or of the question, and the redacted call or the rule. */
  readonly decision: string;
  readonly what: string;
}

export const LONGEST_EXCEPTION_MS = 30 * 24 * 3_600_000;
const FORMAT = 1;
const KEPT = 200;

export function exceptionsFile(dataFolder: string): string {
  return join(dataFolder, "exceptions.json");
}

/** Empty if the file's signature is invalid: then there are no exceptions. */
export function readExceptions(dataFolder: string): readonly Exception[] {
  const { signed, exceptions } = readExceptionsFile(dataFolder);
  return signed ? exceptions : [];
}

export function readExceptionsFile(dataFolder: string): { signed: boolean; exceptions: readonly Exception[] } {
  const none = { signed: true, exceptions: [] };
  try {
    const value: unknown = JSON.parse(readFileSync(exceptionsFile(dataFolder), "utf8"));
    if (!isRecord(value) || value["format"] !== FORMAT || !Array.isArray(value["exceptions"])) return none;
    if (!value["exceptions"].every(isException)) return none;
    return { signed: isSigned(dataFolder, "exceptions", value), exceptions: value["exceptions"] };
  } catch {
    return none;
  }
}

/** Throws if the disk write fails. Signs its input: only for `changeExceptions`, and after a review. */
export function writeExceptions(dataFolder: string, exceptions: readonly Exception[]): void {
  writePrivateFile(
    exceptionsFile(dataFolder),
    signedJson(dataFolder, "exceptions", { format: FORMAT, exceptions: exceptions.slice(-KEPT) }),
  );
}

/** Rejects if the disk write fails. */
export async function changeExceptions(
  dataFolder: string,
  change: (known: readonly Exception[]) => readonly Exception[],
): Promise<void> {
  ensurePrivateFolder(dataFolder);
  const file = exceptionsFile(dataFolder);
  const release = await takeShortLock(`${file}.lock`);
  try {
    writeExceptions(dataFolder, change(readExceptions(dataFolder)));
  } finally {
    release();
  }
}

/** The exception that covers this call now. */
export function exceptionFor(
  guard: string,
  payload: BasePayload,
  { data, project }: { readonly data: string; readonly project: string },
  now: number,
): Exception | undefined {
  const isExact = (one: Exception): one is Exception & { readonly call: string } => one.call !== undefined;
  const known = readExceptions(data)
    .filter(isExact)
    .filter((one) => one.guard === guard && isInForce(one, now));
  if (known.length === 0) return undefined;
  const call = callHash(payload, (text) => keyedHash(text, data));
  // Entries from before hashes were keyed stay valid until they expire.
  const plain = known.some((one) => !one.call.startsWith(KEYED)) ? callHash(payload, sha256) : call;
  return known.find((one) => (one.call === call || one.call === plain) && one.project === project);
}

/** A clock set back also ends it. */
export function isInForce({ from, until }: Exception, now: number): boolean {
  return from <= now && now < until;
}

function isException(value: unknown): value is Exception {
  if (!isRecord(value) || !isRecord(value["by"])) return false;
  const { guard, call, rule, project, decision, what, from, until } = value;
  const texts = [guard, project, decision, what, value["by"]["user"], value["by"]["terminal"]];
  if (!texts.every((text) => typeof text === "string")) return false;
  if (rule === undefined ? typeof call !== "string" : call !== undefined || !isEffectRule(rule)) return false;
  return isTime(from) && isTime(until) && until > from && until - from <= LONGEST_EXCEPTION_MS;
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
