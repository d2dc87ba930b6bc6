/** Fires one event through the real engine with the given function hooks and nothing else. */

import type { Decision } from "../../src/core/decision/decision.js";
import type { Presence } from "../../src/core/events/payload.js";
import type { AdmittedHook } from "../../src/core/hooks/admission.js";
import { HookTable } from "../../src/core/hooks/hook-table.js";
import type { Executors } from "../../src/core/ports.js";
import { Engine } from "../../src/engine/engine.js";
import { functionExecutor } from "../../src/executors/function.js";
import { monotonicClock } from "../../src/runtime/platform/clock.js";
import { MemoryState } from "../../src/runtime/platform/memory-state.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";

export interface FireHooksOptions {
  readonly event?: string;
  readonly payload?: object;
  readonly presence?: Presence;
  readonly contextBudget?: number;
  readonly signal?: AbortSignal;
}

export function fireHooks(hooks: readonly AdmittedHook[], options: FireHooksOptions = {}): Promise<Decision> {
  const { event = "PreToolUse", payload = { tool_name: "Bash", tool_input: {} }, signal, ...rest } = options;
  const slow = { test: async () => "timeout" as const, close() {} };
  const engine = new Engine({
    table: new HookTable(hooks, {}, { regex: linearRegex, slow }),
    executors: { function: functionExecutor() } as unknown as Executors,
    clock: monotonicClock,
    state: new MemoryState(),
    ...rest,
  });
  return engine.fire({ name: event, payload: { hook_event_name: event, ...payload } }, { signal });
}
