/** Codex's events, and what it was seen to honour on each. With one unknown key the tool runs. */
import { absent as absentFrom, on } from "../_shared/event-table.js";
import type { EventTable } from "../contract.js";

const absent = absentFrom("Codex");

export const CODEX_EVENTS: EventTable = {
  // No "allow" (unsupported: the hook counts as failed and the tool runs) and no "ask".
  PreToolUse: on("PreToolUse", "deny", "rewrite", "context"),
  // No "ask" here either: without an answer Codex may let a model decide (`approvals_reviewer`) without reporting it.
  PermissionRequest: on("PermissionRequest", "allow", "deny"),
  PostToolUse: on("PostToolUse", "context", "replaceOutput"),
  UserPromptSubmit: on("UserPromptSubmit", "deny", "context"),
  SessionStart: on("SessionStart", "context", "stop"),
  // At the end and after an interrupt it hardly waits at all.
  SessionEnd: { ...on("SessionEnd"), waitMs: 3_000 },
  Stop: on("Stop", "forceContinue"),
  SubagentStart: on("SubagentStart", "context"),
  SubagentStop: on("SubagentStop", "forceContinue"),
  PreCompact: on("PreCompact"),
  PostCompact: on("PostCompact"),
  PreModelRequest: { ...on("PreModelRequest"), leftOut: "it was seen to ignore every answer" },
  Interrupt: { ...on("Interrupt", "message"), waitMs: 3_000 },
  PermissionDenied: absent,
  PermissionResult: absent,
  PostToolUseFailure: { unsupported: "Codex reports a failed tool as PostToolUse, without its exit code" },
  PostToolBatch: absent,
  PreToolSelection: absent,
  UserPromptExpansion: absent,
  UserPromptQueued: absent,
  UserPromptTransformed: absent,
  Setup: absent,
  Error: absent,
  TurnStart: absent,
  TurnEnd: absent,
  StopFailure: absent,
  AgentThought: absent,
  MessageDisplay: absent,
  SubagentCompleted: absent,
  PostModelResponse: absent,
  PreModelSwitch: absent,
  PostModelSwitch: absent,
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
