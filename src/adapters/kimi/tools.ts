/** Kimi Code's tools with other names or fields. Its MCP tools already are `mcp__server__tool`. */
import type { ToolTable } from "../../core/events/tools.js";

const file = { path: "file_path" };

export const KIMI_TOOLS: ToolTable = {
  Read: { name: "Read", fields: { ...file, line_offset: "offset", n_lines: "limit" } },
  Write: { name: "Write", fields: file },
  Edit: { name: "Edit", fields: file },
  FetchURL: { name: "WebFetch" },
  TodoList: { name: "TodoWrite" },
};
