/** A typical payload for every event, as a start for tests of your own hooks. */
import type { EventName } from "../core/events/events.js";
import type { FirePayload, PayloadOf } from "../core/events/payload.js";

const PROJECT = "/home/user/project";
const BASE = { session_id: "session-1", cwd: PROJECT, transcript_path: "/home/user/transcripts/session-1.jsonl" };
const BASH = {
  tool_name: "Bash",
  tool_input: { command: "npm test", description: "Run the tests" },
  tool_use_id: "toolu_1",
};
const RAN = {
  tool_response: { stdout: "12 passed", stderr: "", interrupted: false },
  tool_output: "12 passed",
  duration_ms: 840,
};
const SUBAGENT = { agent_id: "agent-7", agent_type: "general-purpose" };
const SWITCH = { from_model: "large-model", to_model: "small-model", source: "command", context_tokens: 1200 };
const TASK = { task_id: "1", task_subject: "Write the parser" };
const SERVER = { mcp_server_name: "tickets", mode: "form", elicitation_id: "e-1" };

const SAMPLES = {
  PreToolUse: { ...BASH, permission_mode: "default" },
  PostToolUse: { ...BASH, ...RAN },
  PostToolUseFailure: { ...BASH, error: "Exit code 1\n1 failed", is_interrupt: false, duration_ms: 900 },
  PostToolBatch: { prompt_id: "prompt-1", tool_calls: [{ ...BASH, tool_response: "12 passed" }] },
  PreToolSelection: { generation_id: "generation-1", tools: ["Bash", "Read"] },
  PermissionRequest: { ...BASH, permission_mode: "default" },
  PermissionDenied: { ...BASH, reason: "denied by the user" },
  PermissionResult: { ...BASH, decision: "allow" },
  UserPromptSubmit: { prompt: "Fix the failing test", prompt_id: "prompt-1" },
  UserPromptExpansion: { prompt: "/review main", command_name: "review", command_args: "main", prompt_id: "prompt-1" },
  UserPromptQueued: { prompt: "And update the docs" },
  UserPromptTransformed: { prompt: "Fix the failing test in parser.test.ts" },
  SessionStart: { source: "startup", model: "large-model" },
  SessionEnd: { reason: "prompt_input_exit", turn_count: 4 },
  Setup: { trigger: "init" },
  Error: { error: "The model did not answer" },
  Interrupt: { turn_id: "turn-3" },
  TurnStart: { turn_id: "turn-3" },
  TurnEnd: { turn_id: "turn-3", turn_index: 3 },
  Stop: { stop_hook_active: false, last_assistant_message: "All tests pass now." },
  StopFailure: { error: "rate_limit", last_assistant_message: "" },
  AgentThought: { text: "The test fails because the fixture has moved.", duration_ms: 1200 },
  MessageDisplay: { turn_id: "turn-3", message_id: "message-9", index: 0, final: true, delta: "All tests pass now." },
  SubagentStart: { ...SUBAGENT },
  SubagentStop: {
    ...SUBAGENT,
    stop_hook_active: false,
    agent_transcript_path: "/home/user/transcripts/agent-7.jsonl",
    last_assistant_message: "Found two callers.",
  },
  SubagentCompleted: { ...SUBAGENT, result_preview: "Found two callers.", duration_ms: 5200, success: true },
  PreModelRequest: { generation_id: "generation-1", model: "large-model" },
  PostModelResponse: { generation_id: "generation-1", model: "large-model", output_tokens: 310 },
  PreModelSwitch: { ...SWITCH },
  PostModelSwitch: { ...SWITCH },
  PreCompact: { trigger: "auto", context_tokens: 160_000, custom_instructions: "" },
  PostCompact: { trigger: "auto", compact_summary: "The parser was fixed; the docs are still to do." },
  TaskCreated: { ...TASK, task_description: "Including error messages" },
  TaskStarted: { ...TASK },
  TaskCompleted: { ...TASK },
  TeammateIdle: { teammate_name: "tester", team_name: "core" },
  ConfigChange: { source: "project_settings", file_path: `${PROJECT}/.claude/settings.json` },
  InstructionsLoaded: { file_path: `${PROJECT}/AGENTS.md`, load_reason: "session_start" },
  CwdChanged: { old_cwd: PROJECT, new_cwd: `${PROJECT}/packages/api` },
  FileChanged: { file_path: `${PROJECT}/.env`, event: "change" },
  DirectoryAdded: { directory: "/home/user/shared", source: "slash_command" },
  WorktreeCreate: { name: "parser-fix" },
  WorktreeRemove: { worktree_path: "/home/user/worktrees/parser-fix" },
  Notification: {
    title: "Permission needed",
    message: "The agent wants to run npm test",
    notification_type: "permission_prompt",
  },
  Elicitation: { ...SERVER, message: "Which project?", requested_schema: { type: "object" } },
  ElicitationResult: { ...SERVER, action: "accept", content: { project: "parser" } },
  PromptInjectionVerdict: {
    context: "README.md",
    verdict: "sanitize",
    reasons: ["asks to ignore earlier instructions"],
  },
} as const satisfies { readonly [E in EventName]: FirePayload<E> };

/** A fresh copy each time; change the fields that your test needs. */
export function samplePayload<E extends EventName>(event: E): PayloadOf<E> {
  return structuredClone({ hook_event_name: event, ...BASE, ...SAMPLES[event] }) as unknown as PayloadOf<E>;
}
