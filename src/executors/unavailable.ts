/** Hook types that are parsed, checked and listed, but need a component that this installation lacks. */
import type { HookType } from "../core/hooks/hook.js";
import type { Executor, HookResult } from "../core/ports.js";

const NEEDS = {
  agent: "a model connection and an agent runner",
} as const satisfies Partial<Record<HookType, string>>;

export function unavailableExecutor(type: keyof typeof NEEDS): Executor {
  const result: HookResult = {
    ok: false,
    failure: {
      cause: "unavailable",
      message: `hooks of type "${type}" need ${NEEDS[type]}, which a later version will include`,
    },
  };
  return { type, run: () => result, read: (raw) => raw as HookResult };
}
