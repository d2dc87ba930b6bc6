/** OpenCode's tools in canonical words. */
import { isRecord, type JsonObject } from "../../../core/json.js";
import type { BasePayload } from "../../../core/payload.js";
import type { ToolTable } from "../../../core/tools.js";
import { readPatch } from "../patch.js";
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

/** `servers` are the names of the MCP servers in OpenCode's config: it puts them before the names of their tools. */
export function withTool(tools: ToolTable, payload: BasePayload, servers: readonly string[]): BasePayload {
  const native = payload["tool_name"];
  if (typeof native !== "string") return payload;
  const named = withCanonicalTool(tools, payload);
  if (named !== payload) return native === "apply_patch" ? withPatch(named) : named;
  const server = servers
    .filter((name) => native.startsWith(`${sanitized(name)}_`))
    .sort((one, other) => other.length - one.length)[0];
  if (server === undefined) return payload;
  const tool = native.slice(server.length + 1);
  return { ...payload, tool_name: `mcp__${sanitized(server)}__${tool}`, native_tool_name: native };
}

function withPatch(payload: BasePayload): BasePayload {
  const input: JsonObject = isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
  if (typeof input["patchText"] !== "string") return payload;
  const { paths, onlyAdds } = readPatch(input["patchText"]);
  const files = paths.length > 0 ? { file_path: paths[0], file_paths: paths } : {};
  return { ...payload, tool_name: onlyAdds ? "Write" : "Edit", tool_input: { ...input, ...files } };
}

/** As OpenCode does it with names that a model's interface would not take. */
function sanitized(name: string): string {
  return name.replace(/[^\w-]/g, "_");
}
