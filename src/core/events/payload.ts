/**
 * What each event carries (IN-01). One flat object with Claude Code's field names: a command hook reads it
 * on stdin and a function hook gets it as its argument, the very same object (IN-02).
 */

import type { JsonObject } from "../text/json.js";
import type { CustomEventName, EventName } from "./events.js";

export interface BasePayload {
  hook_event_name: string;
  session_id?: string;
  conversation_id?: string;
  generation_id?: string;
  transcript_path?: string;
  cwd?: string;
  permission_mode?: string;
  /** Set inside a subagent. */
  agent_id?: string;
  agent_type?: string;
  /** Which integration delivered the event, so that a double delivery can be told apart. */
  hook_origin?: string;
  /** A call that does the work of two tools, such as a patch that adds one file and changes another: the second one. */
  also_tool_name?: string;
  /** What the call is about cannot be read, or not all of it: a guard that asks for a path or a content cannot decide. */
  unreadable_input?: boolean;
  /** By what the agent's model can type into this command while it runs, without a hook being asked. */
  unseen_input?: string;
  [field: string]: unknown;
}

export interface ToolPayload extends BasePayload {
  tool_name: string;
  tool_input: JsonObject;
  tool_use_id?: string;
}

export interface ToolResultPayload extends ToolPayload {
  /** The agent's own structured result. */
  tool_response?: unknown;
  /** The result as plain text. */
  tool_output?: string;
  tool_result?: { output?: unknown; is_error?: boolean };
  is_error?: boolean;
  duration_ms?: number;
}

export interface PromptPayload extends BasePayload {
  prompt: string;
}

export interface StopPayload extends BasePayload {
  stop_hook_active?: boolean;
  last_assistant_message?: string;
}

interface KnownPayloads {
  PreToolUse: ToolPayload;
  PermissionRequest: ToolPayload;
  PermissionDenied: ToolPayload & { reason?: string };
  PermissionResult: ToolPayload;
  PostToolUse: ToolResultPayload;
  PostToolUseFailure: ToolResultPayload & { error?: string };
  UserPromptSubmit: PromptPayload;
  UserPromptExpansion: PromptPayload & { command_name?: string; command_args?: string };
  UserPromptQueued: PromptPayload;
  UserPromptTransformed: PromptPayload;
  SessionStart: BasePayload & { source?: string; model?: string };
  SessionEnd: BasePayload & { reason?: string; turn_count?: number };
  Stop: StopPayload;
  SubagentStop: StopPayload & { agent_transcript_path?: string };
  SubagentCompleted: BasePayload & { result_preview?: string; duration_ms?: number; success?: boolean };
  PreCompact: BasePayload & { trigger?: string; context_tokens?: number };
  PostCompact: BasePayload & { trigger?: string; compact_summary?: string };
  Notification: BasePayload & { title?: string; message?: string; notification_type?: string };
  FileChanged: BasePayload & { file_path?: string; event?: string };
  Error: BasePayload & { error?: string };
  TurnEnd: BasePayload & { turn_index?: number };
  AgentThought: BasePayload & { text?: string; duration_ms?: number };
  PromptInjectionVerdict: BasePayload & {
    context?: string;
    verdict?: "sanitize" | "block";
    reasons?: string[];
  };
}

export type PayloadOf<E extends EventName | CustomEventName> = E extends keyof KnownPayloads
  ? KnownPayloads[E]
  : BasePayload;

/** Whether a person can answer a question right now. Unknown counts as headless. */
export type Presence = "interactive" | "headless" | "unknown";

/** What a hook on an agent's native event (`pi:tool_call`) is given: what the agent sent, not our reading of it. */
export function rawPayload(event: HookEvent, hook: { readonly nativeTo?: string }): unknown {
  return hook.nativeTo === undefined ? undefined : event.native?.payload;
}

/** One event on its way through the engine. */
export interface HookEvent {
  /** Canonical or namespaced name. */
  readonly name: string;
  readonly payload: BasePayload;
  /** What the agent itself sent: raw hooks (`cc:`, `pi:`) get this, and records keep the native names. */
  readonly native?: { readonly agent: string; readonly event: string; readonly payload: unknown };
}
