/** Windsurf names no tools. Its events supply the names: `pre_run_command` is `run_command`. */
import type { ToolTable } from "../../core/events/tools.js";

export const WINDSURF_TOOLS: ToolTable = {
  run_command: { name: "Bash", fields: { command_line: "command" } },
  read_code: { name: "Read" },
  write_code: { name: "Write" },
};
