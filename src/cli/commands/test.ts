import { finding } from "../../core/errors.js";
import { admit } from "../../core/hooks/admission.js";
import { reachOf } from "../../core/hooks/grants.js";
import type { ProcessTrace } from "../../core/ports.js";
import { stoppedDecision } from "../../runtime/call/stop-all.js";
import { tryHook } from "../../runtime/compose/try-hook.js";
import { type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { readEventCall } from "../input/event-call.js";
import { EVENT_OPTIONS, openCallPlan } from "../input/inputs.js";
import { unknownHook } from "../input/unknown-name.js";
import { json, paint, refuse, safeLines } from "../output/print.js";

const NO_PROCESS: ProcessTrace = { exitCode: null, signal: null, stdout: "", stderr: "" };

const command: Command = {
  group: "Hooks",
  summary: "Run one hook and show what it did.",
  usage: "ID --payload FILE|-",
  example: "snaphook test no-force-push --payload call.json",
  arguments: [{ kind: "hook" }],
  options: {
    ...EVENT_OPTIONS,
    id: { type: "string", value: "ID", kind: "hook", help: "Hook id, instead of the argument." },
  },
  exits: {
    0: "the hook exited with 0; any other exit code of the hook is passed on",
    1: "the hook failed without its own exit code",
    2: "wrong use or bad input, or the hook exited with 2 (a denial)",
  },
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
    const read = await readEventCall(call, entry.hook.event);
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

export default command;
