/** Pi's tools, and those of common extensions, by Claude Code's names. */

import type { BasePayload, HookEvent } from "../../core/events/payload.js";
import type { ToolTable } from "../../core/events/tools.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { canSay, nativeInput, withCanonicalTool } from "../_shared/tool-names.js";
import { EDIT_FIELDS, nativeEdits, withCanonicalEdits } from "./edits.js";

const file = { path: "file_path" };

export const PI_TOOLS: ToolTable = {
  read: { name: "Read", fields: file },
  write: { name: "Write", fields: file },
  edit: { name: "Edit", fields: file },
  bash: { name: "Bash" },
  powershell: { name: "PowerShell" },
  grep: { name: "Grep" },
  find: { name: "Glob" },
  glob: { name: "Glob" },
  ls: { name: "LS" },
  skill: { name: "Skill" },
  agent: { name: "Agent" },
  web_fetch: { name: "WebFetch" },
  web_search: { name: "WebSearch" },
  ask_user_question: { name: "AskUserQuestion" },
  enter_plan_mode: { name: "EnterPlanMode" },
  exit_plan_mode: { name: "ExitPlanMode" },
  todo_write: { name: "TodoWrite" },
};

/** Tools of other extensions get a capital letter, like all canonical names; those of MCP servers keep theirs. */
export function withTool(payload: BasePayload): BasePayload {
  const known = withCanonicalTool(PI_TOOLS, payload);
  const { tool_name: name, tool_input: input } = known;
  if (name === "Edit" && isRecord(input)) return { ...known, tool_input: withCanonicalEdits(input) };
  if (known !== payload || typeof name !== "string" || name === "" || name.startsWith("mcp__")) return known;
  return { ...payload, tool_name: name[0]!.toUpperCase() + name.slice(1), native_tool_name: name };
}

/** A single text to replace cannot be added to a list of several. */
export function canRewrite(event: HookEvent, input: JsonObject): boolean {
  const sent = event.payload["tool_input"];
  const several = isRecord(sent) && Array.isArray(sent["edits"]) && sent["edits"].length > 1;
  return canSay(PI_TOOLS, event, input, several && event.payload["native_tool_name"] === "edit" ? EDIT_FIELDS : []);
}

/** A rewritten input in Pi's format. */
export function nativeToolInput(event: HookEvent, input: JsonObject): JsonObject {
  const native = nativeInput(PI_TOOLS, event, input);
  const sent = event.payload["tool_input"];
  return event.payload["native_tool_name"] === "edit" ? nativeEdits(native, isRecord(sent) ? sent : {}) : native;
}
