/** Calls the launcher exactly as an agent would, and reads in the record which hooks were reached. */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isRecord, type JsonObject } from "../../core/json.js";
import type { Places } from "../platform/places.js";
import { launcherPath } from "./command-line.js";
import { type WirePlace, wiredState } from "./wire.js";

export interface Proof {
  readonly agent: string;
  /** Whether its files hold our calls. */
  readonly wired: boolean;
  /** Whether the launcher answered, by itself or by a hook; not so when it could not check the call. */
  readonly answered: boolean;
  readonly ms: number;
  /** Hooks that ran, by the record. */
  readonly hooks: readonly string[];
  /** What one of them would have done, were it not only watching. */
  readonly wouldDeny: boolean;
}

const LIMIT_MS = 20_000;
/** The record is written after the answer has left. */
const RECORD_MS = 300;

/** `files`: the ones of one agent. */
export function proveWiring(
  files: readonly WirePlace[],
  { places, cwd }: { readonly places: Places; readonly cwd: string },
  command: string,
): Proof {
  const { adapter } = files[0]!;
  const call = adapter.shellCall(command, cwd);
  const log = join(places.state, "hooks.log");
  const from = sizeOf(log);
  const startedAt = performance.now();
  const { stdout, status } = spawnSync(launcherPath(places.data), [adapter.name, call.event], {
    cwd,
    input: JSON.stringify(call.payload),
    encoding: "utf8",
    timeout: LIMIT_MS,
  });
  const ms = Math.round(performance.now() - startedAt);
  const record = recordFrom(log, from);
  // Some agents are told "no" by the exit code. Without a record there is nothing to be told.
  const nothingToSay = stdout === adapter.neutral.stdout && status === adapter.neutral.exitCode;
  return {
    agent: adapter.name,
    wired: files.every((place) => wiredState(place).current),
    answered: record !== undefined || nothingToSay,
    ms,
    hooks: listIn(record, "hooks").map(({ id }) => String(id)),
    wouldDeny: listIn(record, "notes").some(({ code }) => /OBSERVE/.test(String(code))),
  };
}

function recordFrom(log: string, from: number): JsonObject | undefined {
  for (let waited = 0; sizeOf(log) <= from && waited < RECORD_MS; waited += 20)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  if (sizeOf(log) <= from) return undefined;
  try {
    const line: unknown = JSON.parse(readFileSync(log).subarray(from).toString("utf8").trim().split("\n").at(-1)!);
    return isRecord(line) ? line : undefined;
  } catch {
    return undefined; // another call is writing its own
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function listIn(record: JsonObject | undefined, name: string): JsonObject[] {
  const value = record?.[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
