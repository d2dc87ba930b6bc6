/** A tool call, and its result. */

import type { BasePayload } from "../../core/events/payload.js";
import { isRecord } from "../../core/text/json.js";
import { withPatchFiles } from "../_shared/patch.js";
import { withCanonicalTool } from "../_shared/tool-names.js";
import { isPatch, mcpTool, patchIn, toolsFor } from "./tools.js";

/** Copilot reports a command with a non-zero exit code as a success, and shows the code only in the last line. */
const EXIT_CODE = /<shellId: \S+ completed with exit code (\d+)>\s*$/;

export function withCall(payload: BasePayload): BasePayload {
  const native = payload["tool_name"];
  if (isPatch(payload)) return { ...withPatchFiles(payload, patchIn(payload)), native_tool_name: native };
  const mcp = typeof native === "string" ? mcpTool(native) : undefined;
  return mcp === undefined
    ? withCanonicalTool(toolsFor(payload), payload)
    : { ...payload, tool_name: mcp, native_tool_name: native };
}

export function withResult(event: string, payload: BasePayload): BasePayload {
  if (event === "PostToolUseFailure") {
    const { error } = payload;
    return { ...payload, is_error: true, ...(typeof error === "string" ? { tool_output: error } : {}) };
  }
  if (event !== "PostToolUse") return payload;
  const sent = payload["toolResult"] ?? payload["tool_result"];
  if (!isRecord(sent)) return payload;
  const kind = sent["resultType"] ?? sent["result_type"];
  const text = sent["textResultForLlm"] ?? sent["text_result_for_llm"];
  const output = typeof text === "string" ? text : "";
  const code = payload["tool_name"] === "Bash" ? EXIT_CODE.exec(output)?.[1] : undefined;
  const is_error = kind !== "success" || (code !== undefined && Number(code) !== 0);
  return {
    ...payload,
    tool_response: { resultType: kind, textResultForLlm: output },
    tool_output: output,
    tool_result: { output, is_error },
    ...(is_error ? { is_error } : {}),
  };
}
