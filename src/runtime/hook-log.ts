/**
 * One line per event an agent brought us, written after the answer has left: who decided what, and what failed.
 * No payloads, no reasons, no paths of tools: those may hold secrets.
 */
import { appendFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Decision } from "../core/decision.js";
import { ensurePrivateFolder } from "../disk/private-file.js";

const ROTATE_BYTES = 10_000_000;
const KEEP = 3;

export interface LogFacts {
  readonly agent: string;
  /** Whose config led here, where an agent also reads the files of others. */
  readonly origin?: string;
  readonly event: string;
  readonly session: string | undefined;
  readonly presence: string;
  readonly ms: number;
}

export function logDecision(stateFolder: string, facts: LogFacts, decision: Decision): void {
  const line = {
    at: new Date().toISOString(),
    ...facts,
    decision: decision.verdict,
    hooks: decision.hooks.map(({ id, source, outcome, ms, cause, answered }) => ({
      id,
      source,
      outcome,
      ms: Math.round(ms * 10) / 10,
      cause,
      answered,
    })),
    notes: decision.notes.map(({ code, hook }) => ({ code, hook })),
  };
  try {
    ensurePrivateFolder(stateFolder);
    const file = join(stateFolder, "hooks.log");
    rotate(file);
    appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch {
    // The answer has been given; a log that cannot be written must not turn it into a failure.
  }
}

function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < ROTATE_BYTES) return;
  for (let n = KEEP - 1; n >= 1; n--) {
    if (statSync(`${file}.${n}`, { throwIfNoEntry: false })) renameSync(`${file}.${n}`, `${file}.${n + 1}`);
  }
  renameSync(file, `${file}.1`);
}
