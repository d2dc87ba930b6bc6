/** Qwen Code's events, and what it was seen to honour on each; its own documents promise more. */
import { absent as absentFrom, on } from "../_shared/event-table.js";
import type { EventTable } from "../contract.js";

const absent = absentFrom("Qwen Code");

export const QWEN_EVENTS: EventTable = {
  // A rewrite and context are documented and ignored here; "allow" comes after its own permission check.
  PreToolUse: on("PreToolUse", "ask", "deny"),
  PermissionRequest: on("PermissionRequest", "allow", "ask", "deny", "rewrite"),
  PermissionDenied: on("PermissionDenied"),
  PostToolUse: on("PostToolUse", "context", "replaceOutput"),
  PostToolUseFailure: on("PostToolUseFailure", "context"),
  PostToolBatch: { ...on("PostToolBatch", "deny", "context"), waitMs: 15_000 },
  UserPromptSubmit: on("UserPromptSubmit", "deny", "context"),
  UserPromptExpansion: on("UserPromptExpansion", "deny", "context"),
  SessionStart: on("SessionStart", "context"),
  SessionEnd: on("SessionEnd"),
  // The stop of other agents makes this one continue, so "stop" is never sent.
  Stop: on("Stop", "forceContinue", "message"),
  StopFailure: on("StopFailure"),
  // Context is used only if a subagent's own instructions ask for it; its built-in ones do not.
  SubagentStart: on("SubagentStart"),
  SubagentStop: on("SubagentStop", "forceContinue"),
  PreCompact: on("PreCompact"),
  PostCompact: on("PostCompact"),
  TaskCreated: on("TodoCreated", "deny"),
  TaskCompleted: on("TodoCompleted", "deny"),
  Notification: on("Notification"),
  InstructionsLoaded: {
    ...on("InstructionsLoaded"),
    leftOut: "each file would cost a process at the start, and no answer is possible",
  },
  MessageDisplay: { ...on("MessageDisplay"), leftOut: "it is sent repeatedly while a message is written" },
  PermissionResult: absent,
  PreToolSelection: absent,
  UserPromptQueued: absent,
  UserPromptTransformed: absent,
  Setup: absent,
  Error: absent,
  Interrupt: absent,
  TurnStart: absent,
  TurnEnd: absent,
  AgentThought: absent,
  SubagentCompleted: absent,
  PreModelRequest: absent,
  PostModelResponse: absent,
  PreModelSwitch: absent,
  PostModelSwitch: absent,
  TaskStarted: absent,
  TeammateIdle: absent,
  ConfigChange: absent,
  CwdChanged: absent,
  FileChanged: absent,
  DirectoryAdded: absent,
  WorktreeCreate: absent,
  WorktreeRemove: absent,
  Elicitation: absent,
  ElicitationResult: absent,
  PromptInjectionVerdict: absent,
};
