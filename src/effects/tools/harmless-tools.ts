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
