/**
 * Runs the hooks of a call once, however many config files delivered it, and adds an id if the agent gave the call
 * none.
 */
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import { shortRecordId } from "../record/record-id.js";
import type { CallEngine } from "./create-engine.js";
import { identifyCall } from "./identify-call.js";
import { deadlineFor } from "./prepare.js";
import type { Prepared } from "./types.js";

/** `seen`: the event as the hooks saw it. */
export async function fireOnce(
  { call, event, plan }: Prepared,
  { engine, state }: CallEngine,
  recordId: string,
): Promise<{ readonly decision: Decision; readonly seen: HookEvent }> {
  const { adapter, origin, named, signal } = call;
  // The built-in hooks of every plan need no call id and answer synchronously: there is nothing to abort.
  if (plan.entries.every(({ source }) => source.level === "builtin"))
    return { decision: withRecordId(await engine.fire(event), plan, recordId), seen: event };
  let seen = event;
  const fire = async () => {
    const identified = await identifyCall(adapter, event, state);
    seen = needsFacts(plan)
      ? await (await import("./session-facts.js")).withSessionFacts(identified.event, state)
      : identified.event;
    const fired = await engine.fire(seen, signal === undefined ? {} : { signal });
    const decision = withRecordId(fired, plan, recordId);
    await identified.settle(decision);
    return decision;
  };
  // Files named for one call apply to that call alone.
  if (origin === undefined || named !== undefined) {
    const decision = await fire();
    return { decision, seen };
  }
  const { dedupeDelivery } = await import("./dedupe-delivery.js");
  const waitMs = deadlineFor(adapter, event.name) / 2; // the rest is for the hooks themselves
  const decision = await dedupeDelivery({ agent: adapter.name, origin, event, state, waitMs }, fire);
  return { decision, seen };
}

/** Few plans have hooks of systems that expect more session data than agents send. */
function needsFacts({ entries }: Plan): boolean {
  return entries.some(
    ({ hook }) => /^(opta|arawn(-outcome)?)$/.test(hook.dialect) || hook.event === "SubagentCompleted",
  );
}

/** A denial by a built-in guard ends with the id for `snaphook why`. Reasons of other hooks stay unchanged. */
function withRecordId(decision: Decision, plan: Plan, recordId: string): Decision {
  const { verdict, verdictBy, reason } = decision;
  if ((verdict !== "deny" && verdict !== "ask") || reason === undefined) return decision;
  const by = plan.entries.find(({ hook, source }) => hook.id === verdictBy?.hook && source.key === verdictBy.source);
  if (by === undefined || by.hook.run.type !== "function" || by.hook.run.builtin === undefined) return decision;
  return { ...decision, reason: `${reason} (snaphook why ${shortRecordId(recordId)})` };
}
