/** The files of an `apply_patch` text, so that path rules apply to patches too. */

import { patchFiles } from "../../core/events/patch.js";
import type { BasePayload } from "../../core/events/payload.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";

/** Fields derived from the patch: a new value of one of them cannot be written back. */
export const PATCH_FIELDS: readonly string[] = ["file_path", "file_paths"];

/**
 * A patch as a Write of new files, an Edit of others, or both, with every file it touches. A patch without a recognised
 * file may still have an effect in the agent.
 */
export function withPatchFiles(payload: BasePayload, text: unknown): BasePayload {
  const {
    file_path: _,
    file_paths: __,
    ...input
  }: JsonObject = isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
  const files = patchFiles(typeof text === "string" ? text : "");
  if (files.length === 0)
    return { ...payload, tool_name: "Edit", also_tool_name: "Write", unreadable_input: true, tool_input: input };
  const paths = [...new Set(files.map(({ path }) => path))];
  const adds = files.some(({ does }) => does === "add");
  const changes = files.some(({ does }) => does !== "add");
  return {
    ...payload,
    tool_name: changes ? "Edit" : "Write",
    ...(adds && changes ? { also_tool_name: "Write" } : {}),
    tool_input: { ...input, file_path: paths[0], file_paths: paths },
  };
}
