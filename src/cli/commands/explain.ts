import { failsClosed } from "../../core/decision/failure.js";
import { missingField } from "../../core/events/payload.js";
import { applyOffSwitches, clockTime } from "../../runtime/call/apply-off-switches.js";
import { createCallEngine } from "../../runtime/call/create-engine.js";
import { stoppedDecision } from "../../runtime/call/stop-all.js";
import { type Command, MISUSE, OK } from "../command.js";
import { readEventCall } from "../input/event-call.js";
import { EVENT_OPTIONS, openCallPlan } from "../input/inputs.js";
import { json, oneLine, paint, printFindings, refuse, safe } from "../output/print.js";
import { table } from "../output/table.js";

const command: Command = {
  group: "Hooks",
  summary: "Show which hooks would run for an event, and why.",
  usage: "EVENT --payload FILE|- [--config FILE] [--dialect NAME]",
  example: "snaphook explain PreToolUse --payload call.json",
  arguments: [{ kind: "event" }],
  options: EVENT_OPTIONS,
  async run(call) {
    const read = await readEventCall(call, call.args[0]);
    if ("problem" in read) {
      refuse(call, read.problem);
      return MISUSE;
    }
    const { plan, leftOut } = applyOffSwitches(await openCallPlan(call, read.cwd), read.event.payload.session_id);
    const callEngine = await createCallEngine({
      plan,
      places: call.places,
      environment: call.environment,
      presence: read.presence,
      cwd: read.cwd,
    });
    const missing = missingField(read.event);
    const explained = (await callEngine.engine.table.explain(read.event)).map((one) =>
      missing === undefined || !failsClosed(one.hook)
        ? one
        : { ...one, runs: true, why: `the payload lacks a valid \`${missing}\`; a guard counts as failed` },
    );
    await callEngine.close();
    const found = [
      ...explained.map(({ hook, runs, why }) => ({
        id: hook.id,
        runs,
        why,
        source: hook.source.key,
        guard: hook.guard,
      })),
      ...callEngine.refused
        .filter(({ event }) => event === read.event.name)
        .map(({ id, why }) => {
          const { hook, source } = plan.entries.find((entry) => entry.hook.id === id)!;
          return { id, runs: false, why, source: source.key, guard: hook.guard };
        }),
      ...(leftOut?.entries ?? [])
        .filter(({ hook }) => hook.event === read.event.name)
        .map(({ hook, source }) => {
          const why = `switched off until ${clockTime(leftOut!.until)}`;
          return { id: hook.id, runs: false, why, source: source.key, guard: hook.guard };
        }),
    ];
    const stopped = plan.stopped ? stoppedDecision(read.event) : undefined;
    const rows =
      stopped === undefined
        ? found
        : found.map((row) => ({ ...row, runs: false, why: "`snaphook stop-all` is in effect" }));
    printFindings(call, plan.findings);
    for (const { message } of call.json ? [] : (stopped?.notes ?? [])) call.out(paint("red", message));
    if (call.json) json(call, { event: read.event.name, hooks: rows });
    else if (rows.length === 0) call.out(`No hook is configured for ${read.event.name}.`);
    else
      call.out(
        table(
          [{}, {}, { narrow: "wrap", min: 20 }, { drop: 1, narrow: "cut-path", min: 20 }],
          rows.map(({ id, runs, why, source }) => [
            runs ? paint("green", "runs") : paint("grey", "does not run"),
            oneLine(id),
            safe(why),
            oneLine(source),
          ]),
        ),
      );
    return OK;
  },
};

export default command;
