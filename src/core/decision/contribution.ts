/** What one hook brings to a decision. */

import type { Level } from "../hooks/hook.js";
import type { MatchSpec } from "../match/spec.js";
import type { HookOutput, Provenance } from "./decision.js";

/** What the merge needs to know about the hook behind an answer. */
export interface Contributor {
  readonly id: string;
  readonly source: { readonly key: string; readonly level: Level };
  readonly guard: boolean;
  readonly rewrites?: "required" | "optional";
  readonly match?: MatchSpec;
}

export interface Contribution {
  readonly hook: Contributor;
  readonly output: HookOutput;
  readonly ms: number;
  /** It has judged an earlier input of this fire: what it only repeats is said once. */
  readonly again?: boolean;
}

export function provenance(hook: Contributor, ms: number): Provenance {
  return { hook: hook.id, source: hook.source.key, ms };
}

/** Whether its rewrite may be dropped where the agent cannot rewrite. */
export function isOptional(hook: Contributor, output: HookOutput): boolean {
  return output.inputOptional ?? hook.rewrites === "optional";
}
