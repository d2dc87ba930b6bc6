/** Opens the plan, fires the event, ends what still runs. */
import type { Decision } from "../../core/decision/decision.js";
import type { Finding } from "../../core/errors.js";
import type { Observer } from "../../engine/observers.js";
import { applyOffSwitches } from "../../runtime/call/apply-off-switches.js";
import { handOff, idsOf } from "../../runtime/call/background-hand-off.js";
import { createCallEngine } from "../../runtime/call/create-engine.js";
import { stoppedDecision, withStopNotice } from "../../runtime/call/stop-all.js";
import { openPlan } from "../../runtime/plan/open-plan.js";
import type { Call } from "../command.js";
import type { EventCall } from "./event-call.js";
import { openOptions } from "./inputs.js";

export interface EventRun {
  readonly decision: Decision;
  readonly findings: readonly Finding[];
}

export async function runEvent(
  call: Call,
  { event, presence, cwd }: EventCall,
  observer?: Observer,
): Promise<EventRun> {
  const options = openOptions(call, cwd);
  const { plan, leftOut } = applyOffSwitches(await openPlan(options), event.payload.session_id);
  const stopped = plan.stopped ? stoppedDecision(event) : undefined;
  if (stopped !== undefined) return { decision: stopped, findings: plan.findings };
  const callEngine = await createCallEngine({
    plan,
    places: call.places,
    environment: call.environment,
    presence,
    cwd,
    handOff: (hooks, background) =>
      handOff(
        { program: call.program, environment: call.environment },
        {
          cwd,
          hooks: idsOf(hooks),
          event: background,
          ...(options.named === undefined ? {} : { named: options.named }),
          ...(options.dialects === undefined ? {} : { dialects: options.dialects }),
        },
      ),
  });
  if (observer) callEngine.engine.observe(observer);
  const fired = await callEngine.engine.fire(event);
  const decision = plan.stopped ? withStopNotice(fired, event) : fired;
  await callEngine.close();
  const notes = [
    ...(leftOut === undefined ? [] : [leftOut.note]),
    ...callEngine.refused
      .filter((one) => one.event === event.name)
      .map(({ id, why }) => ({ code: "NOT_ADMITTED", message: `Hook "${id}" does not run: ${why}.`, hook: id })),
    ...plan.findings
      .filter(({ code }) => code === "CODE_CONFIG_UNTRUSTED")
      .map(({ file }) => ({
        code: "NOT_ADMITTED",
        message: `The hooks of ${file} are unknown: it is not approved yet.`,
      })),
  ];
  return {
    decision: notes.length === 0 ? decision : { ...decision, notes: [...decision.notes, ...notes] },
    findings: plan.findings,
  };
}
