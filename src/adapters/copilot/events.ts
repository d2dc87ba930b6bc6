/**
 * GitHub Copilot CLI's events by their camelCase names, and what the released program was seen to honour. A message for
 * the user is a progress line, which it shows on every event it waits for.
 */
import { absent as absentFrom, on } from "../_shared/event-table.js";
import type { EventTable } from "../contract.js";

const absent = absentFrom("GitHub Copilot CLI");

export const COPILOT_EVENTS: EventTable = {
  // In headless mode "ask" becomes a denial with our reason, also with --allow-all and in autopilot.
  PreToolUse: on("preToolUse", "allow", "ask", "deny", "rewrite", "context", "message"),
  // It is sent before Copilot's own rules, which may allow everything: without an answer the user might not be asked.
  PermissionRequest: on("permissionRequest", "allow", "deny", "stop", "message"),
  PostToolUse: on("postToolUse", "context", "replaceOutput", "message"),
  PostToolUseFailure: on("postToolUseFailure", "context", "message"),
  UserPromptSubmit: on("userPromptSubmitted", "deny", "context", "message"),
  UserPromptTransformed: on("userPromptTransformed", "message"),
  SessionStart: on("sessionStart", "context", "message"),
  SessionEnd: on("sessionEnd", "message"),
  Stop: on("agentStop", "forceContinue", "message"),
  SubagentStart: on("subagentStart", "context", "message"),
  SubagentStop: on("subagentStop", "forceContinue", "message"),
  PreCompact: on("preCompact"),
  Error: on("errorOccurred"),
  // Copilot does not wait for it; context added there starts another turn.
  Notification: on("notification", "context"),
  PermissionDenied: absent,
  PermissionResult: absent,
  PostToolBatch: absent,
  PreToolSelection: absent,
  UserPromptExpansion: absent,
  UserPromptQueued: absent,
  Setup: absent,
  Interrupt: absent,
  TurnStart: absent,
  TurnEnd: absent,
  StopFailure: { unsupported: "GitHub Copilot CLI reports a failed turn as errorOccurred" },
  AgentThought: absent,
  MessageDisplay: absent,
  SubagentCompleted: absent,
  PreModelRequest: absent,
  PostModelResponse: absent,
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
  Elicitation: absent,
  ElicitationResult: absent,
  PromptInjectionVerdict: absent,
};

/** The names of the same events when Copilot reads Claude Code's settings. */
export const PASCAL_NAMES = {
  PreToolUse: "PreToolUse",
  PermissionRequest: "PermissionRequest",
  PostToolUse: "PostToolUse",
  PostToolUseFailure: "PostToolUseFailure",
  UserPromptSubmit: "UserPromptSubmit",
  SessionStart: "SessionStart",
  SessionEnd: "SessionEnd",
  Stop: "Stop",
  SubagentStart: "SubagentStart",
  SubagentStop: "SubagentStop",
  PreCompact: "PreCompact",
  Notification: "Notification",
  ErrorOccurred: "Error",
} as const;
