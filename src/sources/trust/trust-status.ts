/**
 * Trust status of a file's hooks, from its approvals. An approved guard stays when it is edited or its file is deleted:
 * it becomes a broken guard, and its failure contract applies.
 */
import { failsClosed } from "../../core/decision/failure.js";
import type { HookSpec, TrustState } from "../../core/hooks/hook.js";
import { isRecord } from "../../core/text/json.js";
import type { ApprovedHook, TrustRecord } from "./trust-store.js";

export interface TokenHook {
  readonly hook: HookSpec;
  readonly token: string;
  /** Status from additional approvals. */
  readonly others?: readonly string[];
}

export interface Standing {
  /** Of the whole file. */
  readonly state: TrustState;
  /** Of each hook, in order. */
  readonly states: readonly TrustState[];
  /** Approved guards that are missing or changed. */
  readonly missing: readonly HookSpec[];
}

export function standingOf(record: TrustRecord | undefined, hooks: readonly TokenHook[]): Standing {
  const all = (state: TrustState) => ({ state, states: hooks.map(() => state), missing: [] });
  if (record === undefined) return all("untrusted");
  if (record.unsigned) return { ...all("modified"), missing: unsignedGuards(record, hooks) };
  if (record.decision === "deny") return all("denied");
  const approved = new Set(record.versions.flatMap((version) => version.hooks.map(({ token }) => token)));
  const states = hooks.map(({ token }): TrustState => (approved.has(token) ? "trusted" : "modified"));
  const missing = missingGuards(record, hooks);
  const isWhole = record.versions.length > 0 && missing.length === 0 && !states.includes("modified");
  return { state: isWhole ? "trusted" : "modified", states, missing };
}

/** The record is not trustworthy, so every guard in it or in the file counts as broken. */
function unsignedGuards({ versions }: TrustRecord, hooks: readonly TokenHook[]): HookSpec[] {
  const named = (versions.at(-1)?.hooks ?? []).map(({ hook }) => hook).filter(isHook);
  const present = hooks.map(({ hook }) => hook);
  const others = named.filter(({ id }) => !present.some((one) => one.id === id));
  const broken = { code: "GUARD_UNSIGNED", message: "the record of its approval was not written by Snaphook" } as const;
  return [...present, ...others]
    .filter((hook) => failsClosed(hook) && hook.enabled)
    .map((hook) => ({ ...hook, broken }));
}

/** Fields of an edited record that could mislead readers of the plan. */
function isHook(value: unknown): boolean {
  const { id, event, match, run, enabled } = isRecord(value) ? value : {};
  return [id, event].every((one) => typeof one === "string") && isRecord(match) && isRecord(run) && enabled === true;
}

/** If a complete version is present, nothing is missing; otherwise the newest version is expected. */
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
        : { code: "GUARD_GONE", message: "it was approved, and is missing or changed now" },
  }));
}
