/**
 * The compiled plan: every hook that applies in a directory, ready to run, with its trust status and the signatures of
 * everything that was read. Reading it needs no parser and no schema library. The installation signs it: a plan from
 * another program is recompiled.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../core/errors.js";
import type { SourceEntry, SourceRef } from "../../core/hooks/hook.js";
import type { OffSwitch } from "../../core/hooks/off-switch.js";
import { writePrivateFile } from "../../disk/files.js";
import { readSignedText, signedText } from "../../disk/install-key.js";
import { type Signature, stillTrue, withoutOldHashes } from "../discover/file-signatures.js";

export interface Plan {
  readonly root: string;
  /** All sources found, including those without hooks. */
  readonly sources: readonly SourceRef[];
  readonly entries: readonly SourceEntry[];
  readonly findings: readonly Finding[];
  readonly settings: Readonly<Record<string, unknown>>;
  /** Paused hooks; the event's time decides whether they still are. */
  readonly off: readonly OffSwitch[];
  /** `snaphook stop-all` is in effect. */
  readonly stopped?: boolean;
}

/** A plan, and the state of its inputs. */
export interface SignedPlan {
  readonly plan: Plan;
  readonly signatures: readonly Signature[];
}

interface StoredEntry extends Pick<SourceEntry, "hook" | "state" | "covers"> {
  readonly source: number;
  readonly alsoFrom?: readonly number[];
}

interface StoredPlan extends Omit<Plan, "entries"> {
  readonly format: string;
  readonly signatures: readonly Signature[];
  readonly entries: readonly StoredEntry[];
}

export interface PlanFile {
  readonly path: string;
  /** Directory of the installation's key. */
  readonly data: string;
}

export function planFile({ cache, data }: { readonly cache: string; readonly data: string }, key: string): PlanFile {
  return { path: join(cache, "plans", `${shortHash(key)}.json`), data };
}

/** The plan, if it has this format and purpose, and none of its inputs has changed. */
export function readPlan(file: PlanFile, format: string): SignedPlan | undefined {
  let signatures: readonly Signature[] = [];
  const plan = readStored(file, format, (stored) => {
    if (!stillTrue(stored.signatures)) return false;
    signatures = dropOldHashes(file, stored);
    return true;
  });
  return plan === undefined ? undefined : { plan, signatures };
}

/** The previous plan, whatever has changed since. */
export function readLastPlan(file: PlanFile, format: string): Plan | undefined {
  return readStored(file, format, () => true);
}

function readStored(
  { path, data }: PlanFile,
  format: string,
  holds: (stored: StoredPlan) => boolean,
): Plan | undefined {
  try {
    const text = readSignedText(data, "plan", readFileSync(path, "utf8"));
    const stored = JSON.parse(text ?? "{}") as StoredPlan;
    if (stored.format !== format || !holds(stored)) return undefined;
    const { root, sources, findings, settings, off, stopped } = stored;
    const entries = stored.entries.map(({ source, alsoFrom = [], ...own }) => ({
      ...own,
      source: sources[source]!,
      alsoFrom: alsoFrom.map((index) => sources[index]!),
    }));
    return { root, sources, entries, findings, settings, off, ...(stopped ? { stopped } : {}) };
  } catch {
    return undefined; // missing or damaged: it is recompiled
  }
}

/** Once files are old enough to be compared by `stat`, the plan says so, and later calls do not hash them. */
function dropOldHashes(file: PlanFile, stored: StoredPlan): readonly Signature[] {
  const signatures = withoutOldHashes(stored.signatures);
  if (signatures === undefined) return stored.signatures;
  try {
    write(file, { ...stored, signatures });
  } catch {
    // The plan stays as it is, which is also correct.
  }
  return signatures;
}

/** Good enough for file names that include their own purpose, and available without loading anything. */
function shortHash(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b) ^ (b >>> 15);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Throws on a disk error; the caller continues without a cache. */
export function writePlan(file: PlanFile, format: string, plan: Plan, signatures: readonly Signature[]): void {
  const index = new Map(plan.sources.map((source, i) => [source, i]));
  const entries = plan.entries.map(({ source, alsoFrom, ...own }) => ({
    ...own,
    source: index.get(source)!,
    ...(alsoFrom.length > 0 ? { alsoFrom: alsoFrom.map((other) => index.get(other)!) } : {}),
  }));
  write(file, { ...plan, entries, format, signatures });
}

function write({ path, data }: PlanFile, stored: StoredPlan): void {
  writePrivateFile(path, signedText(data, "plan", JSON.stringify(stored)));
}
