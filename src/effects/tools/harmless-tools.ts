/** Tools of agents that touch neither files nor programs by what they are given. */
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
