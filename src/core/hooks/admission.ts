/**
 * The trust gate. Executors and engine take only an AdmittedHook, and this file is the only one that can make
 * one, so that code which forgets the gate does not compile. Refusals are values with a reason for people.
 */
import type { CoveredFile, HookSpec, Level, SourceEntry, SourceRef, TrustState } from "./hook.js";

declare const passedTheGate: unique symbol;

export interface AdmittedHook extends HookSpec {
  readonly source: SourceRef;
  readonly covers?: readonly CoveredFile[];
  readonly [passedTheGate]: true;
}

export type Admission = { readonly admitted: AdmittedHook } | { readonly refused: string };

/** Why it may not run; empty for what may. */
const REFUSAL: Readonly<Record<TrustState, string>> = {
  managed: "",
  trusted: "",
  named: "",
  "missing-guard": "",
  untrusted: "not approved yet: review it with `snaphook trust`",
  modified: "changed since it was approved: review it again with `snaphook trust`",
  denied: "denied by you: `snaphook trust` would approve it again",
  excluded: "your administrator lets only managed hooks run",
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
    return { refused: "of its file only prompt hooks may run" };
  if (!hook.enabled) return { refused: "disabled" };
  return { admitted: { ...hook, source, ...(covers === undefined ? {} : { covers }) } as AdmittedHook };
}

/**
 * Owners of a decision: what they say holds, and only they may answer "allow". All others can only tighten: they come
 * after the owners and may not undo what those said or set.
 */
export function mayAllow(level: Level): boolean {
  return level === "managed" || level === "builtin" || level === "user" || level === "code";
}

/** A guard is always waited for, also if its entry says otherwise. */
export function runsInBackground({ background, guard }: Pick<HookSpec, "background" | "guard">): boolean {
  return background === true && !guard;
}

/** The order of sources: owners first, whatever others there are. */
export function bySource(a: Pick<SourceRef, "level" | "rank">, b: Pick<SourceRef, "level" | "rank">): number {
  return Number(mayAllow(b.level)) - Number(mayAllow(a.level)) || a.rank - b.rank;
}
