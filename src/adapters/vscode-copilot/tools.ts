/** VS Code's tools: their names in calls, and in its documents. Fields are in camelCase. */
import type { ToolTable } from "../../core/events/tools.js";

const file = { filePath: "file_path" };
const TERMINAL = { name: "Bash" };
const WRITE = { name: "Write", fields: file };
const EDIT = { name: "Edit", fields: { ...file, oldString: "old_string", newString: "new_string" } };

export const VSCODE_TOOLS: ToolTable = {
  run_in_terminal: TERMINAL,
  runTerminalCommand: TERMINAL,
  send_to_terminal: TERMINAL,
  create_and_run_task: TERMINAL,
  create_file: WRITE,
  createFile: WRITE,
  replace_string_in_file: EDIT,
  multi_replace_string_in_file: { name: "Edit" },
  insert_edit_into_file: EDIT,
  editFiles: { name: "Edit" },
  apply_patch: { name: "Edit" },
  edit_notebook_file: { name: "NotebookEdit", fields: { filePath: "notebook_path" } },
  read_file: { name: "Read", fields: file },
  grep_search: { name: "Grep", fields: { query: "pattern" } },
  file_search: { name: "Glob", fields: { query: "pattern" } },
  fetch_webpage: { name: "WebFetch", fields: { urls: "url" } },
  manage_todo_list: { name: "TodoWrite" },
  runSubagent: { name: "Agent" },
};

/** Edits that name their files in a list. */
export const SEVERAL_FILES: ReadonlySet<string> = new Set(["multi_replace_string_in_file", "editFiles"]);
