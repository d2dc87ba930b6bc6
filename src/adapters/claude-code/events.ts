/** Claude Code's events are the canonical ones. What it can express on each, as seen on the released program. */
import type { EventName } from "../../core/events.js";

type Answers = readonly ("allow" | "ask" | "deny" | "rewrite" | "context" | "replaceOutput" | "forceContinue")[];
type Unsupported = { readonly unsupported: string };

const none: Answers = [];
const absent = { unsupported: "Claude Code has no such event" } as const;

export const CLAUDE_EVENTS = {
  PreToolUse: ["allow", "ask", "deny", "rewrite", "context"],
  PermissionRequest: ["allow", "deny", "rewrite"],
  PermissionDenied: none,
  PostToolUse: ["context", "replaceOutput"],
  PostToolUseFailure: ["context"],
  PostToolBatch: ["deny", "context"],
  UserPromptSubmit: ["deny", "context"],
  UserPromptExpansion: ["deny", "context"],
  SessionStart: ["context"],
  Setup: ["context"],
  SessionEnd: none,
  Stop: ["context", "forceContinue"],
  StopFailure: none,
  SubagentStart: ["context"],
  SubagentStop: ["context", "forceContinue"],
  PreCompact: ["deny"],
  PostCompact: none,
  PreModelSwitch: ["allow", "ask", "deny"],
  PostModelSwitch: ["context"],
  Notification: ["context"],
  Elicitation: ["deny"],
  ElicitationResult: ["deny"],
  TaskCreated: ["deny"],
  TaskCompleted: ["deny"],
  TeammateIdle: ["deny"],
  ConfigChange: ["deny"],
  InstructionsLoaded: none,
  CwdChanged: none,
  FileChanged: none,
  DirectoryAdded: none,
  MessageDisplay: none,
  WorktreeCreate: { unsupported: "a hook there would have to create the worktree itself" },
  WorktreeRemove: none,
  PreToolSelection: absent,
  PermissionResult: absent,
  UserPromptQueued: absent,
  UserPromptTransformed: absent,
  Error: absent,
  Interrupt: absent,
  TurnStart: absent,
  TurnEnd: absent,
  AgentThought: absent,
  SubagentCompleted: absent,
  PreModelRequest: absent,
  PostModelResponse: absent,
  TaskStarted: absent,
  PromptInjectionVerdict: absent,
} as const satisfies Record<EventName, Answers | Unsupported>;
