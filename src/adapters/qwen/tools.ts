/** Qwen Code's tools. Their input fields are Claude Code's. It still accepts some older names. */
import type { ToolTable } from "../../core/events/tools.js";

export const QWEN_TOOLS: ToolTable = {
  run_shell_command: { name: "Bash" },
  read_file: { name: "Read" },
  write_file: { name: "Write" },
  edit: { name: "Edit" },
  replace: { name: "Edit" },
  notebook_edit: { name: "NotebookEdit" },
  glob: { name: "Glob" },
  grep_search: { name: "Grep" },
  search_file_content: { name: "Grep" },
  list_directory: { name: "LS" },
  web_fetch: { name: "WebFetch" },
  web_search: { name: "WebSearch" },
  agent: { name: "Agent" },
  task: { name: "Agent" },
  skill: { name: "Skill" },
  todo_write: { name: "TodoWrite" },
  ask_user_question: { name: "AskUserQuestion" },
  enter_plan_mode: { name: "EnterPlanMode" },
  exit_plan_mode: { name: "ExitPlanMode" },
  monitor: { name: "Monitor" },
};
