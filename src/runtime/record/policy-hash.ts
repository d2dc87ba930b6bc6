/** Names the set of hooks that applied to a call, so that records under the same policy can be compared. */
import { canonicalJson } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import type { Plan } from "../../sources/compile/plan-file.js";

const HASH_CHARS = 16;
/** The daemon uses one plan for many calls. */
const known = new WeakMap<Plan, string>();

export function policyHash(plan: Plan): string {
  const found = known.get(plan) ?? hashOf(plan);
  known.set(plan, found);
  return found;
}

function hashOf({ entries, settings }: Plan): string {
  const rules = entries.map(({ hook, source, state }) => [source.key, source.level, state ?? source.state, hook]);
  return sha256(canonicalJson([rules, settings])).slice(0, HASH_CHARS);
}
