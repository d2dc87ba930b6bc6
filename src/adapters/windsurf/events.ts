/**
 * Windsurf's events: a pair for each kind of tool instead of one pair for all, so four names of its own are one of
 * ours. It blocks on those that come before something and listens to nothing else.
 */
import type { EventName } from "../../core/events/events.js";
import { absent as absentFrom, on } from "../_shared/event-table.js";
import type { EventTable } from "../contract.js";

const absent = absentFrom("Windsurf");

export const WINDSURF_EVENTS: EventTable = {
  PreToolUse: on("pre_run_command", "deny"),
  PostToolUse: on("post_run_command"),
  UserPromptSubmit: on("pre_user_prompt", "deny"),
  // Started when the answer is complete, and not waited for.
  Stop: on("post_cascade_response"),
  SessionStart: {
    unsupported:
      "Windsurf announces no session: the first prompt of a conversation is its start (see UserPromptSubmit)",
  },
  SessionEnd: { unsupported: "Windsurf does not tell when a conversation is left" },
  PostToolUseFailure: {
    unsupported: "Windsurf tells of a failed command as of any other, and of other failed tools nothing",
  },
  PermissionRequest: { unsupported: "Windsurf asks its own questions without a hook" },
  WorktreeCreate: { unsupported: "Windsurf tells of a worktree when it is there (windsurf:post_setup_worktree)" },
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

/** The other kinds of tools. Nothing else tells of their calls, so all of them are registered. */
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
  // Windsurf writes the whole conversation to a file for it, so it is left to those who want that.
  post_cascade_response_with_transcript: "Stop",
};
