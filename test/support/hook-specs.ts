/** Hooks and sources for tests, with only what the test is about spelt out. */
import { type AdmittedHook, admit } from "../../src/core/hooks/admission.js";
import type { HookSpec, SourceRef } from "../../src/core/hooks/hook.js";

export function hookSpec(over: Partial<HookSpec> = {}): HookSpec {
  return {
    id: "hook",
    event: "PreToolUse",
    dialect: "native",
    match: {},
    run: { type: "function", fn: () => undefined },
    guard: false,
    strategy: "serial",
    timeoutMs: 1000,
    mode: "enforce",
    enabled: true,
    ...over,
  };
}

export function sourceRef(over: Partial<SourceRef> = {}): SourceRef {
  return {
    key: "user",
    level: "user",
    rank: 0,
    state: "trusted",
    dialect: "native",
    why: "named by the test",
    ...over,
  };
}

export function admitted(hook: Partial<HookSpec> = {}, source: Partial<SourceRef> = {}): AdmittedHook {
  const admission = admit({ hook: hookSpec(hook), source: sourceRef(source), alsoFrom: [] });
  if ("refused" in admission) throw new Error(`refused: ${admission.refused}`);
  return admission.admitted;
}
