/** Windsurf names no tools. What its events are about stands for a name: `pre_run_command` is about `run_command`. */
import type { ToolTable } from "../../core/events/tools.js";

export const WINDSURF_TOOLS: ToolTable = {
  run_command: { name: "Bash", fields: { command_line: "command" } },
  read_code: { name: "Read" },
  write_code: { name: "Write" },
};
