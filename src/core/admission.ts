/**
 * The trust gate. Executors and engine take only an AdmittedHook, and this file is the only one that can make
 * one, so that code which forgets the gate does not compile. Refusals are values with a reason for people.
 */
import type { HookSpec, Level, SourceEntry, SourceRef, TrustState } from "./hook.js";

declare const passedTheGate: unique symbol;

export interface AdmittedHook extends HookSpec {
  readonly source: SourceRef;
  readonly [passedTheGate]: true;
}

export type Admission = { readonly admitted: AdmittedHook } | { readonly refused: string };

const MAY_RUN: Readonly<Record<TrustState, boolean>> = {
  trusted: true,
  named: true,
  untrusted: false,
  modified: false,
  denied: false,
};

const REFUSAL: Readonly<Record<TrustState, string>> = {
  trusted: "",
  named: "",
  untrusted: "not approved yet: review it with `snaphook trust`",
  modified: "changed since it was approved: review it again with `snaphook trust`",
  denied: "denied by you: `snaphook trust` would approve it again",
};

export function admit(entry: SourceEntry): Admission {
  const { hook, source } = entry;
  if (!MAY_RUN[source.state] || source.level === "untrusted")
    return { refused: REFUSAL[source.state] || REFUSAL.untrusted };
  if (!hook.enabled) return { refused: "disabled" };
  return { admitted: { ...hook, source } as AdmittedHook };
}

/** Whether a source may answer "allow". A project can only tighten. */
export function mayAllow(level: Level): boolean {
  return level === "managed" || level === "builtin" || level === "user" || level === "code";
}
