/**
 * Payloads of all events. One flat object with Claude Code's field names: a command hook reads it on stdin, and a
 * function hook receives the same object as its argument.
 */

import { isRecord, type JsonObject, lookUp } from "../text/json.js";
import type { CustomEventName, EventName } from "./events.js";

/** Fields that every event may have. */
export interface BasePayload {
  /** Canonical name of the event. */
  hook_event_name: string;
  /** The agent's session. */
  session_id?: string;
  /** The agent's own id of the conversation. */
  conversation_id?: string;
  /** The agent's own id of one answer of the model. */
  generation_id?: string;
  /** The agent's own id of the prompt. */
  prompt_id?: string;
  /** The agent's own id of the turn. */
  turn_id?: string;
  /** Name of the model. */
  model?: string;
  /** File with the conversation so far. */
  transcript_path?: string;
  /** Working directory of the agent. */
  cwd?: string;
  /** The agent's own mode, such as `plan` or `bypassPermissions`. */
  permission_mode?: string;
  /** Set inside a subagent. */
  agent_id?: string;
  /** Type of the subagent. */
  agent_type?: string;
  /** The integration that delivered the event, to recognise a double delivery. */
  hook_origin?: string;
  /** The second tool of a call that does the work of two, such as a patch that adds one file and changes another. */
  also_tool_name?: string;
  /** The call cannot be parsed, or not completely: a guard that matches a path or content cannot decide. */
  unreadable_input?: boolean;
  /** The tool with which the model can type into this command while it runs, without a hook event. */
  unseen_input?: string;
  [field: string]: unknown;
}

/** A tool call. */
export interface ToolPayload extends BasePayload {
  /** Canonical name: `Bash`, `Read`, `Write`, `Edit`, `mcp__server__tool` … */
  tool_name: string;
  /** Arguments of the tool, such as `command` of `Bash` or `file_path` of `Edit`. */
  tool_input: JsonObject;
  /** The agent's id of this call. */
  tool_use_id?: string;
}

/** A tool call that has ended. */
export interface ToolResultPayload extends ToolPayload {
  /** The agent's own structured result. */
  tool_response?: unknown;
  /** The result as plain text. */
  tool_output?: string;
  /** The result in one shape for all agents. */
  tool_result?: { output?: unknown; is_error?: boolean };
  /** The tool failed. */
  is_error?: boolean;
  /** How long the tool ran. */
  duration_ms?: number;
}

/** A prompt of the user. */
export interface PromptPayload extends BasePayload {
  /** Text of the prompt. */
  prompt: string;
}

/** The agent wants to end its turn. */
export interface StopPayload extends BasePayload {
  /** The agent already continues because of a hook. */
  stop_hook_active?: boolean;
  /** The model's last text. */
  last_assistant_message?: string;
}

interface SwitchPayload extends BasePayload {
  from_model?: string;
  to_model?: string;
  source?: string;
  context_tokens?: number;
}

interface TaskPayload extends BasePayload {
  task_id?: string;
  task_subject?: string;
  task_description?: string;
}

interface ElicitationPayload extends BasePayload {
  mcp_server_name: string;
  mode?: string;
  elicitation_id?: string;
}

/** Fields without a question mark are required: hooks match and check them. */
interface Payloads extends Record<EventName, BasePayload> {
  PreToolUse: ToolPayload;
  PostToolUse: ToolResultPayload;
  PostToolUseFailure: ToolResultPayload & { error?: string; is_interrupt?: boolean };
  PostToolBatch: BasePayload & { tool_calls?: readonly JsonObject[] };
  PreToolSelection: BasePayload & { tools?: readonly unknown[] };
  PermissionRequest: ToolPayload;
  PermissionDenied: ToolPayload & { reason?: string };
  PermissionResult: ToolPayload & { decision?: string };
  UserPromptSubmit: PromptPayload;
  UserPromptExpansion: PromptPayload & { command_name: string; command_args?: string };
  UserPromptQueued: PromptPayload;
  UserPromptTransformed: PromptPayload;
  SessionStart: BasePayload & { source?: string };
  SessionEnd: BasePayload & { reason?: string; turn_count?: number };
  Setup: BasePayload & { trigger?: string };
  Error: BasePayload & { error?: string };
  TurnEnd: BasePayload & { turn_index?: number };
  Stop: StopPayload;
  StopFailure: BasePayload & { error?: string; last_assistant_message?: string };
  AgentThought: BasePayload & { text?: string; duration_ms?: number };
  MessageDisplay: BasePayload & { message_id?: string; index?: number; final?: boolean; delta?: string };
  SubagentStop: StopPayload & { agent_transcript_path?: string };
  SubagentCompleted: BasePayload & { result_preview?: string; duration_ms?: number; success?: boolean };
  PostModelResponse: BasePayload & { output_tokens?: number };
  PreModelSwitch: SwitchPayload & { to_model: string };
  PostModelSwitch: SwitchPayload;
  PreCompact: BasePayload & { trigger?: string; context_tokens?: number; custom_instructions?: string };
  PostCompact: BasePayload & { trigger?: string; compact_summary?: string };
  TaskCreated: TaskPayload;
  TaskStarted: TaskPayload;
  TaskCompleted: TaskPayload;
  TeammateIdle: BasePayload & { teammate_name?: string; team_name?: string };
  ConfigChange: BasePayload & { source: string; file_path?: string };
  InstructionsLoaded: BasePayload & { file_path?: string; load_reason?: string };
  CwdChanged: BasePayload & { old_cwd?: string; new_cwd?: string };
  FileChanged: BasePayload & { file_path?: string; event?: string };
  DirectoryAdded: BasePayload & { directory?: string; source?: string };
  WorktreeCreate: BasePayload & { name?: string };
  WorktreeRemove: BasePayload & { worktree_path?: string };
  Notification: BasePayload & { title?: string; message?: string; notification_type?: string };
  Elicitation: ElicitationPayload & { message?: string; requested_schema?: JsonObject };
  ElicitationResult: ElicitationPayload & { action?: string; content?: unknown };
  PromptInjectionVerdict: BasePayload & { context?: string; verdict?: "sanitize" | "block"; reasons?: string[] };
}

/** The payload for a hook. Agents send additional fields. */
export type PayloadOf<E extends EventName | CustomEventName> = E extends EventName ? Payloads[E] : BasePayload;

type NamedFields<T> = {
  [K in keyof T as string extends K ? never : Exclude<K, "hook_event_name">]: T[K] extends JsonObject ? object : T[K];
};

/**
 * The payload that a program fires: only the fields of the event, so that a misspelt one does not compile. A custom
 * event takes any field.
 */
export type FirePayload<E extends EventName | CustomEventName> = E extends EventName
  ? NamedFields<Payloads[E]> & { readonly hook_event_name?: string }
  : Partial<BasePayload>;

type RequiredFields<T> = keyof { [K in keyof T as T extends Record<K, T[K]> ? K : never]: 1 };
type EventsWithNeeds = keyof { [E in EventName as RequiredFields<FirePayload<E>> extends never ? never : E]: 1 };

const TOOL = ["tool_name", "tool_input"] as const;
const PROMPT = ["prompt"] as const;

const NEEDED: { readonly [E in EventsWithNeeds]: readonly RequiredFields<FirePayload<E>>[] } = {
  PreToolUse: TOOL,
  PostToolUse: TOOL,
  PostToolUseFailure: TOOL,
  PermissionRequest: TOOL,
  PermissionDenied: TOOL,
  PermissionResult: TOOL,
  UserPromptSubmit: PROMPT,
  UserPromptExpansion: ["prompt", "command_name"],
  UserPromptQueued: PROMPT,
  UserPromptTransformed: PROMPT,
  PreModelSwitch: ["to_model"],
  ConfigChange: ["source"],
  Elicitation: ["mcp_server_name"],
  ElicitationResult: ["mcp_server_name"],
};

/** The first required field that is missing or has the wrong type; undefined if the payload is complete. */
export function missingField({ name, payload }: HookEvent): string | undefined {
  const needed: readonly string[] | undefined = lookUp(NEEDED, name);
  return needed?.find((field) => {
    const value = payload[field];
    if (field === "tool_input") return !isRecord(value);
    return typeof value !== "string" || (value === "" && field !== "prompt");
  });
}

/** True if the user can answer a question now. Unknown counts as headless. */
export type Presence = "interactive" | "headless" | "unknown";

/** The payload for a hook on a native event (`pi:tool_call`): as the agent sent it, not normalised. */
export function rawPayload(event: HookEvent, hook: { readonly nativeTo?: string }): unknown {
  return hook.nativeTo === undefined ? undefined : event.native?.payload;
}

/** One event in the engine. */
export interface HookEvent {
  /** Canonical or namespaced name. */
  readonly name: string;
  readonly payload: BasePayload;
  /** The raw payload from the agent: for raw hooks (`cc:`, `pi:`) and for native names in records. */
  readonly native?: { readonly agent: string; readonly event: string; readonly payload: unknown };
}
