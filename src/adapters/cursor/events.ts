/**
 * Cursor's events, according to its hook code. `preToolUse` covers every tool, so its special cases are not registered.
 */
import type { EventName } from "../../core/events/events.js";
import { absent as absentFrom, on } from "../_shared/event-table.js";
import type { EventTable } from "../contract.js";

const absent = absentFrom("Cursor");

export const CURSOR_EVENTS: EventTable = {
  // No "ask": it is unknown whether Cursor runs commands without asking (auto-run), and what happens to a question
  // then.
  PreToolUse: on("preToolUse", "allow", "deny", "rewrite", "context"),
  PostToolUse: on("postToolUse", "context"), // only an MCP tool's output can be replaced
  PostToolUseFailure: on("postToolUseFailure", "context"),
  UserPromptSubmit: on("beforeSubmitPrompt", "deny", "context"),
  SessionStart: on("sessionStart", "context", "stop"),
  SessionEnd: on("sessionEnd"),
  Stop: on("stop", "forceContinue"),
  SubagentStart: on("subagentStart"),
  SubagentStop: on("subagentStop", "forceContinue"),
  PreCompact: on("preCompact", "message"),
  AgentThought: { ...on("afterAgentThought"), leftOut: "it is sent with every thought and accepts no answer" },
  PostModelResponse: on("afterAgentResponse"), // the reply to a prompt, which `stop` lacks
  PermissionRequest: { unsupported: "Cursor asks its own questions without a hook" },
  PermissionDenied: absent,
  PermissionResult: absent,
  PostToolBatch: absent,
  PreToolSelection: absent,
  UserPromptExpansion: absent,
  UserPromptQueued: absent,
  UserPromptTransformed: absent,
  Setup: absent,
  Error: absent,
  Interrupt: absent,
  TurnStart: absent,
  TurnEnd: absent,
  StopFailure: { unsupported: "Cursor sends `stop` with a status instead" },
  MessageDisplay: absent,
  SubagentCompleted: absent,
  PreModelRequest: absent,
  PreModelSwitch: absent,
  PostModelSwitch: absent,
  PostCompact: absent,
  TaskCreated: absent,
  TaskStarted: absent,
  TaskCompleted: absent,
  TeammateIdle: absent,
  ConfigChange: absent,
  InstructionsLoaded: absent,
  CwdChanged: absent,
  FileChanged: absent,
  DirectoryAdded: absent,
  WorktreeCreate: absent,
  WorktreeRemove: absent,
  Notification: absent,
  Elicitation: absent,
  ElicitationResult: absent,
  PromptInjectionVerdict: absent,
};

/** Special cases of a tool's events, for manual registration. */
export const SPECIAL_CASES: Readonly<Record<string, EventName>> = {
  beforeShellExecution: "PreToolUse",
  beforeMCPExecution: "PreToolUse",
  beforeReadFile: "PreToolUse",
  beforeTabFileRead: "PreToolUse",
  afterShellExecution: "PostToolUse",
  afterMCPExecution: "PostToolUse",
  afterFileEdit: "PostToolUse",
  afterTabFileEdit: "PostToolUse",
};
