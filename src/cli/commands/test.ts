import { admit } from "../../core/admission.js";
import { finding } from "../../core/errors.js";
import type { ProcessTrace } from "../../core/ports.js";
import { createExecutors } from "../../runtime/executors.js";
import { ArtifactStore } from "../../sources/artifacts.js";
import { PROFILES } from "../../sources/dialects/_profiles.js";
import { type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { readEventCall } from "../event-call.js";
import { EVENT_OPTIONS, openCallPlan } from "../inputs.js";
import { json, refuse, safe } from "../print.js";

const command: Command = {
  summary: "Run one hook by its id and show exactly what it did. Exits with the hook's own code.",
  usage: "ID --payload FILE|-",
  example: "snaphook test no-force-push --payload call.json",
  options: {
    ...EVENT_OPTIONS,
    id: { type: "string", value: "ID", help: "The hook, instead of the argument." },
  },
  exits: { 1: "the hook failed without an exit code of its own" },
  async run(call) {
    const id = (call.flags["id"] as string | undefined) ?? call.args[0] ?? "";
    const entry = (await openCallPlan(call)).entries.find(({ hook }) => hook.id === id);
    const admission = entry && admit(entry);
    if (entry === undefined || admission === undefined || "refused" in admission) {
      refuse(
        call,
        finding(
          "HOOK_NOT_FOUND",
          entry === undefined
            ? `there is no hook "${id}" here`
            : `"${id}" cannot run: ${(admission as { refused: string }).refused}`,
        ),
      );
      return MISUSE;
    }
    const read = await readEventCall(call, entry.hook.event);
    if ("problem" in read) {
      refuse(call, read.problem);
      return MISUSE;
    }
    const artifacts = new ArtifactStore(call.places.data);
    const executor = createExecutors(PROFILES, call.environment, async (artifact) =>
      artifacts.load(artifact),
    )[entry.hook.run.type];
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort("timeout"), entry.hook.timeoutMs);
    const context = { hookId: id, presence: read.presence, signal: controller.signal, progress: () => {} };
    const result = await Promise.resolve()
      .then(() => executor.run(admission.admitted, read.event, context))
      .then((raw) => executor.read(raw, admission.admitted, read.event))
      .catch((error: unknown) => ({
        ok: false as const,
        failure: { cause: "threw" as const, message: String(error) },
        process: undefined,
      }));
    clearTimeout(timer);
    executor.close?.();
    const trace: ProcessTrace = result.process ?? { exitCode: null, signal: null, stdout: "", stderr: "" };
    const timedOut = controller.signal.aborted;
    const error = result.ok
      ? null
      : timedOut
        ? `timeout: it did not answer within ${entry.hook.timeoutMs} ms`
        : `${result.failure.cause}: ${result.failure.message}`;
    const report = {
      ok: result.ok,
      exit_code: trace.exitCode,
      stdout: trace.stdout,
      stderr: trace.stderr,
      error,
      answer: result.ok ? result.output : null,
    };
    if (call.json) json(call, report);
    else {
      for (const [name, value] of Object.entries(report))
        call.out(`${name.padEnd(9)} ${safe(typeof value === "string" ? value : JSON.stringify(value))}`);
    }
    return trace.exitCode ?? (result.ok ? OK : PROBLEMS);
  },
};

export default command;
