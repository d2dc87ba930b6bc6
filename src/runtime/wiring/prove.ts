/** Calls the launcher exactly as an agent would, and reads in the record which hooks were reached. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Adapter } from "../../adapters/contract.js";
import { isRecord } from "../../core/json.js";
import type { Places } from "../platform/places.js";
import { launcherPath } from "./command-line.js";

export interface Proof {
  readonly agent: string;
  /** Whether the launcher answered in a way the agent takes for "go on". */
  readonly answered: boolean;
  readonly ms: number;
  /** Hooks that ran, by the record. */
  readonly hooks: readonly string[];
  /** What one of them would have done, were it not only watching. */
  readonly wouldDeny: boolean;
}

const LIMIT_MS = 20_000;

export function proveWiring(adapter: Adapter, places: Places, cwd: string, command: string): Proof {
  const call = adapter.shellCall(command, cwd);
  const log = join(places.state, "hooks.log");
  const from = existsSync(log) ? statSync(log).size : 0;
  const startedAt = performance.now();
  const { stdout, status } = spawnSync(launcherPath(places.data), [adapter.name, call.event], {
    cwd,
    input: JSON.stringify(call.payload),
    encoding: "utf8",
    timeout: LIMIT_MS,
  });
  const ms = Math.round(performance.now() - startedAt);
  const line = existsSync(log) ? lastLine(readFileSync(log).subarray(from).toString("utf8")) : undefined;
  const hooks = isRecord(line) && Array.isArray(line["hooks"]) ? line["hooks"].filter(isRecord) : [];
  const notes = isRecord(line) && Array.isArray(line["notes"]) ? line["notes"].filter(isRecord) : [];
  return {
    agent: adapter.name,
    answered: status === 0 && typeof stdout === "string",
    ms,
    hooks: hooks.map(({ id }) => String(id)),
    wouldDeny: notes.some(({ code }) => /OBSERVE/.test(String(code))),
  };
}

function lastLine(text: string): unknown {
  try {
    return JSON.parse(text.trim().split("\n").at(-1) ?? "");
  } catch {
    return undefined; // nothing was recorded
  }
}
