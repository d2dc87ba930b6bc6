/** The answer of a thread or session hook: the emitter receives it as the decision's output. */
import { exitFailure, parseStdout } from "../../../core/decision/answer.js";
import { NO_OPINION } from "../../../core/decision/decision.js";
import type { HookSpec } from "../../../core/hooks/hook.js";
import type { HookResult, ProcessTrace } from "../../../core/ports.js";
import type { JsonObject } from "../../../core/text/json.js";

const NOTHING_TO_DO = { insertAgent: false };

export function interpretResult(answer: ProcessTrace, kind: NonNullable<HookSpec["result"]>): HookResult {
  if (answer.exitCode !== 0) return exitFailure(answer);
  if (kind === "json") return { ...readHookResult(answer.stdout), process: answer };
  const text = kind === "text" ? answer.stdout.trim() : "";
  return { ok: true, output: text === "" ? NO_OPINION : { output: text }, process: answer };
}

/** A thread continues whatever its hook printed. Invalid output counts as `{ insertAgent: false }` (OU-22). */
function readHookResult(stdout: string): HookResult {
  const parsed = parseStdout(stdout);
  if ("json" in parsed && isHookResult(parsed.json)) return { ok: true, output: { output: parsed.json } };
  const silent = "text" in parsed && parsed.text === "";
  const warning =
    "Its answer is not a hook result: `insertAgent` must be true or false, or `targetAgent` a name. No agent was inserted.";
  return { ok: true, output: { output: NOTHING_TO_DO }, ...(silent ? {} : { warning }) };
}

function isHookResult(value: JsonObject): boolean {
  return typeof value["insertAgent"] === "boolean" || typeof value["targetAgent"] === "string";
}
