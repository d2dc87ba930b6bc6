/**
 * Opta: the event in the environment and, in full, as JSON on stdin. Any non-zero exit of a `tool.pre` hook cancels the
 * call. A JSON answer on stdout may do what Claude Code's can (IN-05, OU-09, OU-10).
 */
import { exitFailure, parseStdout, readAnswer } from "../../../core/decision/answer.js";
import { NO_OPINION } from "../../../core/decision/decision.js";
import type { HookEvent } from "../../../core/events/payload.js";
import { toCanonicalTool, toNativeTool } from "../../../core/events/tools.js";
import type { DialectProfile, EncodedPayload } from "../../../core/hooks/dialect.js";
import type { HookSpec } from "../../../core/hooks/hook.js";
import type { HookResult } from "../../../core/ports.js";
import { cut, isRecord, type JsonObject } from "../../../core/text/json.js";
import { isOptaEvent, OPTA_EVENTS, OPTA_TOOLS, type OptaEvent } from "./names.js";

const RESULT_LIMIT = 2048;
const NO_REASON = "Hook exited with non-zero status";
const NAMES = Object.fromEntries(Object.entries(OPTA_EVENTS).map(([opta, canonical]) => [canonical, opta]));

const opta: DialectProfile = {
  name: "opta",
  summary: "Opta CLI's config.json.",
  blocks: ["PreToolUse", "UserPromptSubmit"],
  tools: OPTA_TOOLS,
  eventNames: NAMES,
  encode(event, hook) {
    return hook.extra?.["light"] === true ? encodeLight(event) : encodeFull(event, hook);
  },
  interpret(answer, event, hook) {
    if (hook.extra?.["light"] === true) return { ok: true, output: NO_OPINION, process: answer };
    if (answer.exitCode !== 0) {
      if (event.name !== "PreToolUse") return exitFailure(answer);
      return {
        ok: true,
        output: { verdict: "deny", reason: answer.stderr.trim() || NO_REASON },
        process: answer,
      };
    }
    const parsed = parseStdout(answer.stdout);
    if ("failure" in parsed) return { ok: false, failure: parsed.failure, process: answer };
    if ("text" in parsed) return { ok: true, output: NO_OPINION, process: answer };
    const written = OPTA_EVENTS[nameFor(event, hook) as OptaEvent] ?? event.name;
    return { ...withCanonicalInput(readAnswer(parsed.json, written), event), process: answer };
  },
};

/** The name the hook was written for. */
function nameFor(event: HookEvent, hook: HookSpec): string {
  const written = hook.extra?.["event"];
  return isOptaEvent(written) ? written : (NAMES[event.name] ?? event.name);
}

function encodeFull(event: HookEvent, hook: HookSpec): EncodedPayload {
  const { payload } = event;
  const name = nameFor(event, hook);
  const call = nativeCall(event);
  const named = call && { tool_name: call.name, tool_input: call.input, tool_args: call.input };
  const env: Record<string, string> = {
    OPTA_EVENT: name,
    OPTA_SESSION_ID: text(payload.session_id),
    OPTA_CWD: text(payload.cwd),
    OPTA_MODEL: text(payload["model"]),
  };
  if (call) {
    env["OPTA_TOOL_NAME"] = call.name;
    env["OPTA_TOOL_ARGS"] = JSON.stringify(call.input);
  }
  if (name === "tool.post") env["OPTA_TOOL_RESULT"] = cut(toolResult(payload), RESULT_LIMIT);
  if (name === "error") env["OPTA_ERROR"] = text(payload["error"]);
  if (name === "turn.done") env["OPTA_TURN_INDEX"] = text(payload["turn_index"]);
  return { stdin: JSON.stringify({ ...payload, event: name, ...named }), env };
}

/** Caller and tool, without the data it reads or writes. */
function encodeLight(event: HookEvent): EncodedPayload {
  const { payload } = event;
  const before = event.name === "PreToolUse";
  const body = {
    event: before ? "pre_tool" : "post_tool",
    tool_name: nativeCall(event)?.name ?? "",
    session_id: text(payload.session_id),
    timestamp: new Date().toISOString(),
    status: before ? "started" : isError(payload) ? "error" : "ok",
  };
  return { stdin: JSON.stringify(body) };
}

function nativeCall({ payload }: HookEvent): { name: string; input: JsonObject } | undefined {
  const { tool_name: name, tool_input: input } = payload;
  if (typeof name !== "string") return undefined;
  return toNativeTool(OPTA_TOOLS, { name, input: isRecord(input) ? input : {} });
}

/** A rewrite has Opta's field names, for the tool the hook was shown. */
function withCanonicalInput(result: HookResult, event: HookEvent): HookResult {
  const call = nativeCall(event);
  if (!result.ok || result.output.input === undefined || call === undefined) return result;
  const { input } = toCanonicalTool(OPTA_TOOLS, { name: call.name, input: result.output.input });
  return { ...result, output: { ...result.output, input } };
}

function toolResult(payload: JsonObject): string {
  const nested = isRecord(payload["tool_result"]) ? payload["tool_result"]["output"] : payload["tool_result"];
  return text(payload["tool_output"] ?? nested ?? payload["tool_response"]);
}

function isError(payload: JsonObject): boolean {
  const nested = payload["tool_result"];
  return payload["is_error"] === true || (isRecord(nested) && nested["is_error"] === true);
}

/** As an environment variable: a string without zero bytes. */
function text(value: unknown): string {
  if (value === undefined || value === null) return "";
  return (typeof value === "string" ? value : JSON.stringify(value)).replaceAll("\0", "");
}

export default opta;
