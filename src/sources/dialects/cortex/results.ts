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

const PREVIEW_CHARS = 80;

/** Text of a session hook: what the agent does next, and what its user sees of it (SH-03, SH-07). */
export function nextTurn(result: HookResult): HookResult {
  const text = result.ok ? result.output.output : undefined;
  if (!result.ok || typeof text !== "string") return result;
  const line = text.replace(/\s+/g, " ");
  const preview = line.length > PREVIEW_CHARS ? `${line.slice(0, PREVIEW_CHARS)}…` : line;
  const output = { forceContinue: { reason: text }, message: `Session hook: ${preview}` };
  return { ...result, output };
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
