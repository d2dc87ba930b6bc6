/** Maps Gemini CLI's tools to canonical ones. A canonical call is converted back to the first tool of a name. */

import type { BasePayload } from "../../core/events/payload.js";
import type { ToolTable } from "../../core/events/tools.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";

const GREP = { name: "Grep", fields: { dir_path: "path", include_pattern: "glob" } };

export const GEMINI_TOOLS: ToolTable = {
  run_shell_command: { name: "Bash", fields: { is_background: "run_in_background" } },
  read_file: { name: "Read" },
  read_many_files: { name: "Read", fields: { include: "file_path" } },
  write_file: { name: "Write" },
  replace: { name: "Edit", fields: { allow_multiple: "replace_all" } },
  glob: { name: "Glob", fields: { dir_path: "path" } },
  grep_search: GREP,
  search_file_content: GREP,
  list_directory: { name: "LS", fields: { dir_path: "path" } },
  web_fetch: { name: "WebFetch" },
  google_web_search: { name: "WebSearch" },
  invoke_agent: { name: "Agent", fields: { agent_name: "subagent_type" } },
  activate_skill: { name: "Skill", fields: { name: "skill" } },
  write_todos: { name: "TodoWrite" },
  ask_user: { name: "AskUserQuestion" },
  enter_plan_mode: { name: "EnterPlanMode" },
  exit_plan_mode: { name: "ExitPlanMode" },
};

/** An MCP tool is called `mcp_SERVER_TOOL`, which is ambiguous; a separate field has the parts. */
export function withMcpName(payload: BasePayload): BasePayload {
  const { mcp_context: origin, tool_name: native } = payload;
  if (!isRecord(origin)) return payload;
  const { server_name: server, tool_name: tool } = origin;
  if (typeof server !== "string" || typeof tool !== "string") return payload;
  return { ...payload, tool_name: `mcp__${server}__${tool}`, native_tool_name: native };
}

const ADDRESS = /https?:\/\/[^\s"'`<>)\]]+/gi;

/**
 * `web_fetch` takes URLs anywhere in its prompt, and URL rules test `url`. A `url` field counts too: some versions
 * accept it.
 */
export function withUrl(payload: BasePayload): BasePayload {
  const { tool_input: input } = payload;
  if (payload["native_tool_name"] !== "web_fetch" || !isRecord(input)) return payload;
  const own = typeof input["url"] === "string" ? [input["url"]] : [];
  const urls = [...new Set([...addressesIn(input), ...own].flatMap((url) => [url, plainForm(url)]))];
  if (urls.length === 0) return payload;
  return { ...payload, tool_input: { ...input, url: urls[0], ...(urls.length > 1 ? { urls } : {}) } };
}

/** The way back: a changed `url` replaces the first one. */
export function withoutUrl(sent: JsonObject, input: JsonObject): JsonObject {
  const before = addressesIn(sent)[0];
  if (before === undefined) return input;
  const { url, ...rest } = input;
  const { prompt } = rest;
  return typeof url === "string" && typeof prompt === "string"
    ? { ...rest, prompt: prompt.replace(before, () => url) }
    : rest;
}

function addressesIn({ prompt }: JsonObject): readonly string[] {
  return typeof prompt === "string" ? (prompt.match(ADDRESS) ?? []) : [];
}

/** As Gemini CLI parses it: `HTTPS://Evil.test` is https://evil.test/. */
function plainForm(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

/** A file pattern does not show which files are read. */
export function withPatterns(payload: BasePayload): BasePayload {
  const { tool_input: input } = payload;
  if (payload["native_tool_name"] !== "read_many_files" || !isRecord(input)) return payload;
  const isPattern = (path: unknown) => typeof path === "string" && /[*?[{(]/.test(path);
  return [input["include"]].flat().some(isPattern) ? { ...payload, unreadable_input: true } : payload;
}
