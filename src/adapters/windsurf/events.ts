/**
 * Windsurf's events: a pair for each kind of tool instead of one pair for all, so four of its names map to one of ours.
 * It blocks on those before an action and ignores all other answers.
 */
import type { EventName } from "../../core/events/events.js";
import { absent as absentFrom, on } from "../_shared/event-table.js";
import type { EventTable } from "../contract.js";

const absent = absentFrom("Windsurf");

export const WINDSURF_EVENTS: EventTable = {
  PreToolUse: on("pre_run_command", "deny"),
  PostToolUse: on("post_run_command"),
  UserPromptSubmit: on("pre_user_prompt", "deny"),
  // Started when the answer is complete, and not awaited.
  Stop: on("post_cascade_response"),
  SessionStart: {
    unsupported:
      "Windsurf reports no session start: the first prompt of a conversation is its start (see UserPromptSubmit)",
  },
  SessionEnd: { unsupported: "Windsurf does not report the end of a conversation" },
  PostToolUseFailure: {
    unsupported: "Windsurf reports a failed command like any other, and no other failed tools",
  },
  PermissionRequest: { unsupported: "Windsurf asks its own questions without a hook" },
  WorktreeCreate: { unsupported: "Windsurf reports a worktree after it was created (windsurf:post_setup_worktree)" },
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
  StopFailure: absent,
  AgentThought: absent,
  MessageDisplay: absent,
  SubagentStart: absent,
  SubagentStop: absent,
  SubagentCompleted: absent,
  PreModelRequest: absent,
  PostModelResponse: absent,
  PreModelSwitch: absent,
  PostModelSwitch: absent,
  PreCompact: absent,
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
  WorktreeRemove: absent,
  Notification: absent,
  Elicitation: absent,
  ElicitationResult: absent,
  PromptInjectionVerdict: absent,
};

/** The other kinds of tools. No other event covers their calls, so all of them are registered. */
const KINDS_OF_TOOLS = {
  pre_write_code: "PreToolUse",
  pre_read_code: "PreToolUse",
  pre_mcp_tool_use: "PreToolUse",
  post_write_code: "PostToolUse",
  post_read_code: "PostToolUse",
  post_mcp_tool_use: "PostToolUse",
} as const;

export const ALSO_WIRED: readonly string[] = Object.keys(KINDS_OF_TOOLS);

export const ALSO_CALLED: Readonly<Record<string, EventName>> = {
  ...KINDS_OF_TOOLS,
  // Windsurf writes the whole conversation to a file for it, so it is optional.
  post_cascade_response_with_transcript: "Stop",
};
