/** What a call of a tool is, and what came of it. */
import { isRecord } from "../../core/json.js";
import type { BasePayload } from "../../core/payload.js";
import { readPatch } from "../_shared/patch.js";
import { withCanonicalTool } from "../_shared/tool-names.js";
import { COPILOT_TOOLS, mcpTool } from "./tools.js";

/** Copilot calls a command that ended with another code than 0 a success, and says so in the last line only. */
const EXIT_CODE = /<shellId: \S+ completed with exit code (\d+)>\s*$/;

export function withCall(payload: BasePayload): BasePayload {
  const native = payload["tool_name"];
  const patched = withPatch(payload);
  if (patched !== undefined) return { ...patched, native_tool_name: native };
  const mcp = typeof native === "string" ? mcpTool(native) : undefined;
  return mcp === undefined
    ? withCanonicalTool(COPILOT_TOOLS, payload)
    : { ...payload, tool_name: mcp, native_tool_name: native };
}

/** `apply_patch` is given bare text, which reads as `raw`. */
function withPatch(payload: BasePayload): BasePayload | undefined {
  const input = payload["tool_input"];
  const text = isRecord(input) ? input["raw"] : undefined;
  if (!isRecord(input) || typeof text !== "string" || !text.trimStart().startsWith("*** Begin Patch")) return undefined;
  const { paths, onlyAdds } = readPatch(text);
  const files = paths.length > 0 ? { file_path: paths[0], file_paths: paths } : {};
  return { ...payload, tool_name: onlyAdds ? "Write" : "Edit", tool_input: { ...input, ...files } };
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
