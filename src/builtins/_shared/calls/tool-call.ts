/** Accessors for canonical tool calls. */
import { isAbsolute, resolve } from "node:path";
import type { BasePayload } from "../../../core/events/payload.js";
import type { Surroundings } from "../../../core/hooks/builtin.js";
import { isRecord } from "../../../core/text/json.js";

export function folderOf(payload: BasePayload, surroundings: Surroundings): string {
  return resolve(surroundings.cwd, typeof payload.cwd === "string" ? payload.cwd : "");
}

/** Absolute path of the file that `Read`, `Edit`, `Write` and similar name. */
export function fileOf(payload: BasePayload, surroundings: Surroundings): string | undefined {
  const input = payload["tool_input"];
  if (!isRecord(input)) return undefined;
  const path = input["file_path"] ?? input["path"] ?? input["notebook_path"];
  if (typeof path !== "string" || path === "" || path.includes("\0")) return undefined;
  const home = path.startsWith("~/") ? surroundings.home + path.slice(1) : path;
  return isAbsolute(home) ? resolve(home) : resolve(folderOf(payload, surroundings), home);
}

export function hasFailed(payload: BasePayload): boolean {
  const { is_error: failed, tool_response: response, hook_event_name: event } = payload;
  if (failed === true || event === "PostToolUseFailure") return true;
  return (
    isRecord(response) &&
    (response["is_error"] === true || response["isError"] === true || response["success"] === false)
  );
}

/** Output of a tool as searchable text. */
export function resultText(payload: BasePayload, most: number): string {
  const { tool_output: output, tool_response: response } = payload;
  const value = output ?? response ?? "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.slice(0, most);
}

/** Safe file name for an id chosen by others: no path separators or `..`. */
export function plainName(id: unknown): string {
  return typeof id === "string" && /^[\w][\w.-]{0,120}$/.test(id) ? id : "unknown";
}
