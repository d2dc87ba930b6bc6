/** The real engine with real processes, sockets and functions. Closed when the test has ended. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Decision } from "../../src/core/decision/decision.js";
import type { AdmittedHook } from "../../src/core/hooks/admission.js";
import { NO_GRANTS, type Reach } from "../../src/core/hooks/grants.js";
import type { HookSpec, SourceRef } from "../../src/core/hooks/hook.js";
import { HookTable } from "../../src/core/hooks/hook-table.js";
import { Engine, type EngineOptions, type FireOptions } from "../../src/engine/engine.js";
import { createExecutors } from "../../src/runtime/compose/executors.js";
import { monotonicClock } from "../../src/runtime/platform/clock.js";
import { MemoryState } from "../../src/runtime/platform/memory-state.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { PROFILES } from "../../src/sources/dialects/_profiles.js";
import { admitted } from "./hook-specs.js";
import { patientRegex } from "./patient-regex.js";
import { removeFolder } from "./remove-folder.js";

export interface RealOptions extends Partial<Omit<EngineOptions, "table" | "executors">> {
  /** What hooks may inherit from. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly reach?: Partial<Reach>;
}

export interface RealEngine {
  readonly engine: Engine;
  fire(event?: string, payload?: object, options?: FireOptions): Promise<Decision>;
}

const CALL = { session_id: "s1", tool_name: "Bash", tool_input: { command: "ls" } };

export function realEngine(hooks: readonly AdmittedHook[], options: RealOptions = {}): RealEngine {
  const { env = process.env, reach, ...rest } = options;
  const slow = patientRegex();
  const engine = new Engine({
    table: new HookTable(hooks, PROFILES, { regex: linearRegex, slow }),
    executors: createExecutors(PROFILES, env, { reach: { ...NO_GRANTS, ...reach } }),
    clock: monotonicClock,
    state: new MemoryState(),
    presence: "headless",
    ...rest,
  });
  onTestFinished(async () => {
    slow.close();
    await engine.close();
  });
  return {
    engine,
    fire: (event = "PreToolUse", payload = CALL, fireOptions) =>
      engine.fire({ name: event, payload: { hook_event_name: event, ...payload } }, fireOptions),
  };
}

/** One event through these hooks. */
export function fireReal(hooks: readonly AdmittedHook[], event?: string, payload?: object, options?: RealOptions) {
  return realEngine(hooks, options).fire(event, payload);
}

/** A command hook with time enough to start. */
export function command(text: string, over: Partial<HookSpec> = {}, source: Partial<SourceRef> = {}): AdmittedHook {
  return admitted({ timeoutMs: 20_000, ...over, run: { type: "command", command: text } }, source);
}

export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-test-")));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** The processes of a group that are not just waiting to be collected. */
export function groupMembers(group: number): string[] {
  const table = execFileSync("ps", ["-eo", "pgid=,stat=,args="], { encoding: "utf8" });
  return table.split("\n").filter((line) => new RegExp(`^ *${group} +[^Z]`).test(line));
}

/** Waits for something that is about to be true. The limit only ends a wait that hangs. */
export async function eventually(what: string, isSo: () => boolean): Promise<void> {
  for (let i = 0; !isSo(); i++) {
    if (i > 7_500) throw new Error(`it never happened: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
