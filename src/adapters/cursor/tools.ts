/** The documents name a file field in three ways; rules cover all of them. */
import type { ToolTable } from "../../core/events/tools.js";

const FILE = { path: "file_path", target_file: "file_path", file_path: "file_path" };

export const CURSOR_TOOLS: ToolTable = {
  Shell: { name: "Bash" },
  Read: { name: "Read", fields: FILE },
  Write: { name: "Write", fields: FILE },
  Delete: { name: "Delete", fields: FILE },
  Grep: { name: "Grep" },
  Task: { name: "Agent" },
};
