/**
 * The types of `query({ hooks })`, copied so that the package need not be installed: assignable to its
 * `Partial<Record<HookEvent, HookCallbackMatcher[]>>`, and limited to what we answer.
 */
export type AgentSdkEvent =
  | "PreToolUse"
  | "PermissionRequest"
  | "PermissionDenied"
  | "PostToolUse"
  | "PostToolUseFailure"
  | "PostToolBatch"
  | "UserPromptSubmit"
  | "UserPromptExpansion"
  | "SessionStart"
  | "SessionEnd"
  | "Stop"
  | "StopFailure"
  | "SubagentStart"
  | "SubagentStop"
  | "PreCompact"
  | "PostCompact"
  | "PreModelSwitch"
  | "PostModelSwitch"
  | "Notification"
  | "Elicitation"
  | "ElicitationResult"
  | "TaskCreated"
  | "TaskCompleted"
  | "TeammateIdle"
  | "ConfigChange"
  | "InstructionsLoaded"
  | "CwdChanged"
  | "FileChanged"
  | "DirectoryAdded"
  | "MessageDisplay"
  | "WorktreeRemove";

type Permission<E extends string> = {
  hookEventName: E;
  permissionDecision?: "allow" | "ask" | "deny";
  permissionDecisionReason?: string;
};

type Specific =
  | (Permission<"PreToolUse"> & { updatedInput?: Record<string, unknown>; additionalContext?: string })
  | Permission<"PreModelSwitch">
  | {
      hookEventName: "PermissionRequest";
      decision: { behavior: "allow"; updatedInput?: Record<string, unknown> } | { behavior: "deny"; message?: string };
    }
  | { hookEventName: "PostToolUse"; additionalContext?: string; updatedToolOutput?: unknown }
  | { hookEventName: "UserPromptSubmit"; additionalContext?: string }
  | { hookEventName: "UserPromptExpansion"; additionalContext?: string }
  | { hookEventName: "PostToolUseFailure"; additionalContext?: string }
  | { hookEventName: "PostToolBatch"; additionalContext?: string }
  | { hookEventName: "SessionStart"; additionalContext?: string }
  | { hookEventName: "Stop"; additionalContext?: string }
  | { hookEventName: "SubagentStart"; additionalContext?: string }
  | { hookEventName: "SubagentStop"; additionalContext?: string }
  | { hookEventName: "PostModelSwitch"; additionalContext?: string }
  | { hookEventName: "Notification"; additionalContext?: string };

/** Output of a hook callback, as the Claude Agent SDK reads it. */
export interface AgentSdkOutput {
  /** `false` ends the run. */
  continue?: boolean;
  /** Why the run ends. */
  stopReason?: string;
  /** `block` on events without a permission decision. */
  decision?: "block";
  /** Why it is blocked. */
  reason?: string;
  /** Text for the user. */
  systemMessage?: string;
  /** Fields of the event, such as `permissionDecision`. */
  hookSpecificOutput?: Specific;
}

/** A hook callback of the Claude Agent SDK. */
export type AgentSdkCallback = (
  input: object,
  toolUseId: string | undefined,
  options: { signal: AbortSignal },
) => Promise<AgentSdkOutput>;

/** One entry of the SDK's `hooks` option. */
export interface AgentSdkMatcher {
  /** The callbacks. */
  hooks: AgentSdkCallback[];
  /** In seconds. */
  timeout: number;
}

/** The `hooks` option of `query`. */
export type AgentSdkHooks = Partial<Record<AgentSdkEvent, AgentSdkMatcher[]>>;
