/** Codex sends hooks a shell command's output but not its exit code; its rollout file has that before the hook runs. */

import type { HookEvent } from "../../core/events/payload.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { readJsonLines } from "../_shared/json-lines.js";

export function outcomeIn(transcriptEnd: string, { payload }: HookEvent): JsonObject {
  const items = readJsonLines(transcriptEnd).flatMap((line) => {
    const item = isRecord(line["payload"]) ? line["payload"]["item"] : undefined;
    return isRecord(item) && item["type"] === "CommandExecution" && item["id"] === payload["tool_use_id"] ? [item] : [];
  });
  const code = items.at(-1)?.["exit_code"];
  return typeof code === "number" ? { exit_code: code, ...(code === 0 ? {} : { is_error: true }) } : {};
}
