/**
 * The trust gate. Executors and the engine accept only an AdmittedHook, and only this file can create one, so that code
 * without the gate does not compile. Refusals are values with a reason.
 */
import type { CoveredFile, HookSpec, Level, SourceEntry, SourceRef, TrustState } from "./hook.js";

declare const passedTheGate: unique symbol;

export interface AdmittedHook extends HookSpec {
  readonly source: SourceRef;
  readonly covers?: readonly CoveredFile[];
  readonly [passedTheGate]: true;
}

export type Admission = { readonly admitted: AdmittedHook } | { readonly refused: string };

/** Why it may not run; empty if it may. */
const REFUSAL: Readonly<Record<TrustState, string>> = {
  managed: "",
  trusted: "",
  named: "",
  "missing-guard": "",
  untrusted: "not approved yet: review it with `snaphook trust`",
  modified: "changed since it was approved: review it again with `snaphook trust`",
  denied: "denied by you: `snaphook trust` approves it again",
  excluded: "your administrator allows only managed hooks",
};

export function mayRun(state: TrustState): boolean {
  return REFUSAL[state] === "";
}

export function stateOf({ state, source }: Pick<SourceEntry, "state" | "source">): TrustState {
  return state ?? source.state;
}

export function admit(entry: SourceEntry): Admission {
  const { hook, source, covers } = entry;
  const state = stateOf(entry);
  if (!mayRun(state)) return { refused: REFUSAL[state] };
  if (source.level === "untrusted" || (state === "missing-guard" && hook.broken === undefined))
    return { refused: REFUSAL.untrusted };
  if (source.level === "prompt-only" && hook.run.type !== "prompt")
    return { refused: "only prompt hooks of its file may run" };
  if (!hook.enabled) return { refused: "disabled" };
  return { admitted: { ...hook, source, ...(covers === undefined ? {} : { covers }) } as AdmittedHook };
}

/**
 * Owners of a decision: only they may answer "allow". All others can only tighten: they run after the owners and cannot
 * undo their verdicts or fields.
 */
export function mayAllow(level: Level): boolean {
  return level === "managed" || level === "builtin" || level === "user" || level === "code";
}

/** A guard always runs in the foreground, even if its entry says otherwise. */
export function runsInBackground({ background, guard }: Pick<HookSpec, "background" | "guard">): boolean {
  return background === true && !guard;
}

/** The order of sources: owners first. */
export function bySource(a: Pick<SourceRef, "level" | "rank">, b: Pick<SourceRef, "level" | "rank">): number {
  return Number(mayAllow(b.level)) - Number(mayAllow(a.level)) || a.rank - b.rank;
}
