/**
 * Cline's hook files, and what it was seen to honour on each. Those of a run's start and end are not awaited, so they
 * cannot answer. Runs of subagents send the same events; decode.ts distinguishes them.
 */
import { absent as absentFrom, on } from "../_shared/event-table.js";
import type { EventTable } from "../contract.js";

const absent = absentFrom("Cline");

export const CLINE_EVENTS: EventTable = {
  // No "ask": its `review` is parsed but not used. No "allow": nothing skips its own approval.
  PreToolUse: on("PreToolUse", "deny", "rewrite", "context", "stop"),
  PostToolUse: on("PostToolUse", "context", "stop"),
  SessionStart: on("TaskStart"),
  Stop: on("TaskComplete"),
  SubagentStart: on("TaskStart"),
  SubagentStop: on("TaskComplete"),
  // Any abort of the run: by the user, a hook, or its own limit of mistakes.
  Interrupt: on("SessionShutdown"),
  SessionEnd: { unsupported: "Cline runs its SessionShutdown hook only after an aborted run (see Interrupt)" },
  UserPromptSubmit: { unsupported: "Cline has a hook file of this name and does not run it for the prompt of a run" },
  PreCompact: { unsupported: "Cline has a hook file of this name and never runs it" },
  StopFailure: { unsupported: "Cline has a hook file TaskError and did not run it after a failed run" },
  PostToolUseFailure: { unsupported: "Cline reports a failed tool as PostToolUse" },
  PermissionRequest: absent,
  PermissionDenied: absent,
  PermissionResult: absent,
  PostToolBatch: absent,
  PreToolSelection: absent,
  UserPromptExpansion: absent,
  UserPromptQueued: absent,
  UserPromptTransformed: absent,
  Setup: absent,
  Error: absent,
  TurnStart: absent,
  TurnEnd: absent,
  AgentThought: absent,
  MessageDisplay: absent,
  SubagentCompleted: absent,
  PostCompact: absent,
  PreModelRequest: absent,
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

/** A resumed session has its own hook file. */
export const CLINE_ALSO = { TaskResume: "SessionStart" } as const;
