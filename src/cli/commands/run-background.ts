/** Runs background hooks that a one-event process handed off. Started by Snaphook itself. */
import { takeHandedOff } from "../../runtime/call/background-hand-off.js";
import { createCallEngine } from "../../runtime/call/create-engine.js";
import { openPlan } from "../../runtime/plan/open-plan.js";
import { restoreVariables } from "../../runtime/platform/held-environment.js";
import { MemoryState } from "../../runtime/platform/memory-state.js";
import { logEvent } from "../../runtime/record/hook-log.js";
import { hookRunRecord } from "../../runtime/record/make-record.js";
import { type Command, MISUSE, OK } from "../command.js";

const LONGEST_MS = 3_600_000;

const command: Command = {
  group: "Called by agents and scripts",
  summary: "Run background hooks of an earlier event (internal).",
  usage: "< JOB",
  example: "snaphook run-background < job.json",
  endsUnread: true,
  async run(call) {
    const job = takeHandedOff();
    if (job === undefined) return MISUSE;
    const plan = await openPlan({
      cwd: job.cwd,
      ...(job.startedIn === undefined ? {} : { startedIn: job.startedIn }),
      places: call.places,
      mayBuild: false,
      ...(job.named === undefined ? {} : { named: job.named }),
      ...(job.dialects === undefined ? {} : { dialects: job.dialects }),
    });
    const wanted = { ...plan, entries: plan.entries.filter(({ hook }) => job.hooks.includes(hook.id)) };
    const callEngine = await createCallEngine({
      plan: wanted,
      places: call.places,
      environment: restoreVariables(call.environment),
      presence: "headless",
      cwd: job.cwd,
      // Once-per-session marks and forced continues were counted when the event was answered.
      state: new MemoryState(),
    });
    callEngine.engine.observe((seen) => {
      if (seen.type !== "hook_response") return;
      logEvent(call.places.state, {
        at: Date.now(),
        agent: job.event.native?.agent ?? "none",
        event: job.event.name,
        session: job.event.payload.session_id,
        presence: "background",
        ms: seen.run.ms,
        verdict: "none",
        hooks: [hookRunRecord(seen.run)],
        notes: [],
      });
    });
    await callEngine.engine.fire(job.event);
    await callEngine.engine.close(LONGEST_MS);
    await callEngine.close();
    return OK;
  },
};

export default command;
