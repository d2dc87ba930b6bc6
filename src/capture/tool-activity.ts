/** CP-05: the activity of a tool. Its output was summarised when the record was created. */

import { pathArguments } from "../core/events/tools.js";
import type { ActivityRow } from "../core/records/records.js";
import { cut, isRecord, type JsonObject } from "../core/text/json.js";
import { textOf } from "./facts.js";

const SUMMARY_CHARS = 500;

export function toolActivity(
  payload: JsonObject,
  event: string,
): Pick<ActivityRow, "kind" | "name" | "success"> & Partial<ActivityRow> {
  const input = isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
  const summary = textOf(payload, "output_summary", "tool_output");
  const error = textOf(payload, "error");
  const file = textOf(payload, "file_path") ?? pathArguments(input)[0];
  const success = succeeded(payload, event);
  return {
    kind: "tool",
    name: textOf(payload, "tool_name") ?? "unknown tool",
    input,
    ...(summary === undefined ? {} : { summary: cut(summary, SUMMARY_CHARS) }),
    ...(file === undefined ? {} : { file }),
    success,
    ...(success || error === undefined ? {} : { error: cut(error, SUMMARY_CHARS) }),
  };
}

function succeeded(payload: JsonObject, event: string): boolean {
  if (event === "PostToolUseFailure") return false;
  if (typeof payload["success"] === "boolean") return payload["success"];
  return payload["is_error"] !== true && textOf(payload, "error") === undefined;
}
