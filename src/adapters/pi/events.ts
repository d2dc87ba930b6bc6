/**
 * Pi's events, and what it was seen to honour on each. The extension keeps what Pi cannot accept at an event: context
 * of a session's start goes into the system prompt (a project's, to the prompt), context before a tool to the tool's
 * result.
 */
import { absent as absentFrom, on } from "../_shared/event-table.js";
import type { EventTable } from "../contract.js";

const absent = absentFrom("Pi");
const noSubagents = { unsupported: "Pi has no subagents of its own; extensions start them as ordinary sessions" };
const noTasks = { unsupported: "Pi has no tasks" };
const perAnswer = "it is sent with every answer of the model";

export const PI_EVENTS: EventTable = {
  PreToolUse: on("tool_call", "ask", "deny", "rewrite", "context", "stop", "message"),
  PostToolUse: on("tool_result", "context", "replaceOutput", "message"),
  PostToolUseFailure: on("tool_result", "context", "message"),
  UserPromptSubmit: on("input", "deny", "context", "message"),
  SessionStart: on("session_start", "context", "message"),
  // Pi waits forever, and so would the user who wants to exit.
  SessionEnd: { ...on("session_shutdown", "message"), waitMs: 10_000 },
  // turn_end follows each answer of the model; this one is sent when Pi is about to return to the user.
  Stop: on("agent_before_settle", "forceContinue", "message"),
  StopFailure: on("agent_before_settle", "message"),
  PreCompact: on("session_before_compact", "deny", "message"),
  PostCompact: on("session_compact", "message"),
  PostModelSwitch: on("model_select", "message"),
  TurnStart: { ...on("turn_start"), leftOut: perAnswer },
  TurnEnd: { ...on("turn_end"), leftOut: perAnswer },
  MessageDisplay: { ...on("message_end"), leftOut: perAnswer },
  PreModelRequest: { ...on("context"), leftOut: "it contains the whole conversation, with every request" },
  PostModelResponse: { ...on("after_provider_response"), leftOut: perAnswer },
  PermissionRequest: { unsupported: "Pi asks for no permissions" },
  PermissionDenied: { unsupported: "Pi asks for no permissions" },
  PermissionResult: { unsupported: "Pi asks for no permissions" },
  Interrupt: { unsupported: "Pi reports an interruption only as the end of a run" },
  SubagentStart: noSubagents,
  SubagentStop: noSubagents,
  SubagentCompleted: noSubagents,
  TaskCreated: noTasks,
  TaskStarted: noTasks,
  TaskCompleted: noTasks,
  PreModelSwitch: { unsupported: "Pi reports a new model after it was selected" },
  PostToolBatch: absent,
  PreToolSelection: absent,
  UserPromptExpansion: absent,
  UserPromptQueued: absent,
  UserPromptTransformed: absent,
  Setup: absent,
  Error: absent,
  AgentThought: absent,
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
