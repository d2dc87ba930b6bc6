/** Agent tools whose input touches neither files nor programs. */
export const HARMLESS_TOOLS: readonly string[] = [
  "Agent",
  "AskUserQuestion",
  "BashOutput",
  "EnterPlanMode",
  "ExitPlanMode",
  "KillShell",
  "Skill",
  "Task",
  "TaskOutput",
  "TodoRead",
  "TodoWrite",
  "ToolSearch",
  "WebSearch",
];

/** Agent tools that read or list files, whatever their input says, and change nothing. */
export const READING_TOOLS: readonly string[] = ["Glob", "Grep", "LS", "NotebookRead", "Read"];
