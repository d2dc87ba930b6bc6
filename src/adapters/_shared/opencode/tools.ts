/** Maps OpenCode's tools to canonical ones. */

import type { BasePayload } from "../../../core/events/payload.js";
import type { ToolTable } from "../../../core/events/tools.js";
import { isRecord } from "../../../core/text/json.js";
import { withPatchFiles } from "../patch.js";
import { withCanonicalTool } from "../tool-names.js";

const FILE = { filePath: "file_path" };

export const OPENCODE_TOOLS: ToolTable = {
  bash: { name: "Bash" },
  read: { name: "Read", fields: FILE },
  write: { name: "Write", fields: FILE },
  edit: {
    name: "Edit",
    fields: { ...FILE, oldString: "old_string", newString: "new_string", replaceAll: "replace_all" },
  },
  multiedit: { name: "Edit", fields: FILE },
  apply_patch: { name: "Edit" },
  glob: { name: "Glob" },
  grep: { name: "Grep", fields: { include: "glob" } },
  webfetch: { name: "WebFetch" },
  websearch: { name: "WebSearch" },
  task: { name: "Agent" },
  todowrite: { name: "TodoWrite" },
  skill: { name: "Skill", fields: { name: "skill" } },
  question: { name: "AskUserQuestion" },
  plan_enter: { name: "EnterPlanMode" },
  plan_exit: { name: "ExitPlanMode" },
};

/** `servers`: the MCP servers in OpenCode's config, which prefixes the names of their tools. */
export function withTool(tools: ToolTable, payload: BasePayload, servers: readonly string[]): BasePayload {
  const native = payload["tool_name"];
  if (typeof native !== "string") return payload;
  const named = withCanonicalTool(tools, payload);
  if (named["native_tool_name"] === "apply_patch") return withPatch(named);
  if (named !== payload) return named;
  const server = servers
    .filter((name) => native.startsWith(`${sanitized(name)}_`))
    .sort((one, other) => other.length - one.length)[0];
  if (server === undefined) return payload;
  const tool = native.slice(server.length + 1);
  return { ...payload, tool_name: `mcp__${sanitized(server)}__${tool}`, native_tool_name: native };
}

function withPatch(payload: BasePayload): BasePayload {
  const { tool_input: input } = payload;
  return withPatchFiles(payload, isRecord(input) ? input["patchText"] : undefined);
}

/** As OpenCode does with names that a model API would reject. */
function sanitized(name: string): string {
  return name.replace(/[^\w-]/g, "_");
}
