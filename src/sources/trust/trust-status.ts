/**
 * Whether the hooks of a file stand, by what was approved of it. A guard that was approved does not go away because it
 * was edited, or its file deleted: it stands in as broken, and its failure contract answers.
 */
import { failsClosed } from "../../core/decision/failure.js";
import type { HookSpec, TrustState } from "../../core/hooks/hook.js";
import type { ApprovedHook, TrustRecord } from "./trust-store.js";

export interface TokenHook {
  readonly hook: HookSpec;
  readonly token: string;
  /** Of further approvals that hold for it. */
  readonly others?: readonly string[];
}

export interface Standing {
  /** Of the file as a whole. */
  readonly state: TrustState;
  /** Of each hook, in order. */
  readonly states: readonly TrustState[];
  /** Guards that were approved and are not there as they were. */
  readonly missing: readonly HookSpec[];
}

export function standingOf(record: TrustRecord | undefined, hooks: readonly TokenHook[]): Standing {
  const all = (state: TrustState) => ({ state, states: hooks.map(() => state), missing: [] });
  if (record === undefined) return all("untrusted");
  if (record.decision === "deny") return all("denied");
  const approved = new Set(record.versions.flatMap((version) => version.hooks.map(({ token }) => token)));
  const states = hooks.map(({ token }): TrustState => (approved.has(token) ? "trusted" : "modified"));
  const missing = missingGuards(record, hooks);
  const isWhole = record.versions.length > 0 && missing.length === 0 && !states.includes("modified");
  return { state: isWhole ? "trusted" : "modified", states, missing };
}

/** Nothing is missing of a version that is there with all its guards; else the newest is what should be there. */
function missingGuards({ versions }: TrustRecord, hooks: readonly TokenHook[]): HookSpec[] {
  const present = new Set(hooks.flatMap(({ token, others = [] }) => [token, ...others]));
  const absent = (approved: readonly ApprovedHook[]) =>
    approved.filter(({ hook, token }) => failsClosed(hook) && hook.enabled && !present.has(token));
  if (versions.some((version) => absent(version.hooks).length === 0)) return [];
  const ids = new Set(hooks.map(({ hook }) => hook.id));
  return absent(versions.at(-1)?.hooks ?? []).map(({ hook }) => ({
    ...hook,
    broken:
      hook.id !== "" && ids.has(hook.id)
        ? { code: "GUARD_MODIFIED", message: "it has changed since it was approved" }
        : { code: "GUARD_GONE", message: "it was approved, and is gone or changed now" },
  }));
}
