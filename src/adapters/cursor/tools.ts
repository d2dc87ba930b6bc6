import type { ToolTable } from "../../core/tools.js";

export const CURSOR_TOOLS: ToolTable = {
  Shell: { name: "Bash" },
  Read: { name: "Read", fields: { path: "file_path", target_file: "file_path" } },
  Write: { name: "Write", fields: { path: "file_path", target_file: "file_path" } },
  Delete: { name: "Delete", fields: { path: "file_path", target_file: "file_path" } },
  Grep: { name: "Grep" },
  Task: { name: "Agent" },
};
