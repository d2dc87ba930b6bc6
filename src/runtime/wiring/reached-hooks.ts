/** Makes a call as an agent would, and reads from the record which hooks ran. */
import { readFileSync, statSync } from "node:fs";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { hookLogFile } from "../record/hook-log.js";
import { entriesOf, isFor } from "./entries.js";
import { withOwnCallId } from "./probe-call.js";
import type { ProofFacts } from "./prove.js";
import { runEntry } from "./run-entry.js";
import { type WirePlace, wiredState } from "./wire.js";

export interface Reached {
  readonly agent: string;
  /** True if its files contain our calls. */
  readonly wired: boolean;
  /** True if there was an answer; false if the call could not be checked. */
  readonly answered: boolean;
  readonly ms: number;
  /** Hooks that ran, according to the record. */
  readonly hooks: readonly string[];
  /** True if the agent received a denial. */
  readonly denied: boolean;
  /** True if an observing hook would have denied it. */
  readonly wouldDeny: boolean;
}

/** The record is written after the answer was sent. */
const RECORD_MS = 300;

/** `files`: the user's own files of one agent. */
export async function reachedHooks(files: readonly WirePlace[], command: string, facts: ProofFacts): Promise<Reached> {
  const { adapter } = files[0]!;
  const call = withOwnCallId(adapter, adapter.shellCall(command, facts.cwd));
  const log = hookLogFile(facts.stateFolder);
  const from = sizeOf(log);
  const entry = entriesOf({ user: files, project: [] })
    .flat()
    .find((one) => isFor(one, call.event));
  const run = entry && (await runEntry(entry, call, facts));
  const record = run && (await recordFrom(log, from));
  // Some agents read a denial from the exit code. Without a record there is nothing to report.
  const { stdout, exitCode } = adapter.tryBridge === undefined ? adapter.neutral : NOT_BLOCKED;
  const nothingToSay = run?.stdout === stdout && run.exitCode === exitCode;
  return {
    agent: adapter.name,
    wired: files.every((place) => wiredState(place).current),
    answered: record !== undefined || nothingToSay,
    ms: run?.ms ?? 0,
    hooks: listIn(record, "hooks").map(({ id }) => String(id)),
    denied: (record?.["sent"] ?? record?.["decision"]) === "deny",
    wouldDeny: listIn(record, "hooks").some(({ would }) => would === "deny"),
  };
}

/** The answer of the agent's loader for our file. */
const NOT_BLOCKED = { stdout: `${JSON.stringify({ blocked: null })}\n`, exitCode: 0 };

async function recordFrom(log: string, from: number): Promise<JsonObject | undefined> {
  for (let waited = 0; sizeOf(log) <= from && waited < RECORD_MS; waited += 20)
    await new Promise((done) => setTimeout(done, 20));
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
