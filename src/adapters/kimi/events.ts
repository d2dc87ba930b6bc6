/**
 * Kimi Code's events. It accepts an answer on three of them; on all others it ignores hook output. Its SessionHeartbeat
 * has no canonical name and is sent every minute, so it is not registered.
 */
import { absent as absentFrom, on } from "../_shared/event-table.js";
import type { EventTable } from "../contract.js";

const absent = absentFrom("Kimi Code");

export const KIMI_EVENTS: EventTable = {
  PreToolUse: on("PreToolUse", "deny"),
  UserPromptSubmit: on("UserPromptSubmit", "deny", "context"),
  // Once per turn: after that it ends without another event.
  Stop: on("Stop", "forceContinue"),
  PostToolUse: on("PostToolUse"),
  PostToolUseFailure: on("PostToolUseFailure"),
  // It does not wait for an answer: the user is asked in any case.
  PermissionRequest: on("PermissionRequest", "ask"),
  PermissionResult: on("PermissionResult"),
  UserPromptQueued: on("UserPromptQueued"),
  SessionStart: on("SessionStart"),
  SessionEnd: on("SessionEnd"),
  Interrupt: on("Interrupt"),
  TurnStart: on("TurnStarted"),
  StopFailure: on("StopFailure"),
  SubagentStart: on("SubagentStart"),
  SubagentStop: on("SubagentStop"),
  PreCompact: on("PreCompact"),
  PostCompact: on("PostCompact"),
  TaskStarted: on("TaskStarted"),
  Notification: on("Notification"),
  PermissionDenied: absent,
  PostToolBatch: absent,
  PreToolSelection: absent,
  UserPromptExpansion: absent,
  UserPromptTransformed: absent,
  Setup: absent,
  Error: absent,
  TurnEnd: absent,
  AgentThought: absent,
  MessageDisplay: absent,
  SubagentCompleted: absent,
  PreModelRequest: absent,
  PostModelResponse: absent,
  PreModelSwitch: absent,
  PostModelSwitch: absent,
  TaskCreated: absent,
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
