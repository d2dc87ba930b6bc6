/** What a built-in guard stopped can be looked up: its reason ends with the id that `snaphook why` takes. */
import type { Decision } from "../../core/decision/decision.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import { shortRecordId } from "../record/record-id.js";

/** Reasons of a person's own hooks stay word for word as they are. `id`: that of the record to come. */
export function appendRecordId(decision: Decision, plan: Plan, id: () => string): Decision {
  const { verdict, verdictBy, reason } = decision;
  if ((verdict !== "deny" && verdict !== "ask") || reason === undefined) return decision;
  const by = plan.entries.find(({ hook, source }) => hook.id === verdictBy?.hook && source.key === verdictBy.source);
  if (by === undefined || by.hook.run.type !== "function" || by.hook.run.builtin === undefined) return decision;
  return { ...decision, reason: `${reason} (snaphook why ${shortRecordId(id())})` };
}
