/** Hooks that require a durable record before the agent gets its answer. */
import type { Decision } from "../../core/decision/decision.js";
import { type Failure, failureMode, outputOfFailure } from "../../core/decision/failure.js";
import type { Presence } from "../../core/events/payload.js";
import type { HookSpec } from "../../core/hooks/hook.js";
import type { Plan } from "../../sources/compile/plan-file.js";

/** Those that contributed to the decision. */
export function auditors({ entries }: Plan, { hooks }: Decision): HookSpec[] {
  const ran = new Set(hooks.filter(({ outcome }) => outcome !== "skipped").map(({ id }) => id));
  return entries.map(({ hook }) => hook).filter(({ id, audit }) => audit === "required" && ran.has(id));
}

const STRENGTH = { none: 0, allow: 1, ask: 2, deny: 3 } as const;

/** The decision by the failure contract of hooks whose required record could not be stored. */
export function withAuditFailure(
  decision: Decision,
  hooks: readonly HookSpec[],
  error: unknown,
  presence: Presence,
): Decision {
  const failure: Failure = {
    cause: "not-recorded",
    message: `its record could not be stored (${error instanceof Error ? error.message : String(error)})`,
  };
  return hooks.reduce((so, hook) => failed(so, hook, failure, presence), decision);
}

function failed(decision: Decision, hook: HookSpec, failure: Failure, presence: Presence): Decision {
  const { verdict = "none", reason } = outputOfFailure(hook, failure, failureMode(hook, failure, presence));
  const note = { code: "HOOK_FAILED", message: `Hook "${hook.id}" failed: ${failure.message}.`, hook: hook.id };
  const notes = [...decision.notes, note];
  const stronger = STRENGTH[verdict] > STRENGTH[decision.verdict];
  return stronger
    ? { ...decision, verdict, ...(reason === undefined ? {} : { reason }), notes }
    : { ...decision, notes };
}
