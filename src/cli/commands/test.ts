import { finding } from "../../core/errors.js";
import { admit } from "../../core/hooks/admission.js";
import { reachOf } from "../../core/hooks/grants.js";
import type { ProcessTrace } from "../../core/ports.js";
import type { JsonObject } from "../../core/text/json.js";
import { stoppedDecision } from "../../runtime/call/stop-all.js";
import { tryHook } from "../../runtime/compose/try-hook.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { readEventCall } from "../input/event-call.js";
import { EVENT_OPTIONS, openCallPlan } from "../input/inputs.js";
import { refusingUnusable } from "../input/read-store.js";
import { unknownHook } from "../input/unknown-name.js";
import { json, oneLine, paint, refuse, safeLines } from "../output/print.js";
import { dayAndTime } from "../output/times.js";

const NO_PROCESS: ProcessTrace = { exitCode: null, signal: null, stdout: "", stderr: "" };

const command: Command = {
  group: "Hooks",
  summary: "Run one hook and show what it did.",
  usage: "ID --payload FILE|- | --last",
  example: "snaphook test no-force-push --payload call.json",
  arguments: [{ kind: "hook" }],
  options: {
    ...EVENT_OPTIONS,
    last: { type: "boolean", help: "Payload of the last recorded event that reached this hook." },
    id: { type: "string", value: "ID", kind: "hook", help: "Hook id, instead of the argument." },
  },
  exits: {
    0: "the hook exited with 0; any other exit code of the hook is passed on",
    1: "the hook failed without its own exit code",
    2: "wrong use or bad input, or the hook exited with 2 (a denial)",
  },
  endsUnread: true,
  async run(call) {
    const id = (call.flags["id"] as string | undefined) ?? call.args[0] ?? "";
    const plan = await openCallPlan(call);
    const entry = plan.entries.find(({ hook }) => hook.id === id);
    if (entry === undefined) {
      const unnamed = finding("USAGE", "give the id of a hook; `snaphook list` shows them");
      refuse(call, id === "" ? unnamed : unknownHook(id, plan.entries));
      return MISUSE;
    }
    const admission = admit(entry);
    if ("refused" in admission) {
      refuse(call, finding("HOOK_REFUSED", `"${id}" cannot run: ${admission.refused}`));
      return MISUSE;
    }
    const last = call.flags["last"] === true ? await lastPayload(call, id) : undefined;
    if (typeof last === "number") return last;
    const read = await readEventCall(call, entry.hook.event, last);
    if ("problem" in read) {
      refuse(call, read.problem);
      return MISUSE;
    }
    const { places, environment } = call;
    const { presence, cwd } = read;
    const reach = reachOf(plan);
    const result = await tryHook(admission.admitted, read.event, { places, environment, presence, reach, cwd });
    const trace = result.process ?? NO_PROCESS;
    const report = {
      ok: result.ok,
      exit_code: trace.exitCode,
      stdout: trace.stdout,
      stderr: trace.stderr,
      error: result.ok ? null : `${result.failure.cause}: ${result.failure.message}`,
      answer: result.ok ? result.output : null,
    };
    if (plan.stopped && stoppedDecision(read.event) !== undefined)
      call.err(paint("yellow", "For agents this hook does not run now: `snaphook stop-all` is in effect."));
    if (call.json) json(call, report);
    else {
      for (const [name, value] of Object.entries(report))
        call.out(
          `${name.padEnd(9)} ${safeLines(typeof value === "string" ? value.replace(/\n$/, "") : JSON.stringify(value))}`,
        );
    }
    return trace.exitCode ?? (result.ok ? OK : PROBLEMS);
  },
};

/** The payload, or the exit code. */
async function lastPayload(call: Call, id: string): Promise<JsonObject | number> {
  if (call.flags["payload"] !== undefined) {
    refuse(call, finding("USAGE", "give --payload or --last, not both"));
    return MISUSE;
  }
  let payload: JsonObject | undefined;
  const code = await refusingUnusable(call, async () => {
    const { lastPayloadOf } = await import("../input/last-call.js");
    const found = await lastPayloadOf(call, id);
    if ("problem" in found) {
      refuse(call, found.problem);
      return PROBLEMS;
    }
    ({ payload } = found);
    const { at, agent } = found.record;
    const changed = Object.entries(found.marks).map(([path, mark]) => `${oneLine(path)} is ${mark}`);
    if (!call.json) call.out(`Payload of ${dayAndTime(at)}, ${oneLine(agent)}.`);
    if (changed.length > 0) call.err(paint("yellow", `Not as the agent sent it: ${changed.join(", ")}.`));
    return OK;
  });
  return payload ?? code;
}

export default command;
