/** OpenCode's tools, and those that Kilo adds. Two more of them run commands, which command rules have to cover. */
import type { ToolTable } from "../../core/events/tools.js";
import { OPENCODE_TOOLS } from "../_shared/opencode/tools.js";

export const KILO_TOOLS: ToolTable = {
  ...OPENCODE_TOOLS,
  background_process: { name: "Bash" },
  interactive_terminal: { name: "Bash" },
  notebook_read: { name: "Read", fields: { path: "file_path" } },
  notebook_edit: { name: "NotebookEdit", fields: { path: "notebook_path", source: "new_source" } },
};
