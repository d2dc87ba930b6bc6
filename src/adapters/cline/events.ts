/**
 * Cline's hook files, and what it was seen to honour on each. Those of a run's start and end are started and not waited
 * for, so nothing can be said there. Runs of subagents send the same events; decode.ts tells them apart.
 */
import { absent as absentFrom, on } from "../_shared/event-table.js";
import type { EventTable } from "../contract.js";

const absent = absentFrom("Cline");

export const CLINE_EVENTS: EventTable = {
  // No "ask": its `review` is read and then not used. No "allow": nothing skips its own approval.
  PreToolUse: on("PreToolUse", "deny", "rewrite", "context", "stop"),
  PostToolUse: on("PostToolUse", "context", "stop"),
  SessionStart: on("TaskStart"),
  Stop: on("TaskComplete"),
  SubagentStart: on("TaskStart"),
  SubagentStop: on("TaskComplete"),
  // Whoever aborted the run: the person, a hook, or its own limit of mistakes.
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

/** A session that is taken up again starts with a hook file of its own. */
export const CLINE_ALSO = { TaskResume: "SessionStart" } as const;
