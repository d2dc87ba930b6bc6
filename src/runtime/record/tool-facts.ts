/** CP-05: how a tool ended and a summary, instead of its output. */

import type { HookEvent } from "../../core/events/payload.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { shorten } from "./summarise.js";

const READ_CHARS = 200;
const ENDED: ReadonlySet<string> = new Set(["PostToolUse", "PostToolUseFailure"]);
/** Not a bare `code`: for a fetched page it is 200. */
const EXIT_CODES = ["exit_code", "exitCode", "returnCode"];

export function toolFacts({ name, payload }: HookEvent): JsonObject {
  if (!ENDED.has(name)) return {};
  const response = payload["tool_response"];
  const result = isRecord(payload["tool_result"]) ? payload["tool_result"] : {};
  const parts = [payload, isRecord(response) ? response : {}, metadataOf(response), result];
  const code = exitCode(parts);
  // Programs print more than errors on stderr; the exit code is more reliable.
  const success = name === "PostToolUse" && (code === undefined ? !parts.some(saysFailed) : code === 0);
  const output = textIn(payload["tool_output"]) ?? textIn(response) ?? textIn(result["output"]);
  const error = success ? undefined : firstText(parts, ["error", "stderr", "message"]) || output;
  return {
    success,
    ...(code === undefined ? {} : { exit_code: code }),
    ...(output === undefined ? {} : { output_summary: summaryOf(payload["tool_name"], output) }),
    ...(error ? { error: shorten(error) } : {}),
  };
}

function summaryOf(tool: unknown, output: string): string {
  return tool === "Read" && output.length > READ_CHARS ? `Read ${output.length} chars` : shorten(output);
}

function exitCode(parts: readonly JsonObject[]): number | undefined {
  for (const part of parts)
    for (const field of EXIT_CODES) {
      const value = part[field];
      if (typeof value === "number" && Number.isInteger(value)) return value;
    }
  return undefined;
}

function saysFailed(part: JsonObject): boolean {
  return (
    part["is_error"] === true ||
    part["isError"] === true ||
    part["success"] === false ||
    (typeof part["error"] === "string" && part["error"] !== "")
  );
}

function metadataOf(response: unknown): JsonObject {
  return isRecord(response) && isRecord(response["metadata"]) ? response["metadata"] : {};
}

function firstText(parts: readonly JsonObject[], fields: readonly string[]): string | undefined {
  for (const field of fields)
    for (const part of parts) {
      const value = part[field];
      if (typeof value === "string" && value.trim() !== "") return value;
    }
  return undefined;
}

/** The text of a result, in any agent's structure. */
function textIn(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value))
    return value.length === 0 ? undefined : (joined(value) ?? JSON.stringify(value.slice(0, 20)));
  if (!isRecord(value)) return undefined;
  if (typeof value["stdout"] === "string") return value["stdout"] || textIn(value["stderr"]);
  for (const field of ["output", "content", "text", "result", "file"]) {
    const text = textIn(value[field]);
    if (text !== undefined) return text;
  }
  return JSON.stringify(value);
}

function joined(blocks: readonly unknown[]): string | undefined {
  const texts = blocks.flatMap((block) =>
    isRecord(block) && typeof block["text"] === "string" ? [block["text"]] : [],
  );
  return texts.length === 0 ? undefined : texts.join("\n");
}
