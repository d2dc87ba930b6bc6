/**
 * Copilot's tools by their own names, and by Claude Code's, which it uses for hooks of Claude Code's settings; the
 * input fields are its own in both.
 */

import type { BasePayload } from "../../core/events/payload.js";
import type { ToolTable } from "../../core/events/tools.js";
import { isRecord, lookUp } from "../../core/text/json.js";

const READ = { name: "Read", fields: { path: "file_path" } };
const WRITE = { name: "Write", fields: { path: "file_path", file_text: "content" } };
const EDIT = { name: "Edit", fields: { path: "file_path", old_str: "old_string", new_str: "new_string" } };
const GREP = { name: "Grep", fields: { paths: "path", path: "path" } };
const GLOB = { name: "Glob", fields: { paths: "path", path: "path" } };
/** Input for an open shell. */
const TYPED = { name: "Bash", fields: { input: "command" } };
const AGENT = { name: "Agent", fields: { agent_type: "subagent_type" } };

export const COPILOT_TOOLS: ToolTable = {
  bash: { name: "Bash" },
  powershell: { name: "Bash" },
  write_bash: TYPED,
  write_powershell: TYPED,
  view: READ,
  create: WRITE,
  edit: EDIT,
  str_replace_editor: EDIT,
  grep: GREP,
  rg: GREP,
  glob: GLOB,
  task: AGENT,
  web_fetch: { name: "WebFetch" },
  web_search: { name: "WebSearch" },
  ask_user: { name: "AskUserQuestion" },
  update_todo: { name: "TodoWrite" },
  skill: { name: "Skill" },
  Bash: { name: "Bash" },
  Read: READ,
  Write: WRITE,
  Edit: EDIT,
  Grep: GREP,
  Glob: GLOB,
  Agent: AGENT,
};

/** One tool for several operations, selected by `command`. */
const EDITOR: Readonly<Record<string, ToolTable>> = {
  create: { str_replace_editor: WRITE },
  view: { str_replace_editor: READ },
};

export function toolsFor({ tool_name: native, tool_input: input }: BasePayload): ToolTable {
  const command = native === "str_replace_editor" && isRecord(input) ? input["command"] : undefined;
  return (typeof command === "string" ? lookUp(EDITOR, command) : undefined) ?? COPILOT_TOOLS;
}

/** A patch is bare text, which decodes as `raw`; for hooks of Claude Code's settings its tool is Edit. */
export function isPatch({ tool_name: native, tool_input: input }: BasePayload): boolean {
  if (native === "apply_patch") return true;
  return native === "Edit" && isRecord(input) && typeof input["raw"] === "string" && Object.keys(input).length === 1;
}

export function patchIn({ tool_input: input }: BasePayload): string {
  const texts = isRecord(input) ? Object.values(input).filter((value) => typeof value === "string") : [];
  return texts.join("\n");
}

/**
 * `server-tool`, or `server/tool` in permission requests, becomes `mcp__server__tool`; no tool of Copilot's own has
 * such a name. If both names may contain a hyphen, tools are assumed to use either underscores or hyphens, not both.
 */
export function mcpTool(name: string): string | undefined {
  const slash = name.indexOf("/");
  const lastHyphen = name.lastIndexOf("-");
  const cut = slash > 0 ? slash : name.includes("_", lastHyphen + 1) ? lastHyphen : name.indexOf("-");
  if (cut <= 0 || cut === name.length - 1 || name.startsWith("mcp__")) return undefined;
  return `mcp__${name.slice(0, cut)}__${name.slice(cut + 1)}`;
}
