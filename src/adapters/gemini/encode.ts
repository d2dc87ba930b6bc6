/**
 * Encodes a decision for Gemini CLI. Always JSON and exit 0: exit 2 without text lets the tool run, and text on stdout
 * is shown to the user. In context it escapes `<` and `>`; nothing here can prevent that.
 */
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { canSay, nativeInput } from "../_shared/tool-names.js";
import type { NativeAnswer } from "../contract.js";
import { GEMINI_TOOLS, withoutUrl } from "./tools.js";

const NO_REASON = "Blocked by a hook.";

export function encode(decision: Decision, event: HookEvent): NativeAnswer {
  return { stdout: JSON.stringify(answerFor(decision, event)), exitCode: 0 };
}

function answerFor(decision: Decision, event: HookEvent): JsonObject {
  switch (event.name) {
    case "PreToolUse":
      return { ...beforeTool(decision, event), ...message(decision) };
    case "PostToolUse":
      return { ...stop(decision), ...(result(decision) ?? context(decision, "AfterTool")), ...message(decision) };
    case "UserPromptSubmit":
      return { ...stop(decision), ...verdict(decision), ...context(decision, "BeforeAgent"), ...message(decision) };
    case "SessionStart":
      return { ...context(decision, "SessionStart"), ...message(decision) };
    case "Stop":
      return { ...stop(decision), ...goOn(decision), ...message(decision) };
    case "SessionEnd":
      return message(decision);
    default:
      return {};
  }
}

function beforeTool(decision: Decision, event: HookEvent): JsonObject {
  if (decision.stop !== undefined || decision.verdict === "deny") return { ...stop(decision), ...verdict(decision) };
  const asked = decision.verdict === "ask" ? { decision: "ask", reason: decision.reason ?? NO_REASON } : {};
  if (decision.input === undefined) return asked;
  const input = inputFor(decision.input, event);
  return { ...asked, hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: input } };
}

/** Complete, because it replaces the model's input. */
function inputFor(input: JsonObject, event: HookEvent): JsonObject {
  const native = nativeInput(GEMINI_TOOLS, event, input);
  const sent = isRecord(event.payload["tool_input"]) ? event.payload["tool_input"] : {};
  return event.payload["native_tool_name"] === "web_fetch" ? withoutUrl(sent, native) : native;
}

/** Additional URLs of a prompt have no field. */
export function canRewrite(event: HookEvent, input: JsonObject): boolean {
  return canSay(GEMINI_TOOLS, event, input);
}

function verdict({ verdict: said, reason }: Decision): JsonObject {
  return said === "deny" ? { decision: "deny", reason: reason ?? NO_REASON } : {};
}

function stop({ stop: wanted }: Decision): JsonObject {
  if (wanted === undefined) return {};
  return { continue: false, ...(wanted.value.reason === undefined ? {} : { stopReason: wanted.value.reason }) };
}

/** A tool's output is replaced by denying it; context is ignored then, and so added to the reason. */
function result({ output, context: more }: Decision): JsonObject | undefined {
  if (output === undefined) return undefined;
  const text = typeof output.value === "string" ? output.value : JSON.stringify(output.value);
  return { decision: "deny", reason: more === undefined ? text : `${text}\n\n${more}` };
}

function context({ context: text }: Decision, hookEventName: string): JsonObject {
  return text === undefined ? {} : { hookSpecificOutput: { hookEventName, additionalContext: text } };
}

function goOn({ forceContinue }: Decision): JsonObject {
  return forceContinue === undefined ? {} : { decision: "deny", reason: forceContinue.value.reason };
}

/** A question is shown with this text, not with its reason. */
function message({ messages, verdict: said, reason }: Decision): JsonObject {
  const texts = [...(said === "ask" && reason !== undefined ? [reason] : []), ...messages.map(({ value }) => value)];
  return texts.length === 0 ? {} : { systemMessage: texts.join("\n") };
}
