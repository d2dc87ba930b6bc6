/** Result of a tool call. Cline reports success if the tool itself worked, whatever its command did. */
import { isRecord, type JsonObject } from "../../core/text/json.js";

export function readResult({ output, error, durationMs }: JsonObject): JsonObject {
  const parts = (Array.isArray(output) ? output : [output]).map(readPart);
  const errors = parts.flatMap((part) => (part.error === undefined ? [] : [part.error]));
  const failed = error !== undefined || errors.length > 0;
  return {
    tool_response: output,
    tool_output: parts.map(({ text }) => text).join("\n"),
    ...(failed ? { is_error: true, error: errors.join("\n") || "the tool failed" } : {}),
    ...(typeof durationMs === "number" ? { duration_ms: durationMs } : {}),
  };
}

interface Part {
  readonly text: string;
  readonly error?: string;
}

function readPart(part: unknown): Part {
  if (!isRecord(part)) return { text: typeof part === "string" ? part : (JSON.stringify(part) ?? "") };
  const { result, success, error, text, content, isError } = part;
  const failed = success === false || isError === true || typeof error === "string";
  const said = [result, text, contentText(content), error].find((one) => typeof one === "string" && one !== "");
  const why = typeof error === "string" ? error : "the tool failed";
  return { text: typeof said === "string" ? said : sayNothing(part), ...(failed ? { error: why } : {}) };
}

/** An empty answer is no text; other shapes are shown as JSON. */
function sayNothing(part: JsonObject): string {
  return "result" in part || "text" in part ? "" : JSON.stringify(part);
}

/** As MCP servers answer. */
function contentText(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined;
  return content.flatMap((one) => (isRecord(one) && typeof one["text"] === "string" ? [one["text"]] : [])).join("\n");
}
